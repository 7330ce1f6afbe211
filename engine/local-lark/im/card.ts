import { im } from './errors.ts';
import type { MentionList } from './mentions.ts';

type Json = Readonly<Record<string, unknown>>;
type Element = Record<string, unknown>;

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function text(value: unknown): string {
  if (typeof value === 'string') return value;
  return isObject(value) && typeof value['content'] === 'string' ? value['content'] : '';
}

function list(value: unknown): Json[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

/** Splits lark_md into texts, links and mentions. */
function rich(markdown: string, mentions: MentionList): Element[] {
  const marked = mentions.inText(markdown);
  return marked
    .split(/(@_user_\d+|(?<!!)\[[^\]\n]+\]\(https?:[^\s)]+\))/)
    .filter((part) => part !== '')
    .map((part) => {
      if (/^@_user_\d+$/.test(part)) return { tag: 'at', user_id: part, user_name: '' };
      const link = /^\[([^\]\n]+)\]\((https?:[^\s)]+)\)$/.exec(part);
      return link === null ? { tag: 'text', text: part } : { tag: 'a', href: link[2], text: link[1] };
    });
}

/** What is chosen from: the texts of its options, and what stands there before. */
function chosen(component: Json): Element {
  const options = list(component['options']).map((option) => text(option['text']));
  return {
    tag: component['tag'],
    ...(component['tag'] === 'date_picker' ? {} : { options }),
    ...(component['placeholder'] === undefined ? {} : { placeholder: text(component['placeholder']) }),
    ...(typeof component['initial_date'] === 'string' ? { initial_date: component['initial_date'] } : {}),
  };
}

/** The simplified lines by which one component of a card is read back. */
function lines(component: Json, mentions: MentionList): Element[][] {
  switch (component['tag']) {
    case 'markdown':
    case 'plain_text':
    case 'lark_md':
      return [rich(text(component), mentions)];
    case 'div': {
      const own = component['text'] === undefined ? [] : [rich(text(component['text']), mentions)];
      return [...own, ...list(component['fields']).map((field) => rich(text(field['text']), mentions))];
    }
    case 'hr':
      return [[{ tag: 'hr' }]];
    case 'img':
      return [[{ tag: 'img', image_key: component['img_key'] ?? component['image_key'] ?? '' }]];
    case 'note':
      return [
        [{ tag: 'note', elements: list(component['elements']).flatMap((e) => lines(e, mentions).flat()) }],
      ];
    case 'action':
      return [list(component['actions']).flatMap((e) => lines(e, mentions).flat())];
    case 'select_static':
    case 'overflow':
    case 'date_picker':
      return [[chosen(component)]];
    case 'button':
      return [[{ tag: 'button', text: text(component['text']), type: component['type'] ?? 'default' }]];
    default:
      // columns, forms, collapsible panels: what they hold
      return ['elements', 'columns'].flatMap((key) =>
        list(component[key]).flatMap((e) => lines(e, mentions)),
      );
  }
}

/** A card is read back as `{title, elements}`: a list of lines, whatever schema it was written in. */
export function cardContent(card: unknown, mentions: MentionList): string {
  if (!isObject(card)) throw im.invalidParameter('invalid card content');
  const header = isObject(card['header']) ? card['header'] : {};
  const body = isObject(card['body']) ? card['body']['elements'] : card['elements'];
  return JSON.stringify({
    title: text(header['title']),
    elements: list(body)
      .flatMap((e) => lines(e, mentions))
      .filter((line) => line.length > 0),
  });
}
