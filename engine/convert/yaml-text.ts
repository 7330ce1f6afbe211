import { Document, Pair, Scalar, YAMLMap, YAMLSeq } from 'yaml';
import type { KindName } from '../../schemas/kinds.ts';
import { authorJson } from '../evalset/hash.ts';
import { keysInOrder } from '../evalset/key-order.ts';
import { marksOf } from '../evalset/marks.ts';
import { pointerOf } from '../evalset/pointer.ts';
import type { ValuePath } from '../evalset/model.ts';
import { readSource } from '../evalset/source.ts';

/** Options of the writer: no line is folded, and nothing stands in a folded block. */
export const YAML_STYLE = {
  lineWidth: 0,
  blockQuote: 'literal',
  singleQuote: true,
  flowCollectionPadding: false,
  doubleQuotedMinMultiLineLength: Number.MAX_SAFE_INTEGER,
} as const;

/**
 * A value as YAML: texts that are kept to the letter, and all of several lines, as literal blocks `|-`, or in double
 * quotes where a block cannot hold them. What was written is read again and compared.
 */
export function yamlOf(kind: KindName, value: unknown): string {
  const wanted = authorJson(value);
  const reads = (text: string): boolean => {
    const { problems, value: again } = readSource('again.yaml', text);
    return problems.length === 0 && authorJson(again) === wanted;
  };
  const text = new Writer(kind, value, false).text();
  if (reads(text)) return text;
  const quoted = new Writer(kind, value, true).text();
  if (reads(quoted)) return quoted;
  throw new RangeError('the value cannot be written as YAML that reads the same');
}

class Writer {
  readonly #verbatim: ReadonlySet<string>;
  readonly #kind: KindName;
  readonly #value: unknown;
  readonly #quoteAll: boolean;

  constructor(kind: KindName, value: unknown, quoteAll: boolean) {
    const marks = marksOf(kind, value).filter((mark) => mark.verbatim);
    this.#verbatim = new Set(marks.map((mark) => pointerOf(mark.path)));
    this.#kind = kind;
    this.#value = value;
    this.#quoteAll = quoteAll;
  }

  text(): string {
    return new Document(this.#node(this.#value, [])).toString(YAML_STYLE);
  }

  #node(value: unknown, at: ValuePath): Scalar | YAMLSeq | YAMLMap {
    if (Array.isArray(value)) {
      const list = new YAMLSeq();
      list.items = value.map((item, i) => this.#node(item, [...at, i]));
      list.flow = value.length === 0 || isShort(value);
      return list;
    }
    if (typeof value !== 'object' || value === null) return this.#scalar(value, at);
    const map = new YAMLMap();
    const record = value as Readonly<Record<string, unknown>>;
    map.items = keysInOrder(record).map(
      (key) => new Pair(this.#key(key), this.#node(record[key], [...at, key])),
    );
    map.flow = map.items.length === 0;
    return map;
  }

  #key(key: string): Scalar {
    const scalar = new Scalar(key);
    if (this.#quoteAll || UNPRINTABLE.test(key)) scalar.type = Scalar.QUOTE_DOUBLE;
    return scalar;
  }

  #scalar(value: unknown, at: ValuePath): Scalar {
    const scalar = new Scalar(value);
    if (typeof value !== 'string') return scalar;
    const verbatim = this.#verbatim.has(pointerOf(at));
    const lines = value.includes('\n');
    // The words of a check, and of a list, are short: quotes are easier to read there.
    const quoted = verbatim && !lines && (this.#kind === 'checks' || typeof at.at(-1) === 'number');
    if (this.#quoteAll || UNPRINTABLE.test(value)) scalar.type = Scalar.QUOTE_DOUBLE;
    else if (quoted) scalar.type = Scalar.QUOTE_SINGLE;
    else if (verbatim || lines) scalar.type = fitsBlock(value) ? Scalar.BLOCK_LITERAL : Scalar.QUOTE_DOUBLE;
    return scalar;
  }
}

/** A list of a few words stands in one line. */
function isShort(list: readonly unknown[]): boolean {
  return (
    list.every((item) => typeof item !== 'object') &&
    list.join(', ').length < 70 &&
    !list.some((item) => typeof item === 'string' && /[\r\n]/.test(item))
  );
}

/** What must be escaped, or reads as something else: control characters, other line ends, lone surrogates. */
const UNPRINTABLE =
  // eslint-disable-next-line no-control-regex
  /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u2028\u2029\uFEFF\uFFFE\uFFFF]|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/;

/** Whether a literal block with `|-` gives back the text: no line end at its end, no white space that only seems empty. */
function fitsBlock(text: string): boolean {
  return text !== '' && !/^\s|\n\s*$/.test(text) && !UNPRINTABLE.test(text);
}
