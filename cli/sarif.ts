import { pathToFileURL } from 'node:url';
import { CODES, messageIn, toldIn, type Finding, type Sentences } from '../engine/evalset/index.ts';
import { VERSION } from './version.ts';

const LEVELS = { error: 'error', warning: 'warning', info: 'note' } as const;

/** Findings as SARIF 2.1.0: lines and columns count from 1, columns in UTF-16 units. */
export function sarif(findings: readonly Finding[], language: Sentences | undefined): unknown {
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        columnKind: 'utf16CodeUnits',
        tool: {
          driver: {
            name: 'sundowner',
            version: VERSION,
            rules: [...new Set(findings.map((f) => f.code))].sort().map((id) => ruleOf(id, language)),
          },
        },
        results: findings.map((f) => ({
          ruleId: f.code,
          level: LEVELS[f.severity],
          message: { text: messageIn(f, language) },
          locations: [
            {
              physicalLocation: {
                artifactLocation: { uri: pathToFileURL(f.file).href },
                region: {
                  startLine: f.range.start.line + 1,
                  startColumn: f.range.start.character + 1,
                  endLine: f.range.end.line + 1,
                  endColumn: f.range.end.character + 1,
                },
              },
              logicalLocations: [{ fullyQualifiedName: f.pointer }],
            },
          ],
        })),
      },
    ],
  };
}

/** What SARIF tells of a code beside its findings. */
function ruleOf(id: string, language: Sentences | undefined): unknown {
  const info = CODES.get(id);
  if (info === undefined) return { id };
  return {
    id,
    shortDescription: { text: toldIn(info.what, language) },
    defaultConfiguration: { level: LEVELS[info.severity] },
  };
}
