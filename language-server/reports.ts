import {
  DocumentDiagnosticReportKind,
  type Diagnostic,
  type DocumentDiagnosticReport,
} from 'vscode-languageserver';
import { sha256Hex, short, type Finding, type Sentences } from '../engine/evalset/index.ts';
import { diagnosticOf } from './convert.ts';

/** The diagnostics of a file, with the id by which a client says what it has. Equal diagnostics have an equal id. */
export interface FileReport {
  readonly resultId: string;
  readonly items: Diagnostic[];
}

export function reportOf(findings: readonly Finding[], language: Sentences | undefined): FileReport {
  const items = findings.map((finding) => diagnosticOf(finding, language));
  return { items, resultId: short(sha256Hex(JSON.stringify(items))) };
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
