import path from 'node:path';
import { CompletionItemKind } from 'vscode-languageserver';
import { KINDS_OF_WORD } from '../../engine/evalset/index.ts';
import { detectKind, type KindName } from '../../schemas/kinds.ts';
import type { Asked, Proposal } from './asked.ts';
import { written } from './write.ts';

/** Keys of `evalset.yaml` that name files, and the kinds of files that may stand there. */
const WANTED: Readonly<Record<string, readonly KindName[]>> = { ...KINDS_OF_WORD, schemas: [] };

/** Files of the evalset's folder that may be named at the place: those of the right kind first, none of another kind. */
export function pathProposals(asked: Asked, wrap = (value: string): string => value): Proposal[] {
  const { kind, place, paths, file, text } = asked;
  const wanted = typeof place.path[0] === 'string' ? WANTED[place.path[0]] : undefined;
  if (kind !== 'evalset' || wanted === undefined || place.path.length > 2) return [];
  const named = namesIn(file.loaded.document.value);
  const space = text.charAt(place.from - 1) === ':' && place.style !== 'json' ? ' ' : '';
  return paths.flatMap((name) => {
    const is = detectKind(name, undefined);
    const fits = is !== undefined && wanted.includes(is);
    // A name that tells nothing may be anything that is not told apart by its name.
    if (!fits && (is !== undefined || !/\.(ya?ml|json)$/i.test(name))) return [];
    return [
      {
        label: name,
        kind: CompletionItemKind.File,
        detail: path.posix.basename(name),
        // What the evalset names already is rarely named twice.
        sortText: `${named.has(name) ? 2 : fits ? 0 : 1}${name}`,
        insert: space + wrap(written(asked, name)),
      },
    ];
  });
}

function namesIn(value: unknown): ReadonlySet<string> {
  const names = new Set<string>();
  const add = (item: unknown): void => {
    if (typeof item === 'string') names.add(item);
    else if (typeof item === 'object' && item !== null) Object.values(item).forEach(add);
  };
  if (typeof value === 'object' && value !== null)
    for (const key of Object.keys(WANTED)) add((value as Record<string, unknown>)[key]);
  return names;
}
