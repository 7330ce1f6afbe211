import { marksOf } from '../marks.ts';
import { find, placed, rangeFrom, type Placed, type ScalarNode } from '../tree.ts';
import type { OffsetRange } from '../model.ts';
import { Findings, type PartRule } from './rule.ts';
import { tell, type Told } from '../told.ts';

/** `eaten-prompt`: a to-the-letter field in YAML is a `|-` block or a quoted text, since YAML eats parts of others. */
export const eatenPrompt: PartRule = ({ file, kind }) => {
  const findings = new Findings();
  if (file.format !== 'yaml' || file.tree === undefined) return findings.list;
  for (const mark of marksOf(kind, file.value)) {
    if (!mark.verbatim) continue;
    const node = scalarOf(find(file.tree, mark.path));
    if (node === undefined) continue;
    const eaten = whatIsEaten(file.text, node, String(mark.path.at(-1)));
    if (eaten !== null)
      findings.add('error', 'eaten-prompt', { file, at: mark.path, range: eaten.range }, eaten.message);
  }
  return findings.list;
};

/** The text as written, with its place in the file. */
function scalarOf({ node, base }: Placed): ScalarNode | undefined {
  if (node.type === 'alias') return scalarOf(placed(node.target, base));
  return node.type === 'scalar' ? { ...node, ...rangeFrom(node, base) } : undefined;
}

const WAY = tell`Write it as a literal block (|-) or in quotes.`;

function whatIsEaten(
  text: string,
  node: ScalarNode,
  field: string,
): { range: OffsetRange; message: Told } | null {
  const source = text.slice(node.from, node.to);
  if (node.style === 'literal') return literal(node, source);
  const rest = /^[ \t]+#[^\r\n]*/.exec(text.slice(node.to, node.to + 4000))?.[0].trimEnd();
  const comment = rest?.trimStart();
  const range = { from: node.from, to: node.to + (rest?.length ?? 0) };
  if (node.style === 'plain') {
    const eaten =
      comment !== undefined
        ? tell`YAML reads "${clip(comment)}" as a comment and eats it, leaving "${clip(String(node.value))}".`
        : source.includes('\n')
          ? tell`YAML folds its lines into one and eats the line ends.`
          : tell`YAML eats what stands behind " #" in plain text, and white space around it.`;
    return {
      range,
      message: tell`"${field}" is kept to the letter, but stands as plain text: ${eaten} ${WAY}`,
    };
  }
  if (node.style === 'folded')
    return {
      range: headerRange(node, source),
      message: tell`"${field}" is kept to the letter, but stands in a folded block (>): YAML eats its line ends. ${WAY}`,
    };
  if (comment !== undefined)
    return {
      range: { from: range.to - comment.length, to: range.to },
      message: tell`YAML reads "${clip(comment)}" behind the closing quote as a comment and eats it. Put it inside the quotes, or remove it.`,
    };
  return null;
}

/** A literal block must strip its final line end, and its header must hold nothing else. */
function literal(node: ScalarNode, source: string): { range: OffsetRange; message: Told } | null {
  const range = headerRange(node, source);
  const header = source.slice(0, range.to - range.from);
  const comment = /[ \t](#.*)$/.exec(/^[^\r\n]*/.exec(source)?.[0] ?? '')?.[1];
  if (comment !== undefined) {
    const from = node.from + source.indexOf(comment);
    return {
      range: { from, to: from + comment.length },
      message: tell`YAML reads "${clip(comment)}" as a comment and eats it. Put it into the block, or remove it.`,
    };
  }
  if (header.includes('-')) return null;
  // An empty block adds nothing.
  if (!String(node.value).endsWith('\n')) return null;
  return {
    range,
    message: tell`"${header}" adds a final line end that is not part of the text. Write ${header.replace('+', '')}- (it strips the final line end).`,
  };
}

function headerRange(node: ScalarNode, source: string): OffsetRange {
  return { from: node.from, to: node.from + (/^[|>][-+0-9]*/.exec(source)?.[0].length ?? 1) };
}

const clip = (text: string): string => (text.length > 60 ? `${text.slice(0, 59)}…` : text);
