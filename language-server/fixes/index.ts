import { pathIn, type Finding } from '../../engine/evalset/index.ts';
import type { Words } from '../l10n/words.ts';
import type { AuthorFile } from '../project/author-file.ts';
import { characters } from './characters.ts';
import { eaten, eatenWhole } from './eaten.ts';
import { type Fix, type Fixer } from './fix.ts';
import { addRule, duplicateKey, makeKey, missingKey } from './keys.ts';
import { acceptVersion, restorePinned, showPinDiff } from './pin.ts';
import { acceptScript, restoreScript } from './script.ts';
import { textThatIsNoYaml } from './syntax.ts';
import { misspelt, unquoted } from './words.ts';

/** Fixers by the code of a finding. */
const BY_CODE: Readonly<Record<string, readonly Fixer[]>> = {
  'eaten-prompt': [eaten],
  'wrong-type': [eatenWhole],
  'duplicate-key': [duplicateKey],
  syntax: [textThatIsNoYaml],
};

/** Fixers by what a finding knows. A new fix is a file and a line. */
const BY_DATA: Readonly<Record<NonNullable<Finding['data']>['kind'], readonly Fixer[]>> = {
  misspelt: [misspelt],
  dangling: [misspelt, makeKey],
  unquoted: [unquoted],
  'missing-key': [missingKey],
  'no-rule': [addRule],
  pin: [restorePinned, acceptVersion, showPinDiff],
  characters: [characters],
  script: [restoreScript, acceptScript],
};

/** The ways out of a finding, the best first. */
export function fixesOf(file: AuthorFile, finding: Finding, words: Words, commands = false): Fix[] {
  const { loaded } = file;
  const at = pathIn(loaded.document.value, finding.pointer);
  const fixers = [
    ...(Object.hasOwn(BY_CODE, finding.code) ? (BY_CODE[finding.code] ?? []) : []),
    ...(finding.data === undefined ? [] : BY_DATA[finding.data.kind]),
  ];
  return fixers.flatMap((fixer) => fixer({ file, loaded, finding, at, words, commands }));
}
