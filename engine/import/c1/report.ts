import type { Contradiction } from './contradictions/index.ts';
import type { ImportedCase } from './case.ts';
import type { Problem } from './lines.ts';

/** What an import found in a document. Lines are those of the document, from 1. */
export interface C1Report {
  readonly document: string;
  readonly cases: readonly string[];
  readonly skills: readonly string[];
  readonly contradictions: readonly Contradiction[];
  /** Lines of a text that stand twice in it, as an exporter leaves them; they were kept. */
  readonly repeated: readonly { readonly line: number; readonly case_id: string; readonly first: number }[];
  /** What could not be taken over. */
  readonly problems: readonly Problem[];
}

export function repeatedLines(cases: readonly ImportedCase[]): C1Report['repeated'] {
  return cases.flatMap(({ card, expected }) => {
    const firsts = new Map<string, number>();
    return expected.flatMap(({ n, plain }) => {
      const first = firsts.get(plain);
      if (first === undefined) firsts.set(plain, n);
      return plain === '' || first === undefined ? [] : [{ line: n, case_id: card.case_id, first }];
    });
  });
}

/** The report as Markdown. */
export function reportText(report: C1Report): string {
  const { document, cases, skills, contradictions, repeated, problems } = report;
  const list = (items: readonly string[]): string =>
    items.length === 0 ? 'None.\n' : `${items.map((item) => `- ${item}`).join('\n')}\n`;
  return `# Import of ${document}

${cases.length} cases, ${skills.length} skills (stubs, marked \`incomplete\`: ${skills.join(', ') || 'none'}).

## Where the document contradicts itself

${list(
  contradictions.map(
    ({ line, case_id: id, message }) =>
      `${document}:${line}${id === undefined ? '' : ` ${id}`}: ${escaped(message)}`,
  ),
)}
## Not taken over

${list(problems.map(({ line, message }) => `${document}:${line}: ${escaped(message)}`))}
## Lines that stand twice

The export that the document comes from repeats the head of a list behind it. Texts are kept to the letter, so these lines were kept too.

${list(repeated.map(({ line, case_id: id, first }) => `${document}:${line} ${id}: repeats line ${first}`))}`;
}

/** Marks of Markdown in quoted text stay what they are. */
const escaped = (text: string): string => text.replace(/[\\`*_<>[\]|]/g, '\\$&').replaceAll('\n', ' ');
