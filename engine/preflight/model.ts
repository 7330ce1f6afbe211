import type {
  BatchLimits,
  ExecBundle,
  JudgeDefinition,
  SelectionFile,
  WorldPreset,
} from '../../schemas/index.ts';
import type { Places } from '../agents/places.ts';
import type { BudgetFault, Reserve } from '../budget/index.ts';
import type { VerifyFinding } from '../compile/verify/index.ts';
import type { Evalset, Finding, Told } from '../evalset/index.ts';

export type ProblemSeverity = 'blocks' | 'warns';

/** Something that stands in the way of a run (`blocks`), or makes it worth less (`warns`). */
export interface Problem {
  readonly severity: ProblemSeverity;
  readonly code: string;
  /** Absolute; null where it is about no file. */
  readonly file: string | null;
  readonly pointer: string;
  /** Null where it is about no place in the file. */
  readonly range: Finding['range'] | null;
  /** In English: what is wrong, and the way out. */
  readonly message: string;
  readonly told?: Told | undefined;
}

/** What is to be run, and on what: all that can be known of it. */
export interface PreflightContext {
  /** The author's evalset, or the copy that a batch froze. */
  readonly evalset: Evalset;
  /** Findings of its check. */
  readonly findings: readonly Finding[];
  readonly script: {
    /** The bound world with its steps. */
    readonly world: WorldPreset;
    readonly execBundles: readonly Pick<ExecBundle, 'group' | 'steps'>[];
    readonly selection: Pick<SelectionFile, 'cases'>;
  };
  /** The batch, where one has been made. */
  readonly batch: BatchFacts | null;
  readonly agent: AgentFacts;
  /** Who judges; a sentence where that cannot be told. */
  readonly judges: readonly JudgeFacts[] | string;
  /** What the batch may use; null: nothing limits it, or who judges cannot be told. */
  readonly budget?: BudgetFacts | null | undefined;
  /** The real tenant that it is run on; null on the embedded platform, which makes an account for everybody. */
  readonly tenant: TenantFacts | null;
  readonly places: Places;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Port that the embedded platform is asked to take. */
  readonly port?: number | undefined;
  /** Folder that the batch lies in, or will. It may not be there yet. */
  readonly home: string;
  /** Starts the agent and says why it did not connect; null when it did. Absent: it is not to be started. */
  readonly tryAgent?: ((signal?: AbortSignal) => Promise<string | null>) | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface BatchFacts {
  readonly root: string;
  readonly scriptDir: string;
  /** What the verifier says of its script. */
  readonly script: readonly VerifyFinding[];
  readonly journal: {
    readonly file: string;
    /** Why it cannot be continued, with file and line; null when it can. */
    readonly fault: string | null;
  };
  /** Why its world is gone, in a sentence with the way out; null while it stands or was not built. */
  readonly worldGone: string | null;
}

export interface AgentFacts {
  readonly name: string;
  /** Only a `member` has a process of its own. */
  readonly driver: string;
  /** Absent: it is run elsewhere, or nobody has said how. */
  readonly command?: readonly string[] | undefined;
  readonly passEnv?: readonly string[] | undefined;
}

export interface JudgeFacts {
  readonly name: string;
  /** Absent: the checks, or a person. */
  readonly definition?: JudgeDefinition | undefined;
}

/** The budget of a batch, and the most that its cases can use. */
export interface BudgetFacts {
  readonly limits: BatchLimits;
  readonly currency: string;
  /** Why it cannot be held. */
  readonly faults: readonly BudgetFault[];
  /** By case id. */
  readonly reserves: ReadonlyMap<string, Reserve>;
}

/** What the settings of a real tenant say; the tenant itself is not asked. */
export interface TenantFacts {
  readonly name: string;
  /** File that holds the settings. */
  readonly file: string;
  /** Keys of actors and agents that have an account. */
  readonly actors: ReadonlySet<string>;
  readonly agents: ReadonlySet<string>;
  /** Secrets that are nowhere, by the environment variable that may hold them, and whose they are. */
  readonly missingSecrets: readonly { readonly variable: string; readonly of: string }[];
  /** Scopes that its apps have been given; null where the settings do not say. */
  readonly scopes: ReadonlySet<string> | null;
}

/** Looks at one thing. What it cannot know is no problem. */
export type Check = (context: PreflightContext) => readonly Problem[] | Promise<readonly Problem[]>;
