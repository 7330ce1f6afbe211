import { IM } from './paths.ts';
import type { Stage } from './stage.ts';
import type { Write } from './write.ts';

const CARDS = '/open-apis/cardkit/v1/cards/:card_id';
const line = (element_id: string, content: string) =>
  JSON.stringify({ tag: 'markdown', element_id, content });

/** A card that a message of the stage's group shows. */
export async function makeCard({ agent, ids }: Pick<Stage, 'agent' | 'ids'>): Promise<void> {
  const card = {
    schema: '2.0',
    config: { streaming_mode: true },
    body: { elements: [JSON.parse(line('answer', '…')) as unknown] },
  };
  ids['card_id'] = await agent.get('POST /open-apis/cardkit/v1/cards', 'card_id', {
    body: { type: 'card_json', data: JSON.stringify(card) },
  });
  ids['card_message'] = await agent.get(`POST ${IM}/messages`, 'message_id', {
    query: { receive_id_type: 'chat_id' },
    body: {
      receive_id: ids['chat_id'],
      msg_type: 'interactive',
      content: JSON.stringify({ type: 'card', data: { card_id: ids['card_id'] } }),
    },
  });
}

/** A change of the card, each with the next number. */
function change(op: string, route: string, body: (n: number) => object, first?: Write): Write {
  const params = (s: Stage) => ({ card_id: s.ids['card_id'] ?? '', element_id: 'answer' });
  return {
    ops: [op],
    run: async (s) => {
      await first?.run(s);
      const sequence = Number(s.ids['sequence'] ?? 0) + 1;
      s.ids['sequence'] = String(sequence);
      await s.agent.get(route, '', { params: params(s), body: { ...body(sequence), sequence } });
    },
    blocked: async (s) => {
      await s.intruder.call(route, { params: params(s), body: { ...body(1), sequence: 2_147_483_647 } });
    },
  };
}

const more = change('cardkit.element.create', `POST ${CARDS}/elements`, (n) => ({
  type: 'append',
  elements: `[${line(`more${n}`, 'x')}]`,
}));
const whole = (n: number): string =>
  `{"schema":"2.0","config":{"streaming_mode":true},"body":{"elements":[${line('answer', String(n))}]}}`;
const update = change('cardkit.card.update', `PUT ${CARDS}`, (n) => ({
  card: { type: 'card_json', data: whole(n) },
}));

/** Cards that messages show; the last one puts everything back into its place. */
export const cardWrites: readonly Write[] = [
  more,
  change(
    'cardkit.element.content',
    `PUT ${CARDS}/elements/:element_id/content`,
    (n) => ({ content: `text ${n}` }),
    update,
  ),
  change(
    'cardkit.element.update',
    `PUT ${CARDS}/elements/:element_id`,
    (n) => ({ element: line('answer', `e${n}`) }),
    update,
  ),
  change(
    'cardkit.element.patch',
    `PATCH ${CARDS}/elements/:element_id`,
    (n) => ({ partial_element: `{"content":"p${n}"}` }),
    update,
  ),
  change('cardkit.card.settings', `PATCH ${CARDS}/settings`, (n) => ({
    settings: JSON.stringify({ config: { summary: { content: `s${n}` } } }),
  })),
  change(
    'cardkit.card.batch_update',
    `POST ${CARDS}/batch_update`,
    (n) => ({
      actions: JSON.stringify([
        {
          action: 'partial_update_element',
          params: { element_id: 'answer', partial_element: { content: `b${n}` } },
        },
      ]),
    }),
    update,
  ),
  change('cardkit.element.delete', `DELETE ${CARDS}/elements/:element_id`, () => ({}), update),
  update,
];
