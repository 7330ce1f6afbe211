import type { EvalStep, ExecParams, Origin, StepOf, TeamCard } from '../../schemas/index.ts';
import type { CorrectedTurn } from '../evalset/corrected.ts';
import type { ValuePath } from '../evalset/model.ts';
import { isWriteCase } from '../evalset/write-case.ts';
import { composePart, composeTurn, type Composed } from './compose.ts';
import { tell, type Told } from '../evalset/told.ts';
import { errorAt } from './errors.ts';
import type { CompileError, StepWording, WordingContext } from './model.ts';
import type { MappedCase, MappedEvalset, RenderedCase, Waits } from './pipeline.ts';

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
export type StepsContext = Pick<MappedEvalset, 'version' | 'agent' | 'waits'> & {
  readonly wording: StepWording;
};

export interface CaseSteps {
  readonly steps: readonly EvalStep[];
  /** By step id; the condition of a conditional line stands under `<id>/conditional/condition`. */
  readonly origins: Readonly<Record<string, Origin>>;
  readonly errors: readonly CompileError[];
}

/**
 * The steps of a case. Ids are `e-{group}-{nnn}-{case}-{suffix}`, nnn the ordinal. In order: `pre` snapshots of the write
 * targets; `clock` (ours), the minute of a clock case; per turn its message and its wait gate; `gate`, the quiet time;
 * `post` snapshots.
 * - `query`: `q{turn}`, gate `w{turn}`. All but the first answer the first one in its thread, and all mention the agent.
 * - `inject` (ours): like a later query, `i{turn}` and `w{turn}`.
 * - `npc_reply_conditional` (ours): `cond{k}`, k its place among the card's conditional lines (added ones behind them),
 *   decided after the gate of the turn before; its own gate is `condw{k}`, because what the agent says to it belongs to
 *   the case.
 * A second and further write target has `-{asset}` behind suffix and label (ours); documents are recorded by
 * `doc.snapshot` (ours). A case with conditional lines waits `waits.conditional`. A `dm` case (ours) has the same ids:
 * its messages are of op `dm`, from each speaker to the agent alone, without threads and mentions; its gates watch those
 * chats (`dm_reply_seen`, `no_dm_speech`).
 */
export function caseSteps(
  mapped: MappedCase,
  rendered: RenderedCase,
  turns: readonly CorrectedTurn[],
  context: StepsContext,
): CaseSteps {
  return new CaseBuilder(mapped, rendered, turns, context).build();
}

class CaseBuilder {
  readonly #mapped: MappedCase;
  readonly #card: TeamCard;
  readonly #rendered: RenderedCase;
  readonly #turns: readonly CorrectedTurn[];
  readonly #context: StepsContext;
  readonly #prefix: string;
  readonly #maxWait: number;
  readonly #steps: EvalStep[] = [];
  readonly #origins: Record<string, Origin> = {};
  readonly #errors: CompileError[] = [];
  #root: string | null = null;
  #lastGate: string | null = null;

  constructor(
    mapped: MappedCase,
    rendered: RenderedCase,
    turns: readonly CorrectedTurn[],
    context: StepsContext,
  ) {
    const { card, ordinal } = mapped;
    this.#mapped = mapped;
    this.#card = card;
    this.#rendered = rendered;
    this.#turns = turns;
    this.#context = context;
    this.#prefix = `e-${card.group_key}-${String(ordinal).padStart(3, '0')}-${card.case_id}`;
    const { single, write, conditional } = context.waits;
    const hasLines = turns.some(({ line }) => line !== null);
    this.#maxWait = hasLines ? conditional : isWriteCase(card) ? write : single;
  }

  build(): CaseSteps {
    this.#snapshots('pre');
    this.#clock();
    for (const turn of this.#turns) this.#turn(turn);
    this.#quiet();
    this.#snapshots('post');
    const ids = new Set<string>();
    for (const { id } of this.#steps) {
      if (ids.has(id))
        this.#error(['turns'], tell`Two steps would have the id "${id}". Number the turns 1, 2, 3 …`);
      ids.add(id);
    }
    return { steps: this.#steps, origins: this.#origins, errors: this.#errors };
  }

  #snapshots(when: 'pre' | 'post'): void {
    const { case_id } = this.#card;
    this.#mapped.targets.forEach(({ asset, kind }, i) => {
      const tail = i === 0 ? '' : `-${asset}`;
      const note = this.#context.wording[when](this.#words(0, 0));
      const id = `${this.#prefix}-${when}${tail}`;
      const rest = {
        label: `${case_id}-${when}${tail}`,
        ...(when === 'post' ? { compare_to: `${case_id}-pre${tail}` } : {}),
        note,
        case_id,
      };
      if (kind === 'doc') this.#steps.push({ id, op: 'doc.snapshot', doc: asset, ...rest });
      else this.#steps.push({ id, op: 'base.snapshot', base: asset, ...rest });
    });
  }

  #clock(): void {
    const { clock: at, texts } = this.#rendered;
    if (at === null) return;
    const { case_id } = this.#card;
    const id = `${this.#prefix}-clock`;
    const note = this.#context.wording.clock(this.#words(0, 0));
    this.#steps.push({ id, op: 'gate', kind: 'clock', at, note, case_id });
    const own = texts['/clock_at'];
    if (own !== undefined) this.#origins[`${id}/at`] = { case_id, field: '/clock_at', moves: [...own.moves] };
  }

  #turn(turn: CorrectedTurn): void {
    if (this.#root === null && turn.kind !== 'query') {
      const at = turn.text[0]?.at.slice(0, 2) ?? ['turns'];
      this.#error([...at, 'kind'], tell`The first turn opens the thread, so it must be a query.`);
      return;
    }
    const { wording } = this.#context;
    const { line } = turn;
    if (line !== null) {
      this.#conditional(turn, line);
      return;
    }
    const id = `${this.#prefix}-${turn.kind === 'query' ? 'q' : 'i'}${turn.turn}`;
    const words = this.#words(turn.turn, 0);
    const note =
      this.#root === null
        ? wording.firstQuery(words)
        : turn.kind === 'query'
          ? wording.laterQuery(words)
          : wording.inject(words);
    this.#message(id, turn, { note });
    this.#root ??= id;
    this.#wait(turn, `w${turn.turn}`, wording.waitGate(this.#words(turn.turn, this.#maxWait)));
  }

  #conditional(turn: CorrectedTurn, k: number): void {
    const { wording } = this.#context;
    const id = `${this.#prefix}-cond${k}`;
    const condition =
      turn.condition === null
        ? ''
        : this.#composed(
            `${id}/conditional/condition`,
            turn.condition.at,
            composePart(this.#rendered, turn.condition),
          );
    this.#message(id, turn, {
      conditional: { condition, key: `cond${k}`, after: this.#lastGate ?? '' },
      note: wording.conditionalLine(this.#words(k, 0)),
    });
    this.#wait(turn, `condw${k}`, wording.conditionalGate(this.#words(k, this.#maxWait)));
  }

  #message(
    id: string,
    turn: CorrectedTurn,
    rest: Pick<StepOf<EvalStep, 'msg'>, 'conditional' | 'note'>,
  ): void {
    const { key: agent, alias } = this.#context.agent;
    const { group_key: group, case_id } = this.#card;
    const lead = turn.mention ? alias : null;
    const text = this.#composed(id, turn.text[0]?.at ?? ['turns'], composeTurn(this.#rendered, turn, lead));
    const actor = turn.speaker;
    if (this.#card.dm === true) {
      this.#steps.push({ id, op: 'dm', actor, to: agent, text, case_id, ...rest });
      return;
    }
    this.#steps.push({
      id,
      op: 'msg',
      group,
      actor,
      text,
      ...(turn.mention ? { mention: agent } : {}),
      ...(turn.alsoMention.length === 0 ? {} : { also_mention: [...turn.alsoMention] }),
      case_id,
      ...(this.#root === null ? {} : { reply_to: this.#root, thread_reply: true }),
      ...rest,
    });
  }

  #wait({ speaker }: CorrectedTurn, suffix: string, instruction: string): void {
    const id = `${this.#prefix}-${suffix}`;
    const { group_key: group, case_id, dm } = this.#card;
    this.#lastGate = id;
    const rest = { max_wait_sec: this.#maxWait, instruction, case_id };
    this.#steps.push(
      dm === true
        ? { id, op: 'gate', kind: 'dm_reply_seen', actor: speaker, agent: this.#context.agent.key, ...rest }
        : { id, op: 'gate', kind: 'agent_reply_seen', group, ...rest },
    );
  }

  #quiet(): void {
    const id = `${this.#prefix}-gate`;
    const { group_key: group, case_id, dm } = this.#card;
    const min_quiet_sec = this.#context.waits.quiet;
    const rest = {
      min_quiet_sec,
      note: this.#context.wording.quietGate(this.#words(0, min_quiet_sec)),
      case_id,
    };
    const actors = [...new Set(this.#turns.map(({ speaker }) => speaker))];
    this.#steps.push(
      dm === true
        ? { id, op: 'gate', kind: 'no_dm_speech', actors, agent: this.#context.agent.key, ...rest }
        : { id, op: 'gate', kind: 'no_bot_speech', group, ...rest },
    );
  }

  #composed(key: string, at: ValuePath, { text, origin, problems }: Composed): string {
    for (const problem of problems) this.#error(at, problem);
    this.#origins[key] = origin;
    return text;
  }

  #words(turn: number, seconds: number): WordingContext {
    return {
      caseId: this.#card.case_id,
      version: this.#context.version,
      agentName: this.#context.agent.name,
      turn,
      seconds,
      observeSeconds: this.#context.waits.observe,
      write: isWriteCase(this.#card),
      dm: this.#card.dm === true,
    };
  }

  #error(at: ValuePath, message: Told): void {
    this.#errors.push(errorAt(this.#mapped.place, at, message));
  }
}
