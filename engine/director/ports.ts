import type { EvalStep, StepOf } from '../../schemas/index.ts';
import type { PlatformMessage } from '../platform/port.ts';

/** Time, so that a batch can run on real or on virtual seconds. */
export interface Clock {
  now(): number;
  wait(ms: number, signal?: AbortSignal): Promise<void>;
}

/** One playing of one case. */
export interface CaseRef {
  readonly caseId: string;
  readonly group: string;
  /** 1, or more when the case is played again. */
  readonly attempt: number;
  readonly agent: string;
  readonly crossGroups: readonly string[];
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
}

/** A line that was sent to the agent in a case. */
export interface SentLine {
  readonly step: string;
  readonly message_id: string;
  readonly ts: string;
  readonly actor: string;
  readonly turn: number | null;
  readonly conditional: string | null;
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

/** Decides whether a conditional line is sent; implemented with the rule judge. */
export interface ConditionDecider {
  decide(
    ref: CaseRef,
    step: StepOf<EvalStep, 'msg'>,
    from: string,
    observation: Observation,
    sent: readonly SentLine[],
  ): ConditionDecision;
}

/** The agent as the director knows it. */
export interface AgentState {
  /** Why the agent is gone for good; null while it can still answer. */
  readonly down: string | null;
  /** When its present process was started, ms: a sign of work from before is of one that has ended. */
  readonly since: number;
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
  /** An answer, or that the agent has done speaking. */
  readonly wait?: 'reply' | 'quiet';
}
