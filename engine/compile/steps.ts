import type { EvalStep, ExecParams, Move, Origin, TeamCard, Turn } from '../../schemas/index.ts';
import type { Located, ValuePath } from '../evalset/model.ts';
import { pointerOf } from '../evalset/finding.ts';
import { errorAt } from './errors.ts';
import type { WorldMap } from './map.ts';
import type { CompileError, StepWording, WordingContext } from './model.ts';
import { renderText, type RenderContext } from './render.ts';

/** Waits of a script, in seconds. */
export interface Waits {
  readonly single: number;
  readonly write: number;
  readonly conditional: number;
  readonly quiet: number;
  readonly observe: number;
}

/** The figures of a world, or the product's own. */
export function waitsOf(params: ExecParams): Waits {
  return {
    single: params.wait_single_sec ?? 180,
    write: params.wait_write_sec ?? 300,
    conditional: params.wait_conditional_sec ?? 600,
    quiet: params.gate_quiet_sec ?? 90,
    observe: params.observe_every_sec ?? 20,
  };
}

/** What the steps of every case share. */
export interface StepsContext {
  readonly version: string;
  readonly map: WorldMap;
  readonly waits: Waits;
  readonly render: RenderContext;
  readonly wording: StepWording;
}

export interface CaseSteps {
  readonly steps: readonly EvalStep[];
  /** By step id; the condition of a conditional line stands under `<id>/conditional/condition`. */
  readonly origins: Readonly<Record<string, Origin>>;
  readonly errors: readonly CompileError[];
}

/** A case whose `rw_type` begins with 写 is a write case and waits longer (its write targets do not decide). */
export const isWriteCase = (card: TeamCard): boolean => card.rw_type?.startsWith('写') ?? false;

/** Why this version cannot run a case; null when it can. */
export function whyNotRunnable(card: TeamCard): string | null {
  if (card.dm === true) return 'it is asked in a direct message (dm), which this version cannot run';
  if (card.clock_batch === true)
    return 'it is played at a fixed minute of the day (clock_batch), which this version cannot run';
  return null;
}

/**
 * The steps of a case. Ids are `e-{group}-{nnn}-{case}-{suffix}`, nnn the ordinal. In order:
 * `pre` snapshots of the write targets; per turn its message and its wait gate; `gate`, the quiet time; `post` snapshots.
 * - `query`: `q{turn}`, gate `w{turn}`. All but the first answer the first one in its thread, and all mention the agent.
 * - `inject` (ours): like a later query, `i{turn}` and `w{turn}`.
 * - `npc_reply_conditional` (ours): `cond{k}`, k its place among the conditional lines, decided after the gate of the
 *   turn before; its own gate is `condw{k}`, because what the agent says to it belongs to the case.
 * A second and further write target has `-{asset}` behind suffix and label (ours); documents are recorded by
 * `doc.snapshot` (ours). A case with conditional lines waits `waits.conditional`.
 */
export function caseSteps(located: Located<TeamCard>, ordinal: number, context: StepsContext): CaseSteps {
  return new CaseBuilder(located, ordinal, context).build();
}

class CaseBuilder {
  readonly #located: Located<TeamCard>;
  readonly #card: TeamCard;
  readonly #context: StepsContext;
  readonly #prefix: string;
  readonly #maxWait: number;
  readonly #steps: EvalStep[] = [];
  readonly #origins: Record<string, Origin> = {};
  readonly #errors: CompileError[] = [];
  #root: string | null = null;
  #lastGate: string | null = null;
  #conditionals = 0;

  constructor(located: Located<TeamCard>, ordinal: number, context: StepsContext) {
    const card = located.value;
    this.#located = located;
    this.#card = card;
    this.#context = context;
    this.#prefix = `e-${card.group_key}-${String(ordinal).padStart(3, '0')}-${card.case_id}`;
    const { single, write, conditional } = context.waits;
    const hasLines = card.turns.some((turn) => turn.kind === 'npc_reply_conditional');
    this.#maxWait = hasLines ? conditional : isWriteCase(card) ? write : single;
  }

  build(): CaseSteps {
    this.#snapshots('pre');
    this.#card.turns.forEach((turn, i) => this.#turn(turn, i));
    this.#steps.push({
      id: `${this.#prefix}-gate`,
      op: 'gate',
      kind: 'no_bot_speech',
      group: this.#card.group_key,
      min_quiet_sec: this.#context.waits.quiet,
      note: this.#context.wording.quietGate(this.#words(0, this.#context.waits.quiet)),
      case_id: this.#card.case_id,
    });
    this.#snapshots('post');
    const ids = new Set<string>();
    for (const { id } of this.#steps) {
      if (ids.has(id))
        this.#error(['turns'], `Two steps would have the id "${id}". Number the turns 1, 2, 3 …`);
      ids.add(id);
    }
    return { steps: this.#steps, origins: this.#origins, errors: this.#errors };
  }

  #snapshots(when: 'pre' | 'post'): void {
    const { case_id, write_targets = [] } = this.#card;
    write_targets.forEach((asset, i) => {
      const tail = i === 0 ? '' : `-${asset}`;
      const note = this.#context.wording[when](this.#words(0, 0));
      const id = `${this.#prefix}-${when}${tail}`;
      const rest = {
        label: `${case_id}-${when}${tail}`,
        ...(when === 'post' ? { compare_to: `${case_id}-pre${tail}` } : {}),
        note,
        case_id,
      };
      // An asset that the world does not define was reported by the mapping.
      if (this.#context.map.assets.get(asset) === 'doc')
        this.#steps.push({ id, op: 'doc.snapshot', doc: asset, ...rest });
      else this.#steps.push({ id, op: 'base.snapshot', base: asset, ...rest });
    });
  }

  #turn(turn: Turn, i: number): void {
    if (this.#root === null && turn.kind !== 'query') {
      this.#error(['turns', i, 'kind'], 'The first turn opens the thread, so it must be a query.');
      return;
    }
    if (turn.kind === 'npc_reply_conditional') this.#conditional(turn, i);
    else this.#question(turn, i, turn.kind);
  }

  #question(turn: Turn, i: number, kind: 'query' | 'inject'): void {
    const { wording } = this.#context;
    const id = `${this.#prefix}-${kind === 'query' ? 'q' : 'i'}${turn.turn}`;
    const words = this.#words(turn.turn, 0);
    const note =
      this.#root === null
        ? wording.firstQuery(words)
        : kind === 'query'
          ? wording.laterQuery(words)
          : wording.inject(words);
    this.#message(id, turn, i, { note });
    this.#root ??= id;
    this.#wait(`w${turn.turn}`, wording.waitGate(this.#words(turn.turn, this.#maxWait)));
  }

  #conditional(turn: Turn, i: number): void {
    const { wording } = this.#context;
    this.#conditionals += 1;
    const k = this.#conditionals;
    const id = `${this.#prefix}-cond${k}`;
    const condition = this.#rendered(['turns', i, 'condition'], turn.condition ?? '');
    this.#origins[`${id}/conditional/condition`] = this.#origin(turn, i, 'condition', condition.moves);
    this.#message(id, turn, i, {
      conditional: { condition: condition.text, key: `cond${k}`, after: this.#lastGate ?? '' },
      note: wording.conditionalLine(this.#words(k, 0)),
    });
    this.#wait(`condw${k}`, wording.conditionalGate(this.#words(k, this.#maxWait)));
  }

  #message(
    id: string,
    turn: Turn,
    i: number,
    rest: Pick<Extract<EvalStep, { op: 'msg' }>, 'conditional' | 'note'>,
  ): void {
    const { agent } = this.#context.map;
    const { text, moves } = this.#rendered(['turns', i, 'text'], turn.text, agent.alias);
    this.#origins[id] = this.#origin(turn, i, 'text', moves);
    this.#steps.push({
      id,
      op: 'msg',
      group: this.#card.group_key,
      actor: turn.speaker,
      text,
      mention: agent.key,
      case_id: this.#card.case_id,
      ...(this.#root === null ? {} : { reply_to: this.#root, thread_reply: true }),
      ...rest,
    });
  }

  #wait(suffix: string, instruction: string): void {
    const id = `${this.#prefix}-${suffix}`;
    this.#lastGate = id;
    this.#steps.push({
      id,
      op: 'gate',
      kind: 'agent_reply_seen',
      group: this.#card.group_key,
      max_wait_sec: this.#maxWait,
      instruction,
      case_id: this.#card.case_id,
    });
  }

  #rendered(at: ValuePath, source: string, alias?: string) {
    const rendered = renderText(source, this.#context.render, alias);
    for (const problem of rendered.problems) this.#error(at, problem.message);
    return rendered;
  }

  #origin(turn: Turn, i: number, field: 'text' | 'condition', moves: readonly Move[]): Origin {
    return {
      case_id: this.#card.case_id,
      field: pointerOf(['turns', i, field]),
      turn: turn.turn,
      moves: [...moves],
    };
  }

  #words(turn: number, seconds: number): WordingContext {
    return {
      caseId: this.#card.case_id,
      version: this.#context.version,
      agentName: this.#context.map.agent.name,
      turn,
      seconds,
      observeSeconds: this.#context.waits.observe,
      write: isWriteCase(this.#card),
    };
  }

  #error(at: ValuePath, message: string): void {
    this.#errors.push(errorAt(this.#located, at, message));
  }
}
