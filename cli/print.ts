import path from 'node:path';
import pc from 'picocolors';
import { messageIn, type Finding, type Sentences } from '../engine/evalset/index.ts';

/**
 * Colours for a person at a terminal, none otherwise. A pipe has no `isTTY` at all, and picocolors would then follow
 * its own guess, which is yes where CI is set.
 */
export function colorsOf(stream: NodeJS.WriteStream): ReturnType<typeof pc.createColors> {
  return pc.createColors(isForPerson(stream));
}

function isForPerson(stream: { isTTY?: boolean }): boolean {
  return stream.isTTY === true && process.env['NO_COLOR'] === undefined;
}

export function out(text: string): void {
  process.stdout.write(`${text}\n`);
}

export function errorLine(text: string): void {
  process.stderr.write(`${colorsOf(process.stderr).red('error')}: ${text}\n`);
}

export function outJson(value: unknown): void {
  out(JSON.stringify(value, null, 2));
}

/** A path as a person types it from here. */
export function shortPath(file: string): string {
  const relative = path.relative(process.cwd(), file);
  return relative === '' ? '.' : relative.startsWith('..') ? file : relative;
}

export function printFindings(
  findings: readonly Finding[],
  language: Sentences | undefined,
  stream: NodeJS.WriteStream = process.stdout,
): void {
  const colors = colorsOf(stream);
  const paint = { error: colors.red, warning: colors.yellow, info: colors.blue };
  for (const f of findings) {
    const place = `${shortPath(f.file)}:${f.range.start.line + 1}:${f.range.start.character + 1}`;
    stream.write(
      `${place}: ${paint[f.severity](f.severity)}: ${messageIn(f, language)} ${colors.dim(`[${f.code}]`)}\n`,
    );
  }
}

/** Width of the terminal, or a readable one when there is none. */
export function terminal(): { color: boolean; width: number } {
  return {
    color: isForPerson(process.stdout),
    width: process.stdout.columns || 120,
  };
}
