import {
  DiagnosticSeverity,
  DocumentDiagnosticReportKind,
  type Diagnostic,
  type DocumentDiagnosticReport,
} from 'vscode-languageserver';
import { sha256Hex, short, type Finding } from '../engine/evalset/index.ts';
import { diagnosticOf } from './convert.ts';
import type { Words } from './l10n/words.ts';

/** The diagnostics of a file, with the id by which a client says what it has. Equal diagnostics have an equal id. */
export interface FileReport {
  readonly resultId: string;
  readonly items: Diagnostic[];
}

/** More than this nobody reads, and an editor would be busy with them. */
export const MOST = 1000;

export function reportOf(findings: readonly Finding[], words: Words): FileReport {
  const shown = weightiest(findings);
  const items = shown.map((finding) => diagnosticOf(finding, words.findings));
  const left = findings.length - shown.length;
  if (left > 0) items.unshift(moreFindings(words.moreFindings(left)));
  return { items, resultId: short(sha256Hex(JSON.stringify(items))) };
}

/** The findings that are shown, in their order: errors before warnings, those before the rest. */
function weightiest(findings: readonly Finding[]): readonly Finding[] {
  if (findings.length <= MOST) return findings;
  const shown = new Set(
    (['error', 'warning', 'info'] as const)
      .flatMap((severity) => findings.filter((finding) => finding.severity === severity))
      .slice(0, MOST),
  );
  return findings.filter((finding) => shown.has(finding));
}

function moreFindings(message: string): Diagnostic {
  const start = { line: 0, character: 0 };
  return {
    range: { start, end: start },
    severity: DiagnosticSeverity.Information,
    source: 'sundowner',
    code: 'more-findings',
    message,
  };
}

/** The report as the protocol has it: `unchanged` when the client has it already. */
export function protocolReport(
  { resultId, items }: FileReport,
  previous: string | undefined,
): DocumentDiagnosticReport {
  return previous === resultId
    ? { kind: DocumentDiagnosticReportKind.Unchanged, resultId }
    : { kind: DocumentDiagnosticReportKind.Full, resultId, items };
}
