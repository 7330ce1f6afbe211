import type { Told } from '../evalset/told.ts';
import type {
  EvalBundle,
  EvalStep,
  EvalsetManifest,
  ExecBundle,
  ExecManifest,
  Provenance,
  ScriptManifest,
  SelectionBudget,
  SelectionFile,
  TeamCard,
  WorldPreset,
} from '../../schemas/index.ts';
import type { MappedCase } from './pipeline.ts';
import type { VerifyFinding } from './verify/index.ts';

export interface CompileOptions {
  /** Evaluation day, YYYY-MM-DD. */
  readonly day0: string;
  /** Instant from which relative minutes count; the world's kickoff_local when absent. */
  readonly execAt?: string;
  /** Selected case ids; all when absent. */
  readonly cases?: readonly string[];
  readonly selectionLabel?: string;
  /** Chooses among the cases once their steps are known; `cases` when absent. */
  readonly choose?: Choose;
  /** Declared ordinals by case id, for an excerpt of a larger evalset. */
  readonly ordinals?: Readonly<Record<string, number>>;
  /** Wording of notes and instructions; the product's own by default. */
  readonly wording?: StepWording;
  /** Clock of the manifests; nothing else depends on it. */
  readonly now: () => Date;
}

/** A case whose steps are known and that is not yet selected. */
export interface Compiled {
  readonly card: TeamCard;
  readonly steps: readonly EvalStep[];
  readonly targets: MappedCase['targets'];
  /** Why it cannot be run, or was not asked for; null when it can be selected. */
  readonly whyNot: string | null;
}

/** What a chooser says. Every case that it leaves out has its reason. */
export interface Chosen extends Pick<SelectionFile, 'label' | 'method' | 'budget_sec' | 'uncovered'> {
  readonly cases: ReadonlySet<string>;
  /** By case id: why a case is left out that could be selected. */
  readonly why: ReadonlyMap<string, string>;
  /** For manifests: it may differ between two compiles that select the same cases. */
  readonly budget: SelectionBudget;
}

/** Chooses among all cases of an evalset, in its order. `world`: the bound world. */
export type Choose = (cases: readonly Compiled[], world: WorldPreset) => Chosen;

/** Something that keeps an evalset from being compiled. Errors are collected, never thrown one by one. */
export interface CompileError {
  /** Author's file, when the error stands in one. */
  readonly file?: string;
  /** JSON pointer in that file (or in the options). */
  readonly pointer: string;
  /** In English. */
  readonly message: string;
  /** The same, to be told in another language. */
  readonly told: Told;
}

/** The words around the structural keys of a case's steps. */
export interface StepWording {
  readonly pre: (c: WordingContext) => string;
  readonly post: (c: WordingContext) => string;
  readonly firstQuery: (c: WordingContext) => string;
  readonly laterQuery: (c: WordingContext) => string;
  /** A colleague's follow-up (`inject`). */
  readonly inject: (c: WordingContext) => string;
  /** A colleague's line that is sent only when its condition holds; `turn` is its place among them. */
  readonly conditionalLine: (c: WordingContext) => string;
  readonly waitGate: (c: WordingContext) => string;
  /** The wait after a conditional line; `turn` is the line's place among them. */
  readonly conditionalGate: (c: WordingContext) => string;
  readonly quietGate: (c: WordingContext) => string;
  /** The wait for the minute of a clock case. */
  readonly clock: (c: WordingContext) => string;
}

export interface WordingContext {
  readonly caseId: string;
  readonly version: string;
  readonly agentName: string;
  /** Number of the turn, from 1; 0 where a step belongs to no turn. */
  readonly turn: number;
  /** Longest wait, or the quiet time, of a gate; 0 for other steps. */
  readonly seconds: number;
  /** How often the director looks, in seconds. */
  readonly observeSeconds: number;
  readonly write: boolean;
  /** Asked in a direct chat. */
  readonly dm: boolean;
}

/** The script of a batch, before it is written. */
export interface CompiledScript {
  /** sha256 of the world's master as the author wrote it; with the hashes in the manifests the identity of a batch. */
  readonly worldHash: string;
  /** The world on day0, with its phases. */
  readonly world: WorldPreset;
  readonly evalBundles: readonly EvalBundle[];
  readonly execBundles: readonly ExecBundle[];
  readonly selection: SelectionFile;
  /** Of a selection for a time budget. */
  readonly budget?: SelectionBudget | undefined;
  readonly provenance: Provenance;
  readonly manifests: {
    readonly evalset: EvalsetManifest;
    readonly script: ScriptManifest;
    readonly exec: ExecManifest;
  };
  /** Name in the script folder (such as `eval-product.json`) to its exact bytes; manifests not among them. */
  readonly files: ReadonlyMap<string, string>;
  /** What the verifier says of the files: nothing, unless the compiler is at fault. */
  readonly findings: readonly VerifyFinding[];
}
