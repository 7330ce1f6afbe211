import type { ProgressLine } from '../schemas/index.ts';

export const PROGRESS_MODES = ['text', 'json', 'none'] as const;
export type ProgressMode = (typeof PROGRESS_MODES)[number];

/**
 * How progress is wanted, told from the arguments alone: what is wrong with the other arguments must be told so, too.
 * What stands after `--` belongs to the agent.
 */
export function progressMode(argv: readonly string[]): ProgressMode {
  const end = argv.indexOf('--');
  const own = end === -1 ? argv : argv.slice(0, end);
  const at = own.findLastIndex((word) => word === '--progress' || word.startsWith('--progress='));
  const value = own[at] === '--progress' ? own[at + 1] : own[at]?.slice('--progress='.length);
  return PROGRESS_MODES.find((mode) => mode === value) ?? 'text';
}

/** Writes progress lines, each in one piece. */
export function jsonWriter(stream: { write: (text: string) => unknown }): (line: ProgressLine) => void {
  return (line) => void stream.write(`${JSON.stringify(line)}\n`);
}
