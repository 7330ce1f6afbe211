import type { MessageCheck, Pointer, SaidCheck } from '../../../schemas/index.ts';
import type { CaseEvidence, PlacedMessage } from '../../evidence/model.ts';
import { lengthOf, normalise } from '../normalise.ts';
import { sharedWhy } from '../shared.ts';
import { textsOf, windowTest } from '../window.ts';
import { listOf, unknown, type CheckContext, type CheckResult } from './model.ts';
import { sentenceWith } from './sentence.ts';
import { textTester, type TextTester } from './text.ts';
import { allOf, anyOf, countHolds, countWords, type Truth } from './truth.ts';

/** `case` means the stimulus group; a check that names another group means that group's messages. */
function placeOf(check: Where, evidence: CaseEvidence): NonNullable<MessageCheck['where']> {
  if (check.where !== undefined) return check.where;
  return check.group !== undefined && check.group !== evidence.group ? 'verification' : 'case';
}

type Where = Pick<MessageCheck, 'author' | 'where' | 'group' | 'turn'>;

function isCandidate(
  placed: PlacedMessage,
  check: Where,
  evidence: CaseEvidence,
  inside: (placed: PlacedMessage) => boolean,
): boolean {
  const { message, where, turn } = placed;
  const author = check.author ?? 'agent';
  if (
    author === 'agent' ? message.author.kind !== 'agent' : author !== 'any' && message.author.key !== author
  )
    return false;
  const place = placeOf(check, evidence);
  const inPlace =
    place === 'case'
      ? where === 'thread' || (where === 'toplevel' && message.chat === evidence.group)
      : where === place;
  return (
    inPlace &&
    (check.group === undefined || message.chat === check.group) &&
    (check.turn === undefined || turn === check.turn) &&
    inside(placed)
  );
}

interface Tested {
  readonly holds: Truth;
  readonly pointers: readonly Pointer[];
  readonly why: string | null;
}

function pointersOf(placed: PlacedMessage, text: string, found: readonly string[]): Pointer[] {
  // Only the agent's own words are evidence.
  if (placed.message.author.kind !== 'agent') return [];
  const quotes = (found.length === 0 ? [''] : found).map((needle) => sentenceWith(text, needle));
  return [...new Set(quotes)].flatMap((quote) =>
    quote === null ? [] : [{ path: placed.path, quote, message_id: placed.message.message_id }],
  );
}

function testMessage(
  placed: PlacedMessage,
  tester: TextTester,
  mentions: readonly string[],
  earlier: boolean,
): Tested {
  const mentioned = mentions.every((key) => placed.message.mentions.some((author) => author.key === key));
  const results = textsOf(placed.message, earlier).map((text) => ({ text, ...tester.test(text) }));
  // It said something before, and nobody knows what.
  const lost = earlier && placed.message.edits_unknown === true;
  const said = anyOf(results.map((result) => result.holds));
  const meets = allOf([mentioned, lost ? anyOf([said, null]) : said]);
  // Whether it is this case's message cannot be told, so it may count, or not.
  const shared = placed.shared_window;
  const holds = meets !== false && shared !== undefined ? null : meets;
  const hit = results.find((result) => result.holds === true);
  return {
    holds,
    pointers: holds === true && hit !== undefined ? pointersOf(placed, hit.text, hit.found) : [],
    why:
      meets === true && shared !== undefined
        ? sharedWhy(`message ${placed.message.message_id}`, shared)
        : (results.find((result) => result.why !== null)?.why ??
          (lost ? 'a message was edited or deleted, and what it said before is not known' : null)),
  };
}

function placeWords(check: Where, evidence: CaseEvidence): string {
  const place = placeOf(check, evidence);
  const words = { case: 'the case', thread: 'the thread', toplevel: 'the top level' } as const;
  return [
    `in ${place === 'verification' ? 'the verification groups' : words[place]}`,
    check.group === undefined ? '' : `of ${check.group}`,
    check.turn === undefined ? '' : `after turn ${check.turn}`,
  ]
    .filter((part) => part !== '')
    .join(' ');
}

/** The files that hold the case's messages; an agent that wrote nothing is told by the file that shows it. */
function messageFiles(evidence: CaseEvidence): string[] {
  const paths = evidence.messages.map((placed) => placed.path);
  if (evidence.noAgentReply !== null) paths.push(evidence.noAgentReply.path);
  return [...new Set(paths)];
}

/** A message check: as many messages as wanted (at least one) meet every condition, each on its own. */
export function messageCheckResult(check: MessageCheck, ctx: CheckContext): CheckResult {
  const { evidence } = ctx;
  const read = messageFiles(evidence);
  const tester = textTester(check);
  if (tester.broken !== null) return unknown(tester.broken, read);
  const mentions = listOf(check.mentions);
  const inside = windowTest(evidence);
  const candidates = evidence.messages.filter((placed) => isCandidate(placed, check, evidence, inside));
  tester.prepare(candidates.flatMap((placed) => textsOf(placed.message, ctx.earlier === true)));
  const tested = candidates.map((placed) => testMessage(placed, tester, mentions, ctx.earlier === true));
  const holds = countHolds(
    tested.map((one) => one.holds),
    check.count,
  );
  const hits = tested.filter((one) => one.holds === true);
  const who = check.author ?? 'agent';
  const wanted = [tester.words, mentions.length === 0 ? '' : `mentions ${mentions.join(', ')}`]
    .filter((part) => part !== '')
    .join(' and ');
  const reason =
    `${hits.length} of ${candidates.length} messages by ${who === 'any' ? 'anyone' : who} ` +
    `${placeWords(check, evidence)}${wanted === '' ? '' : ` ${wanted}`} (wanted: ${countWords(check.count)})`;
  const why = holds === null ? tested.find((one) => one.why !== null)?.why : undefined;
  return {
    holds,
    pointers: hits.flatMap((one) => one.pointers),
    read,
    reason: why === undefined || why === null ? reason : `${reason}: ${why}`,
  };
}

/**
 * How much the agent said in a place: all its messages there together, as they stand at the end. Those of a shared
 * window may count or not: where that decides, it is unknown.
 */
export function saidCheckResult(check: SaidCheck, { evidence }: CheckContext): CheckResult {
  const inside = windowTest(evidence);
  const all = evidence.messages.filter((placed) => isCandidate(placed, check, evidence, inside));
  const most = amountOf(all);
  const least = amountOf(all.filter((placed) => placed.shared_window === undefined));
  const limits = [
    check.max_chars === undefined ? '' : `${check.max_chars} characters`,
    check.max_messages === undefined ? '' : `${check.max_messages} messages`,
  ].filter((limit) => limit !== '');
  const within = ({ chars, texts }: Amount): boolean =>
    chars <= (check.max_chars ?? Number.POSITIVE_INFINITY) &&
    texts <= (check.max_messages ?? Number.POSITIVE_INFINITY);
  const holds = within(most) ? true : within(least) ? null : false;
  const doubtful = all.find((placed) => placed.shared_window !== undefined);
  const why =
    holds === null && doubtful !== undefined
      ? `: ${sharedWhy(`message ${doubtful.message.message_id}`, doubtful.shared_window ?? [])}`
      : '';
  return {
    holds,
    pointers: [],
    read: messageFiles(evidence),
    reason: `${most.texts} messages with ${most.chars} characters ${placeWords(check, evidence)} (at most: ${limits.join(', ')})${why}`,
  };
}

interface Amount {
  readonly texts: number;
  readonly chars: number;
}

function amountOf(all: readonly PlacedMessage[]): Amount {
  const texts = all.flatMap((placed) => textsOf(placed.message, false));
  return { texts: texts.length, chars: texts.reduce((sum, text) => sum + lengthOf(normalise(text)), 0) };
}
