import * as z from 'zod';
import { PlatformError, type LabelRef } from '../port.ts';
import { ANSWERS } from './answers.ts';
import { pathId, type LarkCalls } from './call.ts';

/** Labels of the tenant on groups. */
export class Labels {
  readonly #calls: LarkCalls;
  constructor(calls: LarkCalls) {
    this.#calls = calls;
  }

  async put(input: { name: string; chat_ids: readonly string[] }, signal?: AbortSignal): Promise<LabelRef> {
    const answer = await this.#calls.call(
      {
        op: 'im.tag.create',
        method: 'POST',
        path: '/im/v2/tags',
        data: { create_tag: { tag_type: 'tenant', name: input.name } },
      },
      ANSWERS['im.tag.create'],
      signal,
    );
    // A name that is taken is answered with the label that has it.
    const id = answer.id ?? answer.create_tag_fail_reason?.duplicate_id;
    if (id === undefined)
      throw new PlatformError(
        'im.tag.create',
        200,
        0,
        `no label "${input.name}" was made, and none was named`,
      );
    for (const chat of input.chat_ids) {
      await this.#calls.call(
        {
          op: 'im.tag.bind',
          method: 'POST',
          path: '/im/v2/biz_entity_tag_relation',
          data: { tag_biz_type: 'chat', biz_entity_id: pathId(chat), tag_ids: [id] },
        },
        z.unknown(),
        signal,
      );
    }
    return { label_id: id };
  }

  async on(chat: string, signal?: AbortSignal): Promise<string[]> {
    const answer = await this.#calls.call(
      {
        op: 'im.tag.bound',
        method: 'GET',
        path: '/im/v2/biz_entity_tag_relation',
        params: { tag_biz_type: 'chat', biz_entity_id: chat },
      },
      ANSWERS['im.tag.bound'],
      signal,
    );
    return (answer.tag_info_with_bind_versions ?? []).map((b) => b.tag_info.name);
  }
}
