interface Mention {
  readonly key: string;
  readonly name: string;
}

type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

function parse(raw: string): Json {
  try {
    return JSON.parse(raw) as Json;
  } catch {
    return raw;
  }
}

const isObject = (value: Json | undefined): value is { readonly [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The words of a text message or of a rich one (`post`), in order. */
function words(value: Json | undefined): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return (value as readonly Json[]).map(words).join(' ');
  if (!isObject(value)) return '';
  if (value['tag'] === 'at') return typeof value['user_id'] === 'string' ? value['user_id'] : '';
  return [value['title'], value['text'], value['content']]
    .map(words)
    .filter((part) => part !== '')
    .join('\n');
}

/** A message's content as plain text, with `@name` in place of the keys of mentions. */
export function plainText(raw: string, mentions: readonly Mention[]): string {
  let text = words(parse(raw));
  // longest key first: `@_user_1` begins `@_user_12`
  for (const { key, name } of [...mentions].sort((a, b) => b.key.length - a.key.length))
    text = text.replaceAll(key, `@${name}`);
  return text.trim();
}

/** A table cell as text, whatever its type: rich text, choice, date in ms, person, link. */
export function cellText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string' || typeof value === 'boolean') return String(value);
  if (typeof value === 'number') return value > 1e11 ? dayOf(value) : String(value);
  if (Array.isArray(value)) {
    const parts = value.map(cellText).filter((part) => part !== '');
    return parts.join(value.some((part) => typeof part === 'string') ? '、' : '');
  }
  const cell = value as Record<string, unknown>;
  return cellText(cell['text'] ?? cell['name'] ?? cell['link'] ?? cell['value']);
}

const dayOf = (ms: number) => new Date(ms).toLocaleDateString('sv-SE', { timeZone: 'Asia/Shanghai' });

/** Tokens of documents and tables that a message links to. */
export function linksIn(raw: string): { readonly kind: 'docx' | 'base'; readonly token: string }[] {
  return [...raw.matchAll(/\/(docx|base)\/([A-Za-z0-9]{6,64})/gu)].map(([, kind, token]) => ({
    kind: kind === 'docx' ? 'docx' : 'base',
    token: token ?? '',
  }));
}
