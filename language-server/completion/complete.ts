import {
  InsertTextFormat,
  InsertTextMode,
  TextEdit,
  type CompletionItem,
  type CompletionList,
} from 'vscode-languageserver';
import type { SourceDocument } from '../../engine/evalset/index.ts';
import { KINDS } from '../../schemas/kinds.ts';
import { rangeOf } from '../convert.ts';
import type { Words } from '../l10n/words.ts';
import { placeIn, type Place, type PlaceIn } from '../place/place.ts';
import { yamlPlace } from '../place/yaml.ts';
import type { AuthorFile } from '../project/author-file.ts';
import { modelsAt } from '../schema/walk.ts';
import type { Asked, Proposal } from './asked.ts';
import { keyProposals, lookedUpKeys } from './keys.ts';
import { ownKeyProposals, ownValueProposals } from './own.ts';
import { pathProposals } from './paths.ts';
import { ruleCodes } from './rule-codes.ts';
import { lineOfProse, proseProposals } from './prose.ts';
import { frontOf, sectionProposals } from './skill.ts';
import { snippetProposals } from './snippets.ts';
import { valueProposals } from './values.ts';

/** What may stand at an offset of a file. */
export function complete(
  file: AuthorFile,
  offset: number,
  words: Words,
  today: string,
  snippets: boolean,
  paths: readonly string[] = [],
): CompletionList | null {
  const { document, kind } = file.loaded;
  if (!file.ours || file.frozen || kind === undefined) return null;
  const { text, base, place } = placeOf(document, offset);
  if (place === null) return document.format === 'markdown' ? inSkill(file, offset, words, snippets) : null;
  const root = KINDS[kind].schema;
  const models = modelsAt(root, place.value, place.path);
  const asked: Asked = {
    file,
    kind,
    text,
    base,
    offset: offset - base,
    place,
    models,
    words,
    today,
    snippets,
    paths,
  };
  const line = lineOfProse(asked);
  const proposals = line === null ? proposalsAt(asked, place) : proseProposals(asked, line);
  return {
    // Dates are made of the number that is typed.
    isIncomplete: line?.includes('{{') === true,
    items: proposals.map((proposal) => itemOf(asked, proposal)),
  };
}

/** The place of an offset, and the text in which its offsets count. */
function placeOf(document: SourceDocument, offset: number): PlaceIn {
  if (document.format !== 'markdown') return placeIn(document, offset);
  const { text } = document;
  return { text, base: 0, place: skillPlace(text, offset) };
}

/** A place in the front matter of a skill, as one in its model. */
function skillPlace(text: string, offset: number): Place | null {
  const front = frontOf(text);
  if (front === null || offset < front.from || offset > front.from + front.text.length) return null;
  const place = yamlPlace(front.text, offset - front.from);
  if (place === null) return null;
  const { from, to, path, value } = place;
  return {
    ...place,
    path: ['front', ...path],
    value: { front: value },
    from: from + front.from,
    to: to + front.from,
  };
}

/** Headings of the body of a skill. */
function inSkill(file: AuthorFile, offset: number, words: Words, snippets: boolean): CompletionList {
  const { document } = file.loaded;
  const { text } = document;
  const front = frontOf(text);
  const inFront = front !== null && offset < front.from + front.text.length;
  const proposals = inFront ? [] : sectionProposals(text, offset, words);
  return {
    isIncomplete: false,
    items: proposals.map(({ insert, snippet: _snippet, from = offset, to = offset, ...item }) => ({
      ...item,
      insertTextFormat: snippets ? InsertTextFormat.Snippet : InsertTextFormat.PlainText,
      insertTextMode: InsertTextMode.asIs,
      textEdit: TextEdit.replace(rangeOf(document, { from, to }), snippets ? insert : plainOf(insert)),
    })),
  };
}

function proposalsAt(asked: Asked, place: Place): Proposal[] {
  if (place.what === 'text') return [];
  const { models, kind } = asked;
  const inItem = { ...place, path: [...place.path, 0] };
  const items = modelsAt(KINDS[kind].schema, place.value, inItem.path);
  const isList =
    items.length > 0 &&
    models.some((model) => (model as { _zod: { def: { type: string } } })._zod.def.type === 'array');
  if (place.what === 'value') {
    const own = [
      ...(place.item ? snippetProposals(asked) : []),
      ...valueProposals(asked, models),
      ...ownValueProposals(asked),
      ...pathProposals(asked),
    ];
    if (!isList || place.style === 'json') return own;
    return [...own, ...valueProposals(asked, items, (value) => `[${value}]`)];
  }
  if (isList && place.style === 'block') {
    // A new item, its dash with it.
    const inside: Asked = { ...asked, models: items, place: { ...inItem, present: new Set() } };
    return [
      ...snippetProposals(inside, '- '),
      ...keyProposals(inside, '- '),
      ...ownKeyProposals(inside, '- '),
      ...valueProposals(inside, items, (value) => `- ${value}`),
      ...pathProposals(inside, (value) => `- ${value}`),
    ];
  }
  return [
    ...snippetProposals(asked),
    ...keyProposals(asked),
    ...ownKeyProposals(asked),
    ...lookedUpKeys(asked),
    ...ruleCodes(asked),
    // A value on a line of its own, or an item.
    ...(place.present.size === 0 && !place.colon
      ? [...valueProposals(asked, models), ...pathProposals(asked)]
      : []),
  ];
}

function itemOf(asked: Asked, { insert, snippet, from, to, data, ...item }: Proposal): CompletionItem {
  const { place, text, base, snippets, offset } = asked;
  const { document } = asked.file.loaded;
  const range = { from: from ?? place.from, to: to ?? place.to };
  // An edit of a completion stays on its line.
  const end = text.indexOf('\n', range.from);
  if (end >= 0 && range.to > end) range.to = Math.max(end, offset);
  const isSnippet = snippet === true && snippets;
  const quote = /^["']/.exec(text.slice(range.from, range.from + 1))?.[0] ?? '';
  const added = data as { comma?: number } | undefined;
  return {
    ...item,
    // What is typed with its quote is compared with it.
    ...(quote === '' || range.from === offset ? {} : { filterText: `${quote}${item.label}${quote}` }),
    insertTextFormat: isSnippet ? InsertTextFormat.Snippet : InsertTextFormat.PlainText,
    insertTextMode: InsertTextMode.asIs,
    textEdit: TextEdit.replace(
      rangeOf(document, { from: range.from + base, to: range.to + base }),
      snippet === true && !snippets ? plainOf(insert) : insert,
    ),
    ...(added?.comma === undefined
      ? data === undefined
        ? {}
        : { data: data as unknown }
      : {
          additionalTextEdits: [TextEdit.insert(document.positionAt(added.comma + base), ',')],
        }),
  };
}

/** A snippet without its places, for a client that has none. */
export function plainOf(snippet: string): string {
  return snippet
    .replace(/\$\{\d+\|([^,|]*)[^|]*\|\}/g, '$1')
    .replace(/(?<!\\)\$\{\d+:((?:[^}\\]|\\.)*)\}/g, '$1')
    .replace(/(?<!\\)\$(?:\{\d+\}|\d+)/g, '')
    .replace(/\\([\\$}])/g, '$1');
}
