import type { TokenCount } from '../../schemas/index.ts';

/** Where and how a model is asked. */
export interface ModelSettings {
  /** Who asks: calls, and what they cost, are kept by this name. */
  readonly client: string;
  /** `/chat/completions` is put behind it. */
  readonly baseUrl: string;
  readonly model: string;
  /** null: the server wants no key. `value` is undefined where the variable is not set. */
  readonly key: { readonly env: string; readonly value: string | undefined } | null;
  readonly temperature: number | null;
  readonly maxOutputTokens: number;
  readonly outputLimitKey: 'max_tokens' | 'max_completion_tokens';
  readonly answerFormat: 'json_schema' | 'json_object' | 'none';
  readonly timeoutMs: number;
  /** Most tries of one question. */
  readonly attempts: number;
  /** Wait before the second try; doubled before each further one. */
  readonly retryWaitMs: number;
  /** Most questions at once. */
  readonly concurrency: number;
  /** Money for a million tokens; undefined: not known. */
  readonly price?: { readonly input: number; readonly output: number; readonly currency: string } | undefined;
}

/** One question to a model: no tools, no history. */
export interface Question {
  /** What is asked, for people who read the file. */
  readonly about: string;
  readonly system: string;
  readonly user: string;
  readonly seed: number;
  /** The form that the answer must have. */
  readonly answer: { readonly name: string; readonly schema: Readonly<Record<string, unknown>> };
}

export const FAILURES = [
  'no-key',
  'over-budget',
  'no-connection',
  'timeout',
  'busy',
  'server-error',
  'refused',
  'bad-response',
] as const;
export type FailureCause = (typeof FAILURES)[number];

/** Why there is no answer. `message` is for people, and holds no key. */
export interface Failure {
  readonly cause: FailureCause;
  readonly message: string;
}

/** What a model said, as the server handed it over. Nothing is repaired: `text` may be anything. */
export interface Completion {
  readonly text: string | null;
  readonly finish: string | null;
  /** The server's own word that the model refused. */
  readonly refusal: string | null;
  readonly toolCalls: boolean;
  readonly model: string | null;
  readonly tokens: TokenCount | null;
}

/** What came of a question. `cost`: of all its tries as on file; null where no price is known. */
export type Asking = { readonly hash: string; readonly cost: number | null } & (
  | { readonly ok: true; readonly completion: Completion }
  | { readonly ok: false; readonly failure: Failure }
);
