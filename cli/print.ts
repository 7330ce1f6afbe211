import path from 'node:path';
import pc from 'picocolors';
import type { Finding } from '../engine/evalset/index.ts';

export function out(text: string): void {
  process.stdout.write(`${text}\n`);
}

export function errorLine(text: string): void {
  process.stderr.write(`${pc.createColors(process.stderr.isTTY).red('error')}: ${text}\n`);
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
  stream: NodeJS.WriteStream = process.stdout,
): void {
  const colors = pc.createColors(stream.isTTY);
  const paint = { error: colors.red, warning: colors.yellow, info: colors.blue };
  for (const f of findings) {
    const place = `${shortPath(f.file)}:${f.range.start.line + 1}:${f.range.start.character + 1}`;
    stream.write(`${place}: ${paint[f.severity](f.severity)}: ${f.message} ${colors.dim(`[${f.code}]`)}\n`);
  }
}

/** Width of the terminal, or a readable one when there is none. */
export function terminal(): { color: boolean; width: number } {
  return {
    color: process.stdout.isTTY && process.env['NO_COLOR'] === undefined,
    width: process.stdout.columns || 120,
  };
}
