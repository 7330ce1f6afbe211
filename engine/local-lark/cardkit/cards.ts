import type { Actor, CardEntity, CardJson } from '../core/model.ts';
import { principalOf, type World } from '../core/world.ts';
import { cardContent } from '../im/card.ts';
import { MentionList } from '../im/mentions.ts';
import { shown } from '../im/send.ts';
import { checkedCard } from './card-json.ts';
import { cardErrors } from './errors.ts';

/** ms; a card can be worked on for so long */
const LIFE = 14 * 24 * 3600_000;

/** The card of a caller who made it. @throws LarkError 200740, 200750, 300311 */
export function ownCard(world: World, actor: Actor, id: string): CardEntity {
  const card = world.rows.cards.get(id);
  if (card === undefined) throw cardErrors.notFound();
  if (card.owner !== principalOf(actor)) throw cardErrors.notOwn(id);
  if (world.now() - card.created_at > LIFE) throw cardErrors.expired();
  return card;
}

export interface Step {
  /** rises with each */
  readonly sequence: number;
  readonly uuid?: string | undefined;
}

/**
 * Changes a card, and every message that shows it.
 * @throws LarkError 200770 for a uuid that was used, 300317 for a number that does not rise
 */
export function changeCard(
  world: World,
  actor: Actor,
  id: string,
  step: Step,
  op: string,
  change: (card: CardJson) => CardJson,
): void {
  const card = ownCard(world, actor, id);
  const memory = `card|${id}|${step.uuid ?? ''}`;
  if (step.uuid !== undefined && world.recall(memory) !== undefined) throw cardErrors.sameUuid();
  if (step.sequence <= card.sequence) throw cardErrors.order();
  const next: CardEntity = { ...card, json: checkedCard(change(card.json)), sequence: step.sequence };
  world.store.put(world.rows.cards, id, next);
  if (step.uuid !== undefined) world.remember(memory, id, LIFE);
  world.done(actor, { op, resource: { kind: 'card', token: id } });
  showAgain(world, actor, next);
}

/** Messages show what their card says now; this counts as no edit of theirs. */
function showAgain(world: World, actor: Actor, card: CardEntity): void {
  for (const id of world.rows.cardMessages.get(card.card_id) ?? []) {
    const message = world.rows.messages.get(id);
    if (message?.card_id !== card.card_id || message.deleted) continue;
    const list = new MentionList(world, actor);
    const content = cardContent(card.json, list);
    if (content === message.content) continue;
    const changed = { ...message, content, mentions: list.mentions, updated: true, update_time: world.now() };
    world.store.put(world.rows.messages, id, changed);
    world.done(actor, {
      op: 'im.message.update',
      resource: { kind: 'message', token: id, parent: message.chat_id },
      before: shown(message),
      after: shown(changed),
    });
  }
}
