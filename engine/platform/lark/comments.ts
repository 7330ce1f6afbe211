import type { PlatformComment } from '../port.ts';
import { ANSWERS, type WireReply } from './answers.ts';
import { pathId, type LarkCalls } from './call.ts';
import type { People } from './people.ts';

/** Comments on whole documents. */
export class Comments {
  readonly #calls: LarkCalls;
  readonly #people: People;
  constructor(calls: LarkCalls, people: People) {
    this.#calls = calls;
    this.#people = people;
  }

  async create(
    input: { token: string; actor: string; text: string },
    signal?: AbortSignal,
  ): Promise<{ comment_id: string }> {
    // There is no key: a comment whose answer was lost is known by not having stood there before.
    const before = new Set((await this.list(input.token, signal)).map(({ comment_id }) => comment_id));
    const content = { elements: [{ type: 'text_run', text_run: { text: input.text } }] };
    const made = await this.#calls.call(
      {
        op: 'drive.comment.create',
        method: 'POST',
        path: `/drive/v1/files/${pathId(input.token)}/comments`,
        params: { file_type: 'docx', user_id_type: 'union_id' },
        data: { reply_list: { replies: [{ content }] } },
        as: input.actor,
      },
      ANSWERS['drive.comment.create'],
      signal,
      async () => {
        const now = await this.list(input.token, signal);
        const mine = now.find((c) => !before.has(c.comment_id) && c.text === input.text);
        return mine === undefined ? undefined : { comment_id: mine.comment_id };
      },
    );
    return { comment_id: made.comment_id };
  }

  async list(token: string, signal?: AbortSignal): Promise<PlatformComment[]> {
    const items = await this.#calls.pages(
      {
        op: 'drive.comment.list',
        method: 'GET',
        path: `/drive/v1/files/${pathId(token)}/comments`,
        params: { file_type: 'docx', user_id_type: 'open_id', page_size: 100 },
      },
      ANSWERS['drive.comment.list'],
      signal,
    );
    return items.map((c) => {
      const [first, ...rest] = (c.reply_list?.replies ?? []).map((r) => this.#shown(r));
      return {
        comment_id: c.comment_id,
        author: this.#people.authorOf(c.user_id ?? ''),
        text: first?.text ?? '',
        solved: c.is_solved ?? false,
        ts: instant(c.create_time),
        replies: rest,
      };
    });
  }

  #shown(r: WireReply): PlatformComment['replies'][number] {
    const text = r.content.elements
      .map((e) => {
        if (e.type === 'text_run') return e.text_run?.text ?? '';
        if (e.type === 'docs_link') return e.docs_link?.url ?? '';
        return `@${this.#people.authorOf(e.person?.user_id ?? '').key}`;
      })
      .join('');
    return { author: this.#people.authorOf(r.user_id ?? ''), text, ts: instant(r.create_time) };
  }
}

/** Comments count in seconds. */
function instant(seconds = 0): string {
  return new Date(seconds * 1000).toISOString();
}
