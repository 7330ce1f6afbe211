import { inPlace, type Fixer } from './fix.ts';
import { rewrite } from './rewrite.ts';

/** A character that nobody sees goes; one that only looks like another becomes the one that is meant. */
export const characters: Fixer = (broken) => {
  const { finding, loaded, at, words } = broken;
  if (finding.data?.kind !== 'characters') return [];
  const { meant, span } = finding.data;
  const edit = rewrite(loaded.document, at, span, meant);
  if (edit === null) return [];
  const { fixes } = words;
  const title =
    meant === ''
      ? fixes.removeUnseen
      : meant === '\n'
        ? fixes.writeLineFeed
        : meant.trim() === ''
          ? fixes.writeSpace
          : fixes.change(meant);
  return [inPlace(broken, title, finding.code === 'invisible-character', [edit])];
};
