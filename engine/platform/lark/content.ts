import * as z from 'zod';

export interface FlatContent {
  /** Whole text; a mention reads `@Name`. */
  readonly text: string;
  readonly attachments: readonly { kind: string; name?: string; key?: string }[];
}

const element = z.looseObject({ tag: z.string().optional(), text: z.string().optional() });
type Element = z.infer<typeof element>;
const cardLines = z.array(z.array(element));
const post = z.looseObject({ title: z.string().optional(), content: z.array(z.array(element)).optional() });

/**
 * Flattens the content of a message (a JSON string) to text. Posts come without their locale; cards give their text
 * elements in order. What is no text becomes an attachment. Content that cannot be read is kept as it stands.
 * @param names by mention key, such as `@_user_1`
 */
export function flatten(msgType: string, content: string, names: ReadonlyMap<string, string>): FlatContent {
  let value: unknown;
  try {
    value = JSON.parse(content);
  } catch {
    return { text: content, attachments: [] };
  }
  const fields = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>;
  if (msgType === 'text') {
    return {
      text: named(typeof fields['text'] === 'string' ? fields['text'] : content, names),
      attachments: [],
    };
  }
  if (msgType === 'post') return flattenPost(fields, content, names);
  if (msgType === 'interactive') return flattenCard(fields, names);
  const key = ['image_key', 'file_key', 'chat_id', 'user_id']
    .map((k) => fields[k])
    .find((v) => typeof v === 'string');
  const name = fields['file_name'];
  return {
    text: '',
    attachments: [
      {
        kind: msgType,
        ...(typeof name === 'string' ? { name } : {}),
        ...(typeof key === 'string' ? { key } : {}),
      },
    ],
  };
}

function named(text: string, names: ReadonlyMap<string, string>): string {
  // Longest key first: `@_user_1` is the head of `@_user_10`.
  return [...names.keys()]
    .sort((a, b) => b.length - a.length)
    .reduce((done, key) => done.replaceAll(key, `@${names.get(key) ?? key}`), text);
}

/** A card is read back as a title and lines of elements; anything else gives its texts in their order. */
function flattenCard(fields: Record<string, unknown>, names: ReadonlyMap<string, string>): FlatContent {
  const lines = cardLines.safeParse(fields['elements']);
  if (!lines.success) return { text: cardTexts(fields).join('\n'), attachments: [] };
  return withTitle(fields['title'], lines.data, names);
}

function withTitle(title: unknown, lines: Element[][], names: ReadonlyMap<string, string>): FlatContent {
  const attachments: { kind: string; key?: string }[] = [];
  const said = lines.map((line) => lineText(line, names, attachments));
  return {
    text: (typeof title === 'string' && title !== '' ? [title, ...said] : said).join('\n'),
    attachments,
  };
}

function lineText(
  line: readonly Element[],
  names: ReadonlyMap<string, string>,
  attachments: { kind: string; key?: string }[],
): string {
  return line
    .map((part) => {
      if (part.tag === 'img' || part.tag === 'media' || part.tag === 'file') {
        const key = part['image_key'] ?? part['file_key'];
        attachments.push({ kind: part.tag, ...(typeof key === 'string' ? { key } : {}) });
      }
      const inner = z.array(element).safeParse(part['elements']);
      return inner.success ? lineText(inner.data, names, attachments) : partText(part, names);
    })
    .join('');
}

function flattenPost(
  fields: Record<string, unknown>,
  content: string,
  names: ReadonlyMap<string, string>,
): FlatContent {
  const parsed = post.safeParse(fields);
  if (!parsed.success) return { text: content, attachments: [] };
  return withTitle(parsed.data.title, parsed.data.content ?? [], names);
}

function partText(part: Element, names: ReadonlyMap<string, string>): string {
  const of = (key: string): string => (typeof part[key] === 'string' ? part[key] : '');
  switch (part.tag) {
    case 'at': {
      const name = names.get(of('user_id')) ?? of('user_name');
      return `@${name}`;
    }
    case 'a': {
      const href = of('href');
      const text = of('text');
      return href === '' || href === text ? text : `${text} (${href})`;
    }
    case 'button':
      return `[${of('text')}]`;
    case 'emotion':
      return `[${of('emoji_type')}]`;
    case 'hr':
      return '---';
    default:
      return named(of('text'), names);
  }
}

function cardTexts(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(cardTexts);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    (key === 'content' || key === 'text') && typeof inner === 'string' ? [inner] : cardTexts(inner),
  );
}
