import { TextEdit } from 'vscode-languageserver';
import { find, rangeFrom } from '../../engine/evalset/index.ts';
import { isPlain } from '../completion/write.ts';
import { rangeOf } from '../convert.ts';
import { inPlace, type Fixer } from './fix.ts';

/** A mistyped word becomes the one that was meant; quotes that stand around it stay. */
export const misspelt: Fixer = (broken) => {
  const { finding, words } = broken;
  const { data } = finding;
  const meant = data?.kind === 'misspelt' || data?.kind === 'dangling' ? data.meant : undefined;
  if (meant === undefined) return [];
  // A key that is in no register may also be one that is still to be made.
  const preferred = data?.kind === 'misspelt' && finding.severity === 'error';
  return [inPlace(broken, words.fixes.change(meant), preferred, [replaced(broken, meant)])];
};

function replaced({ loaded, finding: { range, data } }: Parameters<Fixer>[0], meant: string): TextEdit {
  const { document } = loaded;
  const old = document.text.slice(document.offsetAt(range.start), document.offsetAt(range.end));
  const quote = /^(["']).*\1$/s.exec(old)?.[1];
  if (quote === '"') return TextEdit.replace(range, JSON.stringify(meant));
  if (quote === "'") return TextEdit.replace(range, `'${meant.replaceAll("'", "''")}'`);
  // Inside a text the word stands as it is.
  const inText = data?.kind === 'misspelt' && /[[{]/.test(meant.charAt(0));
  return TextEdit.replace(range, inText || isPlain(meant) ? meant : `'${meant.replaceAll("'", "''")}'`);
}

/** A number that was meant as a text gets quotes. */
export const unquoted: Fixer = (broken) => {
  const { loaded, at, finding, words } = broken;
  const { document } = loaded;
  if (finding.data?.kind !== 'unquoted' || document.tree === undefined) return [];
  const { node, base, whole } = find(document.tree, at);
  if (!whole || node.type !== 'scalar') return [];
  const range = rangeFrom(node, base);
  const source = document.text.slice(range.from, range.to);
  const text = document.format === 'json' ? JSON.stringify(source) : `'${source}'`;
  return [inPlace(broken, words.fixes.quote, true, [TextEdit.replace(rangeOf(document, range), text)])];
};
