import * as z from 'zod';
import { newId } from '../core/ids.ts';
import type { CardEntity } from '../core/model.ts';
import { principalOf } from '../core/world.ts';
import { route, type Route } from '../http/route.ts';
import { readable } from '../im/message-target.ts';
import { withActions } from './actions.ts';
import {
  checkedCard,
  parsedElements,
  parsedObject,
  withElement,
  withMore,
  withSettings,
  withText,
} from './card-json.ts';
import { changeCard } from './cards.ts';
import { cardErrors } from './errors.ts';

const CARDS = '/open-apis/cardkit/v1/cards';
const ELEMENTS = `${CARDS}/:card_id/elements`;
const step = {
  sequence: z.number().int().min(1).max(2_147_483_647),
  uuid: z.string().min(1).max(64).optional(),
};
const json = z.string().min(1).max(100_000);

/** Cards that live beside the messages that show them, so that they can be written bit by bit. */
export const cardRoutes: readonly Route[] = [
  route({
    method: 'POST',
    path: CARDS,
    op: 'cardkit.card.create',
    auth: 'tenant',
    body: z.object({ type: z.string(), data: z.string() }),
    run: ({ world, actor, body }) => {
      // cards of the building tool do not exist here
      if (body.type !== 'card_json') throw cardErrors.parameter('type');
      const card: CardEntity = {
        card_id: newId.digits(19),
        seq: world.store.nextSeq(),
        owner: principalOf(actor),
        json: checkedCard(parsedObject(body.data)),
        sequence: 0,
        created_at: world.now(),
      };
      world.store.put(world.rows.cards, card.card_id, card);
      world.done(actor, { op: 'cardkit.card.create', resource: { kind: 'card', token: card.card_id } });
      return { data: { card_id: card.card_id } };
    },
  }),
  route({
    method: 'POST',
    path: `${CARDS}/id_convert`,
    op: 'cardkit.card.convert',
    auth: 'tenant',
    body: z.object({ message_id: z.string().min(1) }),
    run: ({ world, actor, body }) => {
      const { message } = readable(world, actor, body.message_id);
      if (message.card_id === undefined) throw cardErrors.notFound();
      return { data: { card_id: message.card_id } };
    },
  }),
  route({
    method: 'PUT',
    path: `${CARDS}/:card_id`,
    op: 'cardkit.card.update',
    auth: 'tenant',
    body: z.object({ card: z.object({ type: z.literal('card_json'), data: json }), ...step }),
    run: ({ world, actor, params, body }) => {
      const next = parsedObject(body.card.data);
      changeCard(world, actor, params.card_id, body, 'cardkit.card.update', () => next);
      return { data: {} };
    },
  }),
  route({
    method: 'PATCH',
    path: `${CARDS}/:card_id/settings`,
    op: 'cardkit.card.settings',
    auth: 'tenant',
    body: z.object({ settings: json, ...step }),
    run: ({ world, actor, params, body }) => {
      const settings = parsedObject(body.settings);
      changeCard(world, actor, params.card_id, body, 'cardkit.card.settings', (c) =>
        withSettings(c, settings),
      );
      return { data: {} };
    },
  }),
  route({
    method: 'POST',
    path: `${CARDS}/:card_id/batch_update`,
    op: 'cardkit.card.batch_update',
    auth: 'tenant',
    body: z.object({ actions: json, ...step }),
    run: ({ world, actor, params, body }) => {
      changeCard(world, actor, params.card_id, body, 'cardkit.card.batch_update', (c) =>
        withActions(c, body.actions),
      );
      return { data: {} };
    },
  }),
  route({
    method: 'POST',
    path: ELEMENTS,
    op: 'cardkit.element.create',
    auth: 'tenant',
    body: z.object({
      type: z.enum(['insert_before', 'insert_after', 'append']),
      target_element_id: z.string().optional(),
      elements: json,
      ...step,
    }),
    run: ({ world, actor, params, body }) => {
      const elements = parsedElements(body.elements);
      changeCard(world, actor, params.card_id, body, 'cardkit.element.create', (c) =>
        withMore(c, body, elements),
      );
      return { data: {} };
    },
  }),
  route({
    method: 'PUT',
    path: `${ELEMENTS}/:element_id`,
    op: 'cardkit.element.update',
    auth: 'tenant',
    body: z.object({ element: json, ...step }),
    run: ({ world, actor, params, body }) => {
      const element = parsedObject(body.element);
      changeCard(world, actor, params.card_id, body, 'cardkit.element.update', (c) =>
        withElement(c, params.element_id, () => [element]),
      );
      return { data: {} };
    },
  }),
  route({
    method: 'PATCH',
    path: `${ELEMENTS}/:element_id`,
    op: 'cardkit.element.patch',
    auth: 'tenant',
    body: z.object({ partial_element: json, ...step }),
    run: ({ world, actor, params, body }) => {
      const part = parsedObject(body.partial_element);
      changeCard(world, actor, params.card_id, body, 'cardkit.element.patch', (c) =>
        withElement(c, params.element_id, (element) => [{ ...element, ...part }]),
      );
      return { data: {} };
    },
  }),
  route({
    method: 'PUT',
    path: `${ELEMENTS}/:element_id/content`,
    op: 'cardkit.element.content',
    auth: 'tenant',
    body: z.object({ content: json, ...step }),
    run: ({ world, actor, params, body }) => {
      changeCard(world, actor, params.card_id, body, 'cardkit.element.content', (c) =>
        withText(c, params.element_id, body.content),
      );
      return { data: {} };
    },
  }),
  route({
    method: 'DELETE',
    path: `${ELEMENTS}/:element_id`,
    op: 'cardkit.element.delete',
    auth: 'tenant',
    body: z.object(step),
    run: ({ world, actor, params, body }) => {
      changeCard(world, actor, params.card_id, body, 'cardkit.element.delete', (c) =>
        withElement(c, params.element_id, () => []),
      );
      return { data: {} };
    },
  }),
];
