import { CompletionItemKind } from 'vscode-languageserver';
import { CODES, toldIn } from '../../engine/evalset/index.ts';
import type { Asked, Proposal } from './asked.ts';
import { comma, keyWritten } from './write.ts';

/** The codes whose severity an evalset may set, each with what it finds. */
export function ruleCodes(asked: Asked): Proposal[] {
  const { kind, place, words } = asked;
  if (kind !== 'evalset' || place.path.length !== 1 || place.path[0] !== 'rules') return [];
  return [...CODES.values()]
    .filter(({ code, fixed }) => !fixed && !place.present.has(code))
    .map(({ code, severity, what }) => ({
      label: code,
      kind: CompletionItemKind.EnumMember,
      detail: severity,
      documentation: toldIn(what, words.findings),
      insert: keyWritten(asked, code, 'choice') + comma(asked),
      snippet: true,
    }));
}
