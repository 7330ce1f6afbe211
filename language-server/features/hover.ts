import { MarkupKind, type Hover, type Position } from 'vscode-languageserver';
import { KINDS, type KindName } from '../../schemas/kinds.ts';
import { CODES, nodeAt, toldIn, type NodeAt } from '../../engine/evalset/index.ts';
import type { Feature } from '../context.ts';
import { aboutKey } from '../keys/about.ts';
import { holds, keyAt, type Occurrence } from '../keys/occurrences.ts';
import type { Words } from '../l10n/words.ts';
import { lettersIn } from '../letters.ts';
import { code, plainText } from '../markdown.ts';
import { pinHover } from '../prose/pin-hover.ts';
import { hoversOf } from '../prose/hovers.ts';
import { offsetOf, rangeOf } from '../convert.ts';
import type { AuthorFile } from '../project/author-file.ts';
import { describe, type Description } from '../schema/describe.ts';
import { describeOwn, ownSchemasAt, type OwnDescription } from '../schema/own.ts';
import { modelsAt } from '../schema/walk.ts';

/** What a key or value means, from the model of the file. */
export const hover: Feature = {
  capabilities: () => ({ hoverProvider: true }),
  register({ connection, project, answer, words, host }) {
    connection.onHover(
      answer(
        'hover',
        async ({ textDocument, position }) =>
          hoverAt(await project.file(textDocument.uri), position, words, host.today()),
        () => null,
      ),
    );
  },
};

export function hoverAt(
  file: AuthorFile | null,
  position: Position,
  words: Words,
  today: string,
): Hover | null {
  if (file === null || !file.ours || file.loaded.kind === undefined) return null;
  const pinned = pinHover(file, position);
  if (pinned !== null) return pinned;
  const { document, kind } = file.loaded;
  const at = nodeAt(document.tree, offsetOf(document, position));
  if (at === null) return null;
  const inText = hoverInText(file, at, position, words, today);
  if (inText !== null || isProse(at)) return inText;
  const description = describe(modelsAt(KINDS[kind].schema, document.value, at.path));
  const own = ownSchemasAt(file.loaded, at.path);
  if (description === null && own.length === 0) return null;
  const key = keyAt(file, position);
  const value = [
    ...(key === null ? [] : cardOf(file, key, words)),
    ...(description === null
      ? []
      : [markdownOf(at, { ...description, text: ruleText(kind, at, words) ?? description.text })]),
    ...(own.length === 0 ? [] : [ownMarkdown(at, describeOwn(own), description === null)]),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
  if (value === '') return null;
  return { contents: { kind: MarkupKind.Markdown, value }, range: rangeOf(document, at.range) };
}

/** What the findings of a code are about, at its severity in an evalset. */
function ruleText(kind: KindName, { path }: NodeAt, words: Words): string | undefined {
  const info = kind === 'evalset' && path[0] === 'rules' ? CODES.get(String(path[1])) : undefined;
  return info === undefined ? undefined : toldIn(info.what, words.findings);
}

/** What a key stands for: a person, a group, an asset, a case. */
function cardOf(file: AuthorFile, { mark: { register, key } }: Occurrence, words: Words): string[] {
  const about = aboutKey(file, register, key);
  if (about === null) return [];
  const heading = `**${plainText(about.title === '' ? key : about.title)}** · ${words.registers[register]} ${code(key)}`;
  return [heading, ...about.lines, '---'];
}

/** A date's day, and what a tag means, inside a text that is kept to the letter. */
function hoverInText(
  file: AuthorFile,
  at: NodeAt,
  position: Position,
  words: Words,
  today: string,
): Hover | null {
  if (at.what === 'key' || at.node.type !== 'scalar') return null;
  for (const { path, value, place } of lettersIn(file.loaded, { start: position, end: position })) {
    if (!holds(place({ from: 0, to: value.length }), position)) continue;
    for (const { span, text } of hoversOf(String(path.at(-1)), value, file, words, today)) {
      const range = place(span);
      if (holds(range, position)) return { contents: { kind: MarkupKind.Markdown, value: text }, range };
    }
  }
  return null;
}

/** Inside a long text its field's meaning would only stand in the way; whole maps and lists have keys to ask at. */
function isProse({ what, node }: NodeAt): boolean {
  if (what === 'key') return false;
  if (node.type !== 'scalar') return node.type !== 'alias';
  return node.style === 'literal' || node.style === 'folded' || String(node.value).includes('\n');
}

function markdownOf(at: NodeAt, description: Description): string {
  const key = at.path.findLast((step) => typeof step === 'string');
  const value = at.what === 'value' && at.node.type === 'scalar' ? at.node.value : undefined;
  const choices = description.choices.map((choice) =>
    choice === value ? `**${code(choice)}**` : code(choice),
  );
  const facts = [
    description.type + (description.optional ? ', optional' : ''),
    ...(choices.length > 0 ? [`one of ${choices.join(', ')}`] : []),
    ...(description.default === undefined ? [] : [`default ${code(description.default)}`]),
    ...(description.refers === undefined ? [] : [`key of ${article(description.refers)}`]),
    ...(description.verbatim ? ['kept to the letter'] : []),
  ];
  const heading = [key === undefined ? '' : `**${plainText(key)}**`, description.title ?? '']
    .filter((part) => part !== '')
    .join(' · ');
  return [heading, description.text ?? '', facts.join(' · ')].filter((part) => part !== '').join('\n\n');
}

/** What the author's own schemas say; their key is named where nothing of ours is. */
function ownMarkdown(at: NodeAt, { title, text, type, choices }: OwnDescription, alone: boolean): string {
  const key = at.path.findLast((step) => typeof step === 'string');
  const heading = [alone && key !== undefined ? `**${plainText(key)}**` : '', plainText(title ?? '')];
  const facts = [type, ...(choices.length > 0 ? [`one of ${choices.map(code).join(', ')}`] : [])];
  const line = (parts: readonly string[]) => parts.filter((part) => part !== '').join(' · ');
  return [line(heading), plainText(text ?? ''), line(facts)].filter((part) => part !== '').join('\n\n');
}

const article = (word: string): string => `${/^[aeiou]/.test(word) ? 'an' : 'a'} ${word}`;
