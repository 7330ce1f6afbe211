import { ASKER, isFileName, type LoadedFile, type Register } from '../../engine/evalset/index.ts';
import type { Words } from '../l10n/words.ts';
import { keysOfRegister, occurrencesOf, type Occurrence } from './occurrences.ts';

/** Why a key cannot get a name, in words; null when it can. */
export function whyNot(
  files: readonly LoadedFile[],
  { mark: { register, key } }: Occurrence,
  name: string,
  words: Words,
  nameOf: (path: string) => string,
): string | null {
  const kept = fixed(register, key, words);
  if (kept !== null) return kept;
  if (!isFileName(name)) return words.renameUnsafe(name);
  if (name === key) return null;
  const word = fixed(register, name, words);
  if (word !== null) return word;
  if (keysOfRegister(files, register).has(name)) return words.renameTaken(words.registers[register], name);
  // A file that cannot be read whole may hide places of the key.
  const broken = files.find(({ document }) => document.problems.some((problem) => problem.fatal));
  return broken === undefined ? null : words.renameBroken(nameOf(broken.document.path));
}

/** Why a key keeps its name, if it does: a word that stands for whoever asks is no name, and a skill has its folder's. */
export function fixed(register: Register, key: string, words: Words): string | null {
  if (register === 'skill') return words.renameSkill(key);
  return register === 'actor' && key === ASKER ? words.renameFixed(key) : null;
}

/** New texts of a key, by the path of the file. Quotes stay, and come where a plain name would be read as no text. */
export function renamed(
  files: readonly LoadedFile[],
  { mark: { register, key } }: Occurrence,
  name: string,
): Map<string, { readonly range: Occurrence['range']; readonly newText: string }[]> {
  const edits = new Map<string, { readonly range: Occurrence['range']; readonly newText: string }[]>();
  for (const { file, mark, range, plain } of occurrencesOf(files, register, key)) {
    const { path } = file.document;
    const quoted = plain && mark.what === 'value' && mark.span.from === 0 && isNoText(name);
    const here = edits.get(path) ?? [];
    here.push({ range, newText: quoted ? `'${name}'` : name });
    edits.set(path, here);
  }
  return edits;
}

/** Whether YAML reads a plain word as a number, a truth value or nothing. */
const isNoText = (word: string): boolean =>
  /^(true|false|null|[-+]?(\d+(\.\d*)?|\.\d+)(e[-+]?\d+)?|0o[0-7]+|0x[\da-f]+)$/i.test(word);
