import { createHash } from 'node:crypto';
import type { Row, TableField } from '../../schemas/index.ts';
import type { WorldState } from '../director/state.ts';
import type { Act } from '../graders/index.ts';
import type { LarkMember } from '../platform/lark/member.ts';
import type { PlatformMessage } from '../platform/port.ts';

/** The message that is answered. */
export interface Heard extends PlatformMessage {
  readonly direct: boolean;
}

/** Does the acts of a transcript on the platform. What stands there already, after a kill, is not done again. */
export class Hands {
  readonly #member: LarkMember;
  readonly #state: WorldState;
  readonly #fields: ReadonlyMap<string, readonly TableField[]>;
  readonly #agent: string;

  constructor(
    member: LarkMember,
    state: WorldState,
    fields: ReadonlyMap<string, readonly TableField[]>,
    agent: string,
  ) {
    this.#member = member;
    this.#state = state;
    this.#fields = fields;
    this.#agent = agent;
  }

  async act(act: Act, nth: number, heard: Heard): Promise<void> {
    const key = createHash('sha256').update(`${heard.message_id}\n${nth}`).digest('hex').slice(0, 40);
    switch (act.kind) {
      case 'say':
        return this.#say(act.group, act.text, key, heard);
      case 'change':
      case 'add':
      case 'remove':
        return this.#row(act.kind, act.asset, act.row, act.set, key);
      case 'write':
        return this.#member.rewrite(this.#state.asset(act.asset).token, act.text);
      case 'link': {
        const page = { title: act.asset, markdown: act.text, chat_id: heard.chat_id, perm: 'view' } as const;
        return this.#say(null, await this.#member.publish(page), key, heard);
      }
    }
  }

  async #say(group: string | null, text: string, key: string, heard: Heard): Promise<void> {
    const chat_id = group === null ? heard.chat_id : this.#state.chat(group);
    if (await this.#stands(group, text, chat_id, heard)) return;
    await this.#member.say({
      chat_id,
      text,
      key,
      ...(group === null ? { reply_to: heard.message_id, direct: heard.direct } : {}),
    });
  }

  /** The idempotency key holds an hour; after a longer pause the place itself has to be looked at. */
  async #stands(group: string | null, text: string, chat_id: string, heard: Heard): Promise<boolean> {
    const now = await this.#member.read(heard.message_id);
    const listed =
      group === null && now.thread_id !== null
        ? await this.#member.readThread(now.thread_id)
        : await this.#member.readGroup({ chat_id, from: heard.ts });
    const at = listed.findIndex((m) => m.message_id === heard.message_id);
    return listed
      .slice(at + 1)
      .some((m) => m.author.kind === 'agent' && m.author.key === this.#agent && m.text === text);
  }

  async #row(
    kind: 'change' | 'add' | 'remove',
    asset: string,
    row: Row,
    set: Row,
    key: string,
  ): Promise<void> {
    const base = this.#state.base(asset);
    const fields = this.#fields.get(asset) ?? [];
    const rows = await this.#member.rows(base);
    const found = rows.find(({ fields: cells }) => holds(cells, row));
    if (kind === 'add') {
      if (found === undefined) await this.#member.addRow(base, fields, row, key);
    } else if (found !== undefined) {
      if (kind === 'remove') await this.#member.removeRow(base, found.record_id);
      else if (!holds(found.fields, set)) await this.#member.setRow(base, found.record_id, fields, set);
    }
  }
}

function holds(cells: Row, wanted: Row): boolean {
  return Object.entries(wanted).every(
    ([name, cell]) => JSON.stringify(cells[name] ?? null) === JSON.stringify(cell),
  );
}
