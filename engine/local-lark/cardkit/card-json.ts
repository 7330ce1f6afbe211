import type { CardJson } from '../core/model.ts';
import { cardErrors } from './errors.ts';

/** bytes */
const MOST = 30 * 1024;
const TEXTS = new Set(['markdown', 'plain_text', 'lark_md']);

export function isObject(value: unknown): value is CardJson {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** @throws LarkError 200220 */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw cardErrors.notGenerated();
  }
}

/** @throws LarkError 200220 for what is no object */
export function parsedObject(text: string): CardJson {
  const value = parsed(text);
  if (!isObject(value)) throw cardErrors.notGenerated();
  return value;
}

/** A card as it may be kept. @throws LarkError 200220, 200860, 300302, 300307 */
export function checkedCard(card: CardJson): CardJson {
  if (Object.keys(card).length === 0) throw cardErrors.empty();
  // only this structure has elements that can be told apart
  if (card['schema'] !== '2.0') throw cardErrors.notGenerated();
  if (isObject(card['config']) && card['config']['update_multi'] === false) throw cardErrors.exclusive();
  if (Buffer.byteLength(JSON.stringify(card)) > MOST) throw cardErrors.tooLarge();
  return card;
}

export function isStreaming(card: CardJson): boolean {
  return isObject(card['config']) && card['config']['streaming_mode'] === true;
}

type Change = (element: CardJson) => readonly CardJson[];

/** The value with what has this id changed: in a list it may become none or several. */
function within(value: unknown, id: string, change: Change, found: { times: number }): unknown {
  if (Array.isArray(value))
    return value.flatMap((one: unknown): readonly unknown[] => {
      if (!isObject(one) || one['element_id'] !== id) return [within(one, id, change, found)];
      found.times += 1;
      return change(one);
    });
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      if (!isObject(inner) || inner['element_id'] !== id) return [key, within(inner, id, change, found)];
      found.times += 1;
      return [key, change(inner)[0] ?? inner];
    }),
  );
}

/** The card with one element changed. @throws LarkError 300313 */
export function withElement(card: CardJson, id: string, change: Change): CardJson {
  const found = { times: 0 };
  const next = within(card, id, change, found);
  if (found.times === 0 || !isObject(next)) throw cardErrors.noElement(id);
  return next;
}

/** The card with another text in one element. @throws LarkError 300309, 300310, 300313 */
export function withText(card: CardJson, id: string, content: string): CardJson {
  if (!isStreaming(card)) throw cardErrors.notStreaming();
  return withElement(card, id, (element) => {
    if (!TEXTS.has(String(element['tag']))) throw cardErrors.onlyText();
    return [{ ...element, content }];
  });
}

/** The card with more elements, at its end or beside one. */
export function withMore(
  card: CardJson,
  place: { readonly type: string; readonly target_element_id?: string | undefined },
  elements: readonly CardJson[],
): CardJson {
  const { type, target_element_id: target } = place;
  if (type === 'append' && target === undefined) {
    const body = isObject(card['body']) ? card['body'] : {};
    const now = Array.isArray(body['elements']) ? (body['elements'] as unknown[]) : [];
    return { ...card, body: { ...body, elements: [...now, ...elements] } };
  }
  if (target === undefined) throw cardErrors.parameter('target_element_id is required');
  return withElement(card, target, (element) => {
    if (type === 'insert_before') return [...elements, element];
    if (type === 'insert_after') return [element, ...elements];
    const inner = Array.isArray(element['elements']) ? (element['elements'] as unknown[]) : [];
    return [{ ...element, elements: [...inner, ...elements] }];
  });
}

/** The card with `config` and `card_link` changed where they are given. */
export function withSettings(card: CardJson, settings: CardJson): CardJson {
  const merged = (key: string) => {
    const given = settings[key];
    return isObject(given) ? { [key]: { ...(isObject(card[key]) ? card[key] : {}), ...given } } : {};
  };
  return { ...card, ...merged('config'), ...merged('card_link') };
}

/** A list of elements, given as text. @throws LarkError 200220 */
export function parsedElements(text: string): CardJson[] {
  const value = parsed(text);
  if (!Array.isArray(value) || !value.every(isObject)) throw cardErrors.notGenerated();
  return value;
}
