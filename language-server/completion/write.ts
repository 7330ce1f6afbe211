import type { Asked } from './asked.ts';
import { escaped } from './asked.ts';
import type { Form } from '../schema/members.ts';

/** A value as it is written at a place: in the quotes that stand there, or in such as it needs. */
export function written({ place, text }: Asked, value: string | number | boolean | null): string {
  if (typeof value !== 'string') return JSON.stringify(value);
  const quote = place.style === 'json' ? '"' : text.charAt(place.from);
  if (quote === '"') return JSON.stringify(value);
  if (quote === "'" || !isPlain(value)) return `'${value.replaceAll("'", "''")}'`;
  return value;
}

/** Whether a word can stand in YAML without quotes, in brackets too, and stays the text that it is. */
export function isPlain(word: string): boolean {
  if (/^(true|false|null|[-+]?(\d+(\.\d*)?|\.\d+)(e[-+]?\d+)?|0o[0-7]+|0x[\da-f]+)$/i.test(word))
    return false;
  return /^[\p{L}\p{N}_][\p{L}\p{N}_./·-]*$/u.test(word);
}

/** A key with what follows it, as a snippet; `lead` stands before it (the dash of a new item). */
export function keyWritten(asked: Asked, key: string, form: Form, lead = ''): string {
  const { place } = asked;
  const name = escaped(written(asked, key));
  if (place.colon) return `${lead}${name}`;
  if (place.style !== 'block') return `${name}: ${inFlow(form, place.style === 'json')}`;
  const indent = ' '.repeat(place.column + lead.length + 2);
  switch (form) {
    case 'letter':
      return `${lead}${name}: |-\n${indent}$0`;
    case 'map':
      return `${lead}${name}:\n${indent}$0`;
    case 'maps':
      return `${lead}${name}:\n${indent}- $0`;
    case 'letters':
      return `${lead}${name}:\n${indent}- |-\n${indent}  $0`;
    case 'list':
      return `${lead}${name}: [$0]`;
    default:
      return `${lead}${name}: $0`;
  }
}

function inFlow(form: Form, json: boolean): string {
  const quote = json ? '"' : "'";
  switch (form) {
    case 'map':
      return '{ $0 }';
    case 'maps':
      return '[{ $0 }]';
    case 'list':
      return '[$0]';
    case 'letters':
      return `[${quote}$0${quote}]`;
    case 'letter':
      return `${quote}$0${quote}`;
    case 'text':
    case 'choice':
      return json ? '"$0"' : '$0';
    default:
      return '$0';
  }
}

/** A comma that has to follow what is inserted into brackets, or nothing. */
export function comma({ place, text }: Asked): string {
  if (place.style === 'block' || place.colon) return '';
  const next = /^\s*(.)/s.exec(text.slice(place.to, place.to + 2000))?.[1];
  return next === undefined || ',}]:'.includes(next) ? '' : ',';
}

/** Where a comma is missing before what is inserted; null when none is. */
export function commaBefore({ place, text }: Asked): number | null {
  if (place.style === 'block') return null;
  let at = place.from;
  while (at > 0 && /\s/.test(text.charAt(at - 1))) at -= 1;
  return at > 0 && /["'\d}\]\p{L}]/u.test(text.charAt(at - 1)) && place.what === 'key' ? at : null;
}
