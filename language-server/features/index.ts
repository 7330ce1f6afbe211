import type { Feature } from '../context.ts';
import { beforeRun } from './before-run.ts';
import { cases } from './cases.ts';
import { codeActions } from './code-actions.ts';
import { completion } from './completion.ts';
import { definition } from './definition.ts';
import { diagnostics } from './diagnostics.ts';
import { evalsetOutlines } from './evalsets.ts';
import { folding } from './folding.ts';
import { hover } from './hover.ts';
import { inlayHints } from './inlay-hints.ts';
import { lenses } from './lenses.ts';
import { pins } from './pins.ts';
import { pushedDiagnostics } from './pushed-diagnostics.ts';
import { references } from './references.ts';
import { rename } from './rename.ts';
import { semanticTokens } from './semantic-tokens.ts';
import { symbols } from './symbols.ts';
import { workspaceDiagnostics } from './workspace-diagnostics.ts';

/** Everything that the server can do. A feature is a file and a line. */
export const FEATURES: readonly Feature[] = [
  beforeRun,
  cases,
  codeActions,
  completion,
  definition,
  diagnostics,
  evalsetOutlines,
  folding,
  hover,
  inlayHints,
  lenses,
  pins,
  pushedDiagnostics,
  references,
  rename,
  semanticTokens,
  symbols,
  workspaceDiagnostics,
];
