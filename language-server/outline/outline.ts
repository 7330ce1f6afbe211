import path from 'node:path';
import { cardsIn, messageIn, type InspectedEvalset } from '../../engine/evalset/index.ts';
import { rangeOf } from '../convert.ts';
import type { Words } from '../l10n/words.ts';
import { nameIn } from '../project/project.ts';
import { uriOf } from '../project/uris.ts';
import type { CaseOutline, EvalsetOutline } from '../protocol.ts';
import { titleOf } from './cases-in.ts';
import { fieldsOf, textOf } from './values.ts';

/** An evalset with its cases in their order, as far as it can be read. `openUri`: the URI of a path that is open. */
export function outlineOf(
  root: string,
  { loaded, view, findings }: InspectedEvalset,
  openUri: (path: string) => string | undefined,
  words: Words,
): EvalsetOutline {
  const error = findings.find((finding) => finding.severity === 'error');
  const head = loaded.files.find(({ kind }) => kind === 'evalset')?.document;
  const named = fieldsOf(head?.value);
  const cases = loaded.files.flatMap(({ document, kind }): CaseOutline[] => {
    if (kind === undefined) return [];
    const uri = openUri(document.path) ?? uriOf(document.path);
    return cardsIn(kind, document.value).flatMap(({ at, card }) => {
      const id = textOf(card['case_id']);
      if (id === '') return [];
      const group = textOf(card['group_key']);
      return [
        {
          id,
          title: titleOf(card),
          storyline: textOf(card['storyline']),
          group,
          groupName: view.world?.value.groups[group]?.name ?? group,
          uri,
          idRange: rangeOf(document, document.locate([...at, 'case_id'])),
          range: rangeOf(document, document.locate(at)),
        },
      ];
    });
  });
  return {
    root,
    name: textOf(named['name']) || path.basename(root),
    version: textOf(named['version']),
    file: head?.path ?? path.join(root, 'evalset', 'cases.json'),
    cases,
    error:
      error === undefined
        ? null
        : `${nameIn(root, error.file)}:${error.range.start.line + 1}: ${messageIn(error, words.findings)}`,
  };
}
