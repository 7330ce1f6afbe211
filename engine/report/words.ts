import type { Verdict } from '../../schemas/index.ts';
import type { PointState, Sentence } from '../../schemas/review.ts';

/** Part of an author's name that evidence is grouped by. */
export type By = 'agent' | 'npc' | 'other' | 'unknown';

/** What an agent wrote a hidden text in. */
export type VoidWritten = NonNullable<Verdict['void']>['quotes'][number]['written'];

/** What a trusted event did, in one word. */
export type EventVerb =
  | 'read'
  | 'wrote'
  | 'created'
  | 'deleted'
  | 'shared'
  | 'sent'
  | 'edited'
  | 'withdrew'
  | 'reacted'
  | 'restored'
  | 'blocked'
  | 'other';

/** Why a folder is shown and not written to. */
export type WhyReadonly = 'foreign' | 'chain';

/**
 * Every word that is shown of batches, cases and points, in one language. Ids, names and texts of an evalset or of
 * evidence go through as they are.
 */
export interface Words {
  readonly locale: 'en' | 'zh';

  // Cases
  /** `3 of 5`. */
  outOf(met: number, total: number): string;
  passed(met: number, total: number): string;
  because(head: string, cause: Sentence): Sentence;
  readonly causeSeparator: string;
  readonly veto: string;
  /** No ids: an excerpt lacks the gate. */
  gateUnmet(ids: readonly string[], overridden: number): Sentence;
  unmet(ids: readonly string[]): Sentence;
  deducted(ids: readonly string[]): Sentence;
  /** `within` as a length of time, such as `5:00`. */
  noAnswer(agent: string, within: string): string;
  agentDown(agent: string, why: string): string;
  noMessage(agent: string): string;
  /** How the agent's process ended, behind {@link agentDown}. */
  readonly processEnds: {
    exited(code: string): string;
    killed(signal: string): string;
    notStarted(detail: string): string;
  };
  /** Points that a person decided in the judge’s place. */
  decidedBy(ids: readonly string[], who: string): Sentence;
  pending(cause: Sentence): Sentence;
  readonly notJudged: string;
  readonly noRequiredPoint: string;
  undecided(ids: readonly string[]): Sentence;
  environment(detail: string): string;
  readonly environmentCause: string;
  evidenceMissing(path: string): string;
  readonly interrupted: string;
  /** `cause` as {@link voidedBy} says it. */
  voided(cause: string): string;
  /** Without anything that was quoted. */
  readonly voidCause: string;
  /** `hidden`: file and place of the first hidden text; `more`: how many others. */
  voidedBy(hidden: string, more: number): string;
  voidLine(quote: string, written: VoidWritten, path: string, hidden: string, canary: boolean): string;
  readonly rerun: string;
  readonly rerunCause: string;
  empty(caseId: string): string;
  running(what: string): string;
  waitingFor(agent: string, turn: number | null): string;
  steps(done: number, total: number): string;
  readonly waitingQuiet: string;
  stopped(done: number, total: number): string;
  /** A state in one or two words, for lists. */
  readonly caseStates: Readonly<
    Record<'PENDING' | 'FAIL_ENV' | 'RERUN' | 'VOID' | 'running' | 'empty' | 'queued', string>
  >;

  // Sums
  readonly noScore: string;
  noScoreBetween(worst: string, best: string): string;
  vetoScore(score: string): string;
  beforeGate(n: number, total: number): string;

  // Points
  readonly pointStates: Readonly<Record<Exclude<PointState, 'overridden'>, string>>;
  /** `met`: the judge said so; else it could not judge. */
  countsAsUnmet(met: boolean, gates: readonly string[]): string;
  readonly gateUndecided: string;
  dimension(name: string): string;

  // Batches
  counting(scored: number, planned: number, states: string): string;
  batchRunning(done: number, total: number): string;
  readonly buildingWorld: string;
  readonly admittingAgent: string;
  readonly unreadable: string;
  why(reason: WhyReadonly, detail: string): string;

  // Evidence
  readonly agentRole: string;
  label(kind: string, turn: number): string;
  readonly conditionalLine: string;
  readonly outsideWindow: string;
  /** Of a message in the windows of several cases. */
  sharedWindow(cases: string): string;
  /** Of a message that another case has. */
  ofOtherCase(caseId: string): string;
  readonly worldBefore: {
    readonly title: string;
    /** Cases that had ended, and those that ran at the same time; either may be empty. */
    order(before: string, earlier: number, beside: string): string;
    /** Whether a fact stood when the case began, who leaves it, and since when. */
    fact(stood: boolean | null, id: string, caseId: string, when: string): string;
    /** Of a branch of a point: whether it applies, and by which fact. */
    reading(applies: boolean | null, when: 'came_about' | 'did_not', fact: string, either: boolean): string;
  };
  threadNote(zone: string): string;
  toplevelNote(zone: string): string;
  checkedNote(from: string, to: string, zone: string): string;
  readonly rebuiltNote: string;
  readonly noMessageInWindow: string;
  fired(when: string, actor: string): string;
  notSent(actor: string): string;
  undecidedLine(actor: string): string;
  notAsked(turn: number | null, why: string): string;
  tableNote(from: string, to: string): string;
  readAt(when: string): string;
  unchangedRows(n: number): string;
  readonly linkedByAgent: string;
  readonly noChange: string;
  unreadableAsset(why: string): string;
  readonly eventsTitle: string;
  eventsNote(zone: string): string;
  readonly verbs: Readonly<Record<EventVerb, string>>;
  /** A change in words, such as `状态: open → closed`. */
  change(op: 'add' | 'remove' | 'change', what: string, before: string, after: string): string;
  readonly someone: string;

  /** What is said to a person who labels. */
  readonly labels: {
    readonly noSuchPoint: string;
    /** What was selected cannot carry the word. */
    notCarried(why: string): string;
    readonly nothingThere: string;
    readonly stale: string;
    readonly damaged: string;
  };

  // Problems: what is wrong and the way out
  readonly problems: {
    noManifest(): string;
    lostManifest(): string;
    notJson(name: string, detail: string): string;
    badShape(name: string, detail: string): string;
    cannotRead(name: string, detail: string): string;
    noFile(name: string): string;
    gone(): string;
    tornJournal(): string;
    /** A case whose reading ended the thread that read it. */
    outOfMemory(caseId: string): string;
    readingEnded(caseId: string, detail: string): string;
    badLines(name: string, lines: number): string;
    missing(path: string): string;
    outside(path: string): string;
    rebuilt(): string;
    notPlayedHere(caseId: string): string;
    stoppedMidway(done: number, total: number): string;
    frozenEvalset(detail: string): string;
    noScript(): string;
    tooLarge(name: string, megabytes: number): string;
  };
}
