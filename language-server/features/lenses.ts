import { CodeLensRefreshRequest, type CodeLens } from 'vscode-languageserver';
import { cardsIn, parseCheckpoints } from '../../engine/evalset/index.ts';
import type { Feature } from '../context.ts';
import { rangeOf } from '../convert.ts';
import type { Words } from '../l10n/words.ts';
import type { AuthorFile } from '../project/author-file.ts';

/** *Run case* over a case's id, and what it is judged by over its checkpoints. */
export const lenses: Feature = {
  capabilities: () => ({ codeLensProvider: { resolveProvider: false } }),
  register({ connection, client, project, answer, words }) {
    connection.onCodeLens(
      answer(
        'lenses',
        async ({ textDocument }) => lensesOf(await project.file(textDocument.uri), words),
        () => [],
      ),
    );
    // The client asks again after its own edits. What the disk did it has to be told: a card may be of an evalset now.
    if (client.workspace?.codeLens?.refreshSupport === true)
      project.onChange((what) => {
        if (what === 'disk') connection.sendRequest(CodeLensRefreshRequest.type).catch(() => undefined);
      });
  },
};

export function lensesOf(file: AuthorFile | null, words: Words): CodeLens[] {
  if (file === null || !file.ours || file.frozen || file.loaded.kind === undefined) return [];
  const { document, kind } = file.loaded;
  return cardsIn(kind, document.value).flatMap(({ at, card }) => {
    const lens = (key: string, title: string, command = '', args?: unknown[]): CodeLens => ({
      range: rangeOf(document, document.locate([...at, key], { what: 'key' })),
      command: { title, command, ...(args === undefined ? {} : { arguments: args }) },
    });
    const { case_id: caseId, checkpoints_raw: raw } = card;
    const found: CodeLens[] = [];
    // A card alone has no world to be played in.
    if (file.evalset !== null && typeof caseId === 'string' && caseId !== '')
      found.push(
        lens('case_id', `$(play) ${words.runCase}`, 'sundowner.runCase', [{ uri: file.uri, caseId }]),
      );
    if (typeof raw === 'string') found.push(lens('checkpoints_raw', summaryOf(raw, words)));
    return found;
  });
}

/** `5 required · 1 deduction · 1 veto · gate CP5` */
export function summaryOf(raw: string, words: Words): string {
  const { points } = parseCheckpoints(raw);
  const count = (kind: string) => points.filter((point) => point.kind === kind).length;
  const gates = points.filter((point) => point.delivery_gate).map((point) => point.id);
  const [required, deductions, vetoes] = [count('required'), count('deduction'), count('veto')];
  const parts = [
    ...(required > 0 ? [words.required(required)] : []),
    ...(deductions > 0 ? [words.deductions(deductions)] : []),
    ...(vetoes > 0 ? [words.vetoes(vetoes)] : []),
    ...(gates.length > 0 ? [words.gates(gates)] : []),
  ];
  return parts.length > 0 ? parts.join(' · ') : words.noPoints;
}
