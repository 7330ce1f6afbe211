import type { AssetEvidence, DiffEntry, Pointer } from '../../schemas/index.ts';
import type { AssetFile, CaseEvidence, PlacedMessage } from '../evidence/model.ts';
import { standsExactly } from './exact.ts';
import { lengthOf, normalise } from './normalise.ts';
import { textsOf, windowTest } from './window.ts';

/** A shorter quote counts only when it is the whole message. Characters after normalisation. */
export const MIN_QUOTE = 8;

export type Verified = { readonly ok: true } | { readonly ok: false; readonly why: string };

export interface VerifyOptions {
  /** Also accept what a message said before an edit or its deletion: for deductions and vetoes. */
  readonly earlier?: boolean;
  /** {@link normalise}, for a caller that verifies many quotes of one long text and remembers it. */
  readonly normalise?: (text: string) => string;
}

const YES: Verified = { ok: true };
const no = (why: string): Verified => ({ ok: false, why });

/** Whether a quote (normalised) stands in a text, and is long enough or all of it. */
function carried(text: string, quote: string, normal = normalise): 'yes' | 'no' | 'short' {
  const long = isLong(quote);
  // Most quotes stand there to the letter: a text of 90 MB need not be normalised for them.
  if (long && standsExactly(text, quote)) return 'yes';
  const whole = normal(text);
  if (!whole.includes(quote)) return 'no';
  return long || whole === quote ? 'yes' : 'short';
}

/** A character has two units at most, so a long quote need not be counted. */
const isLong = (quote: string): boolean => quote.length >= 2 * MIN_QUOTE || lengthOf(quote) >= MIN_QUOTE;

const tooShort = `the quote is shorter than ${MIN_QUOTE} characters and not the whole text`;

function verifyInMessages(
  found: readonly PlacedMessage[],
  quote: string,
  inside: (placed: PlacedMessage) => boolean,
  { earlier = false, normalise: normal }: VerifyOptions,
): Verified {
  // The first refusal is told; thousands of messages may hold a quote.
  let refusal: string | undefined;
  for (const placed of found) {
    const { message } = placed;
    const results = textsOf(message, earlier).map((text) => carried(text, quote, normal));
    if (results.every((result) => result === 'no')) {
      const more = !earlier && (message.deleted === true || message.edits.length > 0);
      if (more && textsOf(message, true).some((text) => carried(text, quote, normal) !== 'no'))
        refusal ??= `the agent edited or deleted this text of message ${message.message_id}`;
    } else if (message.author.kind !== 'agent')
      refusal ??= `the quote stands in a message by ${message.author.key}, not by the agent`;
    else if (!inside(placed))
      refusal ??= `message ${message.message_id} (${message.ts}) is outside the case’s window`;
    else if (results.includes('yes')) return YES;
    else refusal ??= tooShort;
  }
  return no(refusal ?? 'the quote does not stand in the cited file');
}

/** The texts that the agent wrote into a document; whether they still stand is to be looked at. */
function written({ diff }: AssetEvidence): string[] {
  return (diff ?? []).flatMap(({ actor, after }) =>
    actor?.kind === 'agent' && typeof after === 'string' ? [after] : [],
  );
}

/** All of a document that the agent linked counts as its text, else what it wrote into it and still stands. */
function carriedByAgent(asset: AssetEvidence, quote: string, normal = normalise): 'yes' | 'no' | 'short' {
  const whole = asset.text ?? '';
  if (asset.linked === true) return carried(whole, quote, normal);
  let best: 'no' | 'short' = 'no';
  // The whole is only looked at for texts that hold the quote: both may be long, and the changes many.
  for (const text of written(asset)) {
    const result = carried(text, quote, normal);
    if (result === 'no' || (result === 'short' && best === 'short')) continue;
    if (!normal(whole).includes(normal(text))) continue;
    if (result === 'yes') return 'yes';
    best = 'short';
  }
  return best;
}

function verifyInDocument(file: AssetFile, quote: string, normal = normalise): Verified {
  const asset = file.evidence;
  if (asset.text === undefined) return no(`${file.path} holds no text; cite the change instead`);
  const result = carriedByAgent(asset, quote, normal);
  if (result === 'yes') return YES;
  if (result === 'short') return no(tooShort);
  if (carried(asset.text, quote, normal) === 'no')
    return no('the quote does not stand in the cited document');
  return no('the quote stands in the document, but the agent neither wrote it nor linked the document');
}

function verifyQuote(
  pointer: Extract<Pointer, { quote: string }>,
  evidence: CaseEvidence,
  options: VerifyOptions,
): Verified {
  const quote = normalise(pointer.quote);
  if (quote === '') return no('the quote is empty');
  if (/\p{Surrogate}/u.test(quote)) return no('the quote cuts a character in two');
  const asset = evidence.assets.find((file) => file.path === pointer.path);
  if (asset !== undefined && pointer.message_id === undefined)
    return verifyInDocument(asset, quote, options.normalise);
  const inFile = evidence.messages.filter(
    (placed) => placed.path === pointer.path || placed.also?.includes(pointer.path) === true,
  );
  const id = pointer.message_id;
  const cited = id === undefined ? inFile : inFile.filter((placed) => placed.message.message_id === id);
  if (id !== undefined && cited.length === 0) {
    const elsewhere = evidence.messages.find((placed) => placed.message.message_id === id)?.path;
    return no(
      elsewhere === undefined
        ? `message ${id} does not stand in the case’s evidence`
        : `message ${id} stands in ${elsewhere}, not in the cited file`,
    );
  }
  const inside = windowTest(evidence);
  const result = verifyInMessages(cited, quote, inside, options);
  if (result.ok || inFile.length > 0) return result;
  const other = evidence.messages.find((placed) => verifyInMessages([placed], quote, inside, options).ok);
  return other === undefined ? result : no(`the quote stands in ${other.path}, not in the cited file`);
}

/** JSON of a value with its keys in order, so that equal values have equal texts. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    inner !== null && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}

function asDiff(diff: DiffEntry | string): unknown {
  if (typeof diff !== 'string') return diff;
  try {
    return JSON.parse(diff) as unknown;
  } catch {
    return undefined;
  }
}

const pathOf = (diff: unknown): unknown =>
  diff !== null && typeof diff === 'object' && 'path' in diff ? diff.path : undefined;

function verifyDiff(pointer: Extract<Pointer, { diff: unknown }>, evidence: CaseEvidence): Verified {
  const file = evidence.assets.find((asset) => asset.path === pointer.path);
  if (file === undefined) return no('the cited file is no snapshot of this case');
  const claimed = asDiff(pointer.diff);
  if (claimed === undefined) return no('a change told in words cannot be verified; cite the diff entry');
  const wanted = canonical(claimed);
  const equal = (file.evidence.diff ?? []).filter(
    (entry) => entry.path === pathOf(claimed) && canonical(entry) === wanted,
  );
  if (equal.length === 0) return no('no change in the cited file equals it');
  if (equal.some((entry) => entry.actor?.kind === 'agent')) return YES;
  const actor = equal[0]?.actor?.key;
  return no(
    actor === undefined
      ? 'the platform does not tell who made the change'
      : `the change was made by ${actor}, not by the agent`,
  );
}

/**
 * Verifies an evidence pointer against the case's evidence. A quote must stand (after {@link normalise}) in
 * the cited file of the case's scope, in a message of the agent inside the window, with at least
 * {@link MIN_QUOTE} characters or the whole message. A quote of a document counts when the agent linked the
 * document (any of its text) or wrote the quoted text into it (a diff entry of the agent's holds it, and it
 * still stands). A diff must equal a diff entry of the cited snapshot whose actor is the agent.
 */
export function verifyPointer(
  pointer: Pointer,
  evidence: CaseEvidence,
  options: VerifyOptions = {},
): Verified {
  if (!evidence.scope.includes(pointer.path)) return no(`${pointer.path} is not in the scope of this case`);
  return 'diff' in pointer ? verifyDiff(pointer, evidence) : verifyQuote(pointer, evidence, options);
}
