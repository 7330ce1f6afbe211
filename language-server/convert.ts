import { DiagnosticSeverity, type Diagnostic, type Position, type Range } from 'vscode-languageserver';
import type { Finding, OffsetRange, SourceDocument } from '../engine/evalset/index.ts';

const SEVERITIES: Readonly<Record<Finding['severity'], DiagnosticSeverity>> = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  info: DiagnosticSeverity.Information,
};

/** A finding as the editor shows it. Positions are the protocol's already. */
export function diagnosticOf({ range, severity, code, message }: Finding): Diagnostic {
  return { range, severity: SEVERITIES[severity], source: 'sundowner', code, message };
}

/** Offsets of a document as a range. */
export function rangeOf(document: SourceDocument, { from, to }: OffsetRange): Range {
  return { start: document.positionAt(from), end: document.positionAt(to) };
}

/** A position as an offset; one outside the text is drawn to its nearest end. */
export function offsetOf(document: SourceDocument, position: Position): number {
  return document.offsetAt(position);
}
