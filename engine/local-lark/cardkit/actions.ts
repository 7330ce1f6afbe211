import * as z from 'zod';
import type { CardJson } from '../core/model.ts';
import { isObject, parsed, withElement, withMore, withSettings } from './card-json.ts';
import { cardErrors } from './errors.ts';

const element = z.custom<CardJson>(isObject);

const Action = z.discriminatedUnion('action', [
  z.object({
    action: z.literal('partial_update_setting'),
    params: z.object({ settings: element }),
  }),
  z.object({
    action: z.literal('add_elements'),
    params: z.object({
      type: z.enum(['insert_before', 'insert_after', 'append']),
      target_element_id: z.string().optional(),
      elements: z.array(element),
    }),
  }),
  z.object({
    action: z.literal('delete_elements'),
    params: z.object({ element_ids: z.array(z.string()) }),
  }),
  z.object({
    action: z.literal('partial_update_element'),
    params: z.object({ element_id: z.string(), partial_element: element }),
  }),
  z.object({
    action: z.literal('update_element'),
    params: z.object({ element_id: z.string(), element }),
  }),
]);

function done(card: CardJson, action: z.infer<typeof Action>): CardJson {
  switch (action.action) {
    case 'partial_update_setting':
      return withSettings(card, action.params.settings);
    case 'add_elements':
      return withMore(card, action.params, action.params.elements);
    case 'delete_elements':
      return action.params.element_ids.reduce((now, id) => withElement(now, id, () => []), card);
    case 'partial_update_element':
      return withElement(card, action.params.element_id, (e) => [{ ...e, ...action.params.partial_element }]);
    case 'update_element':
      return withElement(card, action.params.element_id, () => [action.params.element]);
  }
}

/** Several changes at once, all or none. @throws LarkError 10002 for one that is not known */
export function withActions(card: CardJson, text: string): CardJson {
  const actions = z.array(Action).safeParse(parsed(text));
  if (!actions.success) throw cardErrors.parameter('actions');
  return actions.data.reduce(done, card);
}
