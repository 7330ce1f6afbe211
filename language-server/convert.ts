import { DiagnosticSeverity, type Diagnostic, type Position, type Range } from 'vscode-languageserver';
import {
  messageIn,
  PIN_NAME,
  type Finding,
  type OffsetRange,
  type Sentences,
  type SourceDocument,
} from '../engine/evalset/index.ts';
import { uriOf } from './project/uris.ts';

const SEVERITIES: Readonly<Record<Finding['severity'], DiagnosticSeverity>> = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  info: DiagnosticSeverity.Information,
};

/** A finding as the editor shows it, in its language. Positions are the protocol's already. */
export function diagnosticOf(finding: Finding, language: Sentences | undefined): Diagnostic {
  const { range, severity, code, data } = finding;
  const where = data?.kind === 'pin' ? data.where : undefined;
  return {
    range,
    severity: SEVERITIES[severity],
    source: 'sundowner',
    code,
    message: messageIn(finding, language),
    ...(where === undefined
      ? {}
      : {
          relatedInformation: [
            { location: { uri: uriOf(where.file), range: where.range }, message: PIN_NAME },
          ],
        }),
  };
}

/** Offsets of a document as a range. */
export function rangeOf(document: Pick<SourceDocument, 'positionAt'>, { from, to }: OffsetRange): Range {
  return { start: document.positionAt(from), end: document.positionAt(to) };
}

/** A position as an offset; one outside the text is drawn to its nearest end. */
export function offsetOf(document: SourceDocument, position: Position): number {
  return document.offsetAt(position);
}
