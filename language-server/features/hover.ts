import { MarkupKind, type Hover, type Position } from 'vscode-languageserver';
import { KINDS } from '../../schemas/kinds.ts';
import { nodeAt, type NodeAt } from '../../engine/evalset/index.ts';
import type { Feature } from '../context.ts';
import { offsetOf, rangeOf } from '../convert.ts';
import type { AuthorFile } from '../project/author-file.ts';
import { describe, type Description } from '../schema/describe.ts';
import { modelsAt } from '../schema/walk.ts';

/** What a key or value means, from the model of the file. */
export const hover: Feature = {
  capabilities: () => ({ hoverProvider: true }),
  register({ connection, project, answer }) {
    connection.onHover(
      answer(
        'hover',
        async ({ textDocument, position }) => hoverAt(await project.file(textDocument.uri), position),
        () => null,
      ),
    );
  },
};

export function hoverAt(file: AuthorFile | null, position: Position): Hover | null {
  if (file === null || !file.ours || file.loaded.kind === undefined) return null;
  const { document, kind } = file.loaded;
  const at = nodeAt(document.tree, offsetOf(document, position));
  if (at === null || isProse(at)) return null;
  const description = describe(modelsAt(KINDS[kind].schema, document.value, at.path));
  if (description === null) return null;
  const value = markdownOf(at, description);
  return { contents: { kind: MarkupKind.Markdown, value }, range: rangeOf(document, at.range) };
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
  const heading = [key === undefined ? '' : `**${escaped(key)}**`, description.title ?? '']
    .filter((part) => part !== '')
    .join(' · ');
  return [heading, description.text ?? '', facts.join(' · ')].filter((part) => part !== '').join('\n\n');
}

const code = (value: unknown): string => `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``;
const article = (word: string): string => `${/^[aeiou]/.test(word) ? 'an' : 'a'} ${word}`;
/** A key is an author's text: it must not become a link or an image. */
const escaped = (text: string): string => text.replace(/[\\`*_{}[\]()#+\-.!<>|~&]/g, '\\$&');
