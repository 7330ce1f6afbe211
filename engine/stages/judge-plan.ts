import type { JudgeDefinition } from '../../schemas/index.ts';
import { UsageError } from '../batch/errors.ts';
import { BUILT_IN_JUDGES, diskFiles, loadEvalset } from '../evalset/index.ts';
import type { OpenBatch } from './batch.ts';

/** Who judges: the checks, a person, or a model of the evalset. */
export type CaseJudge =
  | { readonly mode: 'rule'; readonly name: string }
  | { readonly mode: 'manual'; readonly name: string }
  | { readonly mode: 'model'; readonly name: string; readonly definition: JudgeDefinition };

/** The judges of a batch. None sees what another one said; each has a judge file of its own. */
export interface JudgePlan {
  readonly first: CaseJudge;
  /** The second judge first; the files of further ones bear their names. */
  readonly others: readonly CaseJudge[];
}

export type JudgeDefinitions = Readonly<Record<string, JudgeDefinition>>;

export interface JudgeNames {
  readonly judge: string;
  readonly others: readonly string[];
  /** A limit in money can only be held where every model has a price. */
  readonly maxCost?: number | undefined;
}

/**
 * @param file where the judges are defined, for people
 * @throws UsageError for a name that nobody has, one that is named twice, or a model without a price under a limit in money
 */
export function planJudges(names: JudgeNames, definitions: JudgeDefinitions, file: string): JudgePlan {
  const judges = [names.judge, ...names.others].map((name) => judgeNamed(name, definitions, file));
  const [first, ...others] = judges;
  if (first === undefined) throw new Error('no judge');
  for (const [i, { name, mode }] of judges.entries()) {
    if (judges.findIndex((one) => one.name === name) !== i)
      throw new UsageError(
        `judge "${name}" is named twice; a second judge is another one, and \`repeats\` asks the same one again`,
      );
    if (i > 0 && mode === 'manual')
      throw new UsageError('a person cannot be the second judge of the command; label points in Case review');
  }
  for (const judge of judges) {
    if (judge.mode !== 'model' || names.maxCost === undefined || judge.definition.price !== undefined)
      continue;
    throw new UsageError(
      `${file}: judge "${judge.name}" has no price, so --max-cost cannot be held; add \`price\` to it, or leave --max-cost out`,
    );
  }
  return { first, others };
}

function judgeNamed(name: string, definitions: JudgeDefinitions, file: string): CaseJudge {
  if (name === 'rule') return { mode: 'rule', name };
  if (name === 'manual') return { mode: 'manual', name };
  const definition = Object.hasOwn(definitions, name) ? definitions[name] : undefined;
  if (definition !== undefined) return { mode: 'model', name, definition };
  const known = [...BUILT_IN_JUDGES, ...Object.keys(definitions)].join(', ');
  throw new UsageError(
    `${file}: there is no judge "${name}"; choose one of ${known}, or define it under \`judges:\``,
  );
}

/** The judges of a stored batch: of its manifest where none is named, defined in its frozen evalset or in another one. */
export async function judgesOfBatch(
  batch: OpenBatch,
  asked: {
    readonly judge?: string | undefined;
    readonly others?: readonly string[] | undefined;
    readonly maxCost?: number | undefined;
    /** Folder of an evalset whose judges are taken in place of the frozen ones. */
    readonly from?: string | undefined;
    readonly signal?: AbortSignal | undefined;
  } = {},
): Promise<JudgePlan> {
  const { judge, second_judge: second } = batch.manifest;
  const { definitions, file } = await definitionsOf(batch, asked.from, asked.signal);
  const others = asked.others ?? [];
  return planJudges(
    {
      judge: asked.judge ?? judge,
      others: others.length > 0 || second === undefined ? others : [second],
      maxCost: asked.maxCost,
    },
    definitions,
    file,
  );
}

async function definitionsOf(
  batch: OpenBatch,
  from: string | undefined,
  signal: AbortSignal | undefined,
): Promise<{ definitions: JudgeDefinitions; file: string }> {
  const evalset = from === undefined ? batch.evalset : (await loadEvalset(from, diskFiles(), signal)).evalset;
  if (evalset === null)
    throw new UsageError(`${from ?? ''}: this evalset cannot be read; \`sundowner check\` says why`);
  return {
    definitions: evalset.file?.value.judges ?? {},
    file: evalset.file?.file.path ?? evalset.root,
  };
}
