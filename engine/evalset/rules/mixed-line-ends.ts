import { tell } from '../told.ts';
import { Findings, type FileRule } from './rule.ts';

const KINDS = [
  ['LF', /(?<!\r)\n/],
  ['CRLF', /\r\n/],
  ['CR', /\r(?!\n)/],
] as const;

/**
 * `mixed-line-ends`: lines that do not end as most of the file does. Two editors, or a merge, made them; the next one that
 * makes them equal changes lines that nobody meant to change, and a pinned text with them.
 */
export const mixedLineEnds: FileRule = ({ file }) => {
  const { lf, crlf, cr } = file.signs;
  const counts = [lf, crlf, cr];
  if (counts.filter((count) => count > 0).length < 2) return [];
  const findings = new Findings();
  const most = counts.indexOf(Math.max(...counts));
  const [main] = KINDS[most] ?? KINDS[0];
  const { text } = file;
  KINDS.forEach(([name, sign], i) => {
    const at = i === most || counts[i] === 0 ? -1 : text.search(sign);
    if (at < 0) return;
    // A position before the beginning counts as the beginning.
    const start = at === 0 ? 0 : Math.max(text.lastIndexOf('\n', at - 1), text.lastIndexOf('\r', at - 1)) + 1;
    findings.add(
      'warning',
      'mixed-line-ends',
      { file, at: [], range: { from: start, to: at } },
      tell`This line ends with ${name}, as ${counts[i] ?? 0} of the file do; most end with ${main}. Let all end alike (in VS Code: the status bar, "LF" or "CRLF"; in git: .gitattributes), so that nobody's editor changes lines that were not touched.`,
    );
  });
  return findings.list;
};
