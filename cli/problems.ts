import type { PreflightReport } from '../schemas/index.ts';
import { colorsOf, shortPath } from './print.ts';

/** One line a problem: where it stands, whether it blocks, what is wrong and the way out. */
export function printProblems(
  problems: PreflightReport['problems'],
  stream: NodeJS.WriteStream = process.stderr,
): void {
  const colors = colorsOf(stream);
  for (const { severity, code, file, range, message } of problems) {
    const line = range === null ? '' : `:${range.start.line + 1}:${range.start.character + 1}`;
    const place = file === null ? '' : `${shortPath(file)}${line}: `;
    const word = severity === 'blocks' ? colors.red(severity) : colors.yellow(severity);
    stream.write(`${place}${word}: ${message} ${colors.dim(`[${code}]`)}\n`);
  }
}
