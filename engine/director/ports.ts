import type { EvalStep, StepOf } from '../../schemas/index.ts';
import type { PlatformMessage } from '../platform/port.ts';

/** One playing of one case. */
export interface CaseRef {
  readonly caseId: string;
  readonly group: string;
  /** 1, or more when the case is played again. */
  readonly attempt: number;
  readonly agent: string;
  readonly crossGroups: readonly string[];
  /** Whose chats with the agent the case is played in; absent for a case in a group. */
  readonly direct?: readonly string[];
}

/** What the director sees of a case at one moment. */
export interface Observation {
  /** ISO instant at which it was read. */
  readonly at: string;
  /** Messages of the case's thread in thread order, root first. */
  readonly thread: readonly PlatformMessage[];
  /** What the agent wrote into the stimulus group outside the thread since the case began, oldest first. */
  readonly toplevel: readonly PlatformMessage[];
  /** The agent's messages in the verification groups since the case began. */
  readonly verification: readonly { readonly group: string; readonly messages: readonly PlatformMessage[] }[];
  /** Names of the chats of the thread by their ids, where it is not the case's group. */
  readonly chats?: ReadonlyMap<string, string>;
}

/** A line that was sent to the agent in a case. */
export interface SentLine {
  readonly step: string;
  readonly message_id: string;
  readonly ts: string;
  readonly actor: string;
  readonly turn: number | null;
  readonly conditional: string | null;
  /** It stands in the actor's chat with the agent, not in a group. */
  readonly direct?: boolean;
}

/** Keeps evidence files; implemented by the evidence room. Paths are relative to the batch folder. */
export interface EvidenceKeeper {
  messages(ref: CaseRef, step: string, from: string, observation: Observation): Promise<string>;
  snapshot(
    ref: CaseRef,
    step: StepOf<EvalStep, 'base.snapshot'> | StepOf<EvalStep, 'doc.snapshot'>,
    from: string,
    signal?: AbortSignal,
  ): Promise<string>;
  /** Reads every document and base that the agent linked in the case. */
  linked(ref: CaseRef, step: string, observation: Observation, signal?: AbortSignal): Promise<string[]>;
}

export interface ConditionDecision {
  /** null: no rule can decide. */
  readonly fire: boolean | null;
  readonly reason: string;
  readonly trigger?: string;
  readonly by: string;
}

/** A line as the script has it: into a group, or to the agent alone. */
export type LineStep = StepOf<EvalStep, 'msg'> | StepOf<EvalStep, 'dm'>;

/** A conditional line that is to be decided, with everything that was said so far. */
export interface OpenCondition {
  readonly ref: CaseRef;
  readonly step: LineStep;
  readonly from: string;
  readonly observation: Observation;
  readonly sent: readonly SentLine[];
}

/** Decides whether a conditional line is sent: by rule, by a model, by a person; implemented by the stages. */
export interface ConditionDecider {
  decide(condition: OpenCondition, signal?: AbortSignal): Promise<ConditionDecision>;
}

/** What the harness sees of the platform and the agent while it waits: without it a gate looks again and again. */
export interface Activity {
  /** Rises with each change in one of the chats. */
  version(chats: readonly string[]): number;
  /** Resolves when the version of the chats is above `seen`. */
  changed(chats: readonly string[], seen: number, signal?: AbortSignal): Promise<void>;
  /** Events on their way to the agent, and calls of the agent that have no answer yet. */
  pending(agent: string): { readonly events: number; readonly calls: number };
  /** Resolves when nothing is pending. */
  idle(agent: string, signal?: AbortSignal): Promise<void>;
}

/** What a batch may use, as the director asks for it. */
export interface CaseBudget {
  /** Whether a case may begin now: `wait`, what others have taken for themselves may come back. */
  roomFor(caseId: string): { readonly state: 'fits' | 'wait' } | ({ readonly state: 'refused' } & NoRoom);
  /** Facts for the journal: the most that playing and judging the case can use. */
  reserveOf(caseId: string): { readonly play: object; readonly judging: object; readonly seconds: number };
  /** Resolves when there may be more room; rejects when the signal is aborted. */
  nextChange(signal: AbortSignal): Promise<void>;
  begun(caseId: string): void;
  ended(caseId: string): void;
  /** Facts for the journal: what a playing used, by what is known at its end. */
  useOf(caseId: string, attempt: number): object | null;
}

/** Why a case is not begun. `limit`: what it does not fit; absent where another case was left out, and this one with it. */
export interface NoRoom {
  readonly why: string;
  readonly limit?: 'minutes' | 'messages' | 'tokens' | 'cost' | undefined;
}

/** A case that was not begun, and why. */
export interface LeftOut extends NoRoom {
  readonly case_id: string;
}

/** The agent as the director knows it. */
export interface AgentState {
  /** Why the agent is gone for good; null while it can still answer. */
  readonly down: string | null;
  /** Resolves when it is gone for good; absent where nobody can tell. */
  readonly whenDown?: ((signal?: AbortSignal) => Promise<void>) | undefined;
  /** When its present process was started, ms: a sign of work from before is of one that has ended. */
  readonly since: number;
  /** Somebody else runs it: whether it is there only its answers tell. */
  readonly elsewhere: boolean;
  /** It takes up after its end what it had heard before: nothing is lost with it. */
  readonly durable: boolean;
}

/** How far a phase has come. `done` and `total` count its steps; in `eval` they count cases. */
export type Progress = StepProgress | CaseProgress;

export interface StepProgress {
  readonly phase: 'world' | 'cast';
  readonly done: number;
  readonly total: number;
  readonly note: string;
}

export interface CaseProgress extends CaseNews {
  readonly phase: 'eval';
  readonly done: number;
  readonly total: number;
  readonly case_id: string;
  readonly group: string;
}

/** What has just become of a case that is played. Told once a change, never while nothing changes. */
export interface CaseNews {
  /** `sent`: a line of an actor stands in the group. */
  readonly state: 'started' | 'sent' | 'waiting' | 'done';
  /** In words, for people. */
  readonly note: string;
  /** Display name of the agent that is waited for. */
  readonly agent?: string;
  /** From 1; absent where a line belongs to no turn. */
  readonly turn?: number;
  /** An answer, that the agent has done speaking, a minute of the day, or a colleague's turn in the same group. */
  readonly wait?: 'reply' | 'quiet' | 'clock' | 'lock' | 'person';
}
