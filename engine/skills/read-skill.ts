import { lexer, type Token, type Tokens } from 'marked';
import { sectionOf, type SectionKey } from './sections.ts';

/** Offsets in the text of the file, UTF-16 units, end exclusive. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** A text and where it stands: from its first to its last character, white space around it left out. */
export interface SpannedText extends Span {
  readonly text: string;
}

export interface SkillStepText extends SpannedText {
  readonly heading: Span;
  /** What stands behind "Step", such as `0` or `2a`. */
  readonly step: string;
  readonly title: string;
}

export interface SkillSection {
  readonly key: SectionKey;
  readonly heading: SpannedText;
  readonly body: SpannedText;
  /** Items of its lists, of the outermost level. */
  readonly items: readonly SpannedText[];
  readonly steps: readonly SkillStepText[];
}

/** A SKILL.md in its parts. */
export interface SkillText {
  /** Between the `---` lines; null when there is none. `open`: it has no end. */
  readonly front: (SpannedText & { readonly open: boolean }) | null;
  readonly title: SpannedText | null;
  /** What stands between the title and the first section. */
  readonly role: SpannedText | null;
  readonly sections: readonly SkillSection[];
}

const FRONT = /^---[ \t]*\r?\n(?:([\s\S]*?)\r?\n)??---[ \t]*(?:\r?\n|$)/;
const OPEN_FRONT = /^---[ \t]*\r?\n/;
const STEP = /^Step\s+(\d+(?:\.\d+)?[a-z]?)\s*[:：·.、—-]*\s*(.*)$/i;

/** Reads a SKILL.md. Anything is taken: what is missing is for rules to say. Ranges are exact, also with CRLF. */
export function readSkill(text: string): SkillText {
  const front = frontOf(text);
  const start = front?.end ?? 0;
  const headings: Heading[] = [];
  const lists: { readonly at: number; readonly list: Tokens.List }[] = [];
  const body = new Normal(text, start);
  let at = 0;
  for (const token of lexer(body.text) as readonly Token[]) {
    if (isHeading(token)) headings.push(headingOf(token, at));
    else if (isList(token)) lists.push({ at, list: token });
    at += token.raw.length;
  }
  const starts = headings.filter(({ depth }) => depth <= 2);
  const endOf = (heading: Heading, among: readonly Heading[]): number =>
    among.find((other) => other.from > heading.from)?.from ?? body.text.length;
  const trimmed = (from: number, to: number): SpannedText => body.trimmed(from, to);

  const title = headings.find(({ depth }) => depth === 1);
  const role = title === undefined ? undefined : trimmed(title.end, endOf(title, starts));
  const sections = starts.flatMap((heading): SkillSection[] => {
    const key = heading.depth === 2 ? sectionOf(heading.text) : undefined;
    if (key === undefined) return [];
    const end = endOf(heading, starts);
    const inside = headings.filter(({ from }) => from > heading.from && from < end);
    return [
      {
        key,
        heading: body.spanned(heading.text, heading.from, heading.to),
        body: trimmed(heading.end, end),
        items: lists
          .filter((list) => list.at > heading.from && list.at < end)
          .flatMap((list) => items(list, trimmed)),
        steps: inside.flatMap((sub): SkillStepText[] => {
          const match = STEP.exec(sub.text);
          if (match === null) return [];
          return [
            {
              ...trimmed(sub.end, Math.min(end, endOf(sub, inside))),
              heading: body.spanned(sub.text, sub.from, sub.to),
              step: match[1] ?? '',
              title: match[2] ?? '',
            },
          ];
        }),
      },
    ];
  });
  return {
    front: front?.part ?? null,
    title: title === undefined ? null : body.spanned(title.text, title.from, title.to),
    role: role === undefined || role.text === '' ? null : role,
    sections,
  };
}

interface Heading extends Span {
  readonly depth: number;
  readonly text: string;
  /** Where what follows it begins. */
  readonly end: number;
}

const isHeading = (token: Token): token is Tokens.Heading => token.type === 'heading';
const isList = (token: Token): token is Tokens.List => token.type === 'list';

function headingOf({ depth, text, raw }: Tokens.Heading, at: number): Heading {
  return { depth, text, from: at, to: at + raw.trimEnd().length, end: at + raw.length };
}

function items(
  { at, list }: { readonly at: number; readonly list: Tokens.List },
  trimmed: (from: number, to: number) => SpannedText,
): SpannedText[] {
  let from = at;
  return list.items.map((item) => {
    const bullet = /^[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]*(?:\[[ xX]\][ \t]+)?/.exec(item.raw)?.[0].length ?? 0;
    const found = trimmed(from + bullet, from + item.raw.length);
    from += item.raw.length;
    return found;
  });
}

function frontOf(text: string): { part: SpannedText & { open: boolean }; end: number } | null {
  const match = FRONT.exec(text);
  const head = OPEN_FRONT.exec(text)?.[0].length;
  if (head === undefined) return null;
  if (match === null) return { part: { text: '', from: 0, to: 3, open: true }, end: head };
  const inside = match[1] ?? '';
  return { part: { text: inside, from: head, to: head + inside.length, open: false }, end: match[0].length };
}

/** A text with line feeds alone, as the lexer counts, and the way back to offsets in the file. */
class Normal {
  readonly text: string;
  readonly #source: string;
  readonly #start: number;
  /** Offsets in `text` behind which the source is one character longer each. */
  readonly #shifts: number[] = [];

  constructor(source: string, start: number) {
    this.#source = source;
    this.#start = start;
    const body = source.slice(start);
    for (const { index } of body.matchAll(/\r\n/g)) this.#shifts.push(index - this.#shifts.length);
    this.text = body.replace(/\r\n|\r/g, '\n');
  }

  spanned(text: string, from: number, to: number): SpannedText {
    return { text, from: this.#back(from), to: this.#back(to) };
  }

  /** What stands there, to the letter, without white space around it. */
  trimmed(from: number, to: number): SpannedText {
    const part = this.text.slice(from, to);
    const lead = part.length - part.trimStart().length;
    const span = this.spanned('', from + lead, from + Math.max(lead, part.trimEnd().length));
    return { ...span, text: this.#source.slice(span.from, span.to) };
  }

  #back(offset: number): number {
    let low = 0;
    let high = this.#shifts.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#shifts[middle] ?? 0) < offset) low = middle + 1;
      else high = middle;
    }
    return this.#start + offset + low;
  }
}
