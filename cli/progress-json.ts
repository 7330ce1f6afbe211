import type { ProgressLine } from '../schemas/index.ts';

export const PROGRESS_MODES = ['text', 'json', 'none'] as const;
export type ProgressMode = (typeof PROGRESS_MODES)[number];

/** How progress is wanted: what is wrong with the other arguments must be told so, too. */
export function progressMode(argv: readonly string[]): ProgressMode {
  const value = optionIn(argv, '--progress');
  return PROGRESS_MODES.find((mode) => mode === value) ?? 'text';
}

/** The value of an option, from the arguments alone. What stands after `--` belongs to the agent. */
export function optionIn(argv: readonly string[], name: string): string | undefined {
  const end = argv.indexOf('--');
  const own = end === -1 ? argv : argv.slice(0, end);
  const at = own.findLastIndex((word) => word === name || word.startsWith(`${name}=`));
  return own[at] === name ? own[at + 1] : own[at]?.slice(name.length + 1);
}

/** Writes progress lines, each in one piece. */
export function jsonWriter(stream: { write: (text: string) => unknown }): (line: ProgressLine) => void {
  return (line) => void stream.write(`${JSON.stringify(line)}\n`);
}
