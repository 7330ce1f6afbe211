import type { EvalStep, JournalEntry, StepOf } from '../../schemas/index.ts';
import { writeJson } from '../batch/files.ts';
import { PlatformError, type PlatformMessage } from '../platform/port.ts';
import { logEvent, type DirectorContext } from './context.ts';
import { perform } from './effect.ts';
import { waitForQuiet, waitForReply } from './gates.ts';
import { leftUnfinished, observe } from './observe.ts';
import type { CaseNews, CaseRef, SentLine } from './ports.ts';

type Message = StepOf<EvalStep, 'msg'>;
type Gate = StepOf<EvalStep, 'gate'>;
type Snapshot = StepOf<EvalStep, 'base.snapshot'> | StepOf<EvalStep, 'doc.snapshot'>;

const turnOf = (step: Message): number | null => {
  const suffix = /-[qi](\d+)$/.exec(step.id);
  return suffix === null ? null : Number(suffix[1]);
};

/** Plays one case from its journal on: what is done is passed over, so a killed director goes on where it stood. */
export class CasePlayer {
  readonly #ctx: DirectorContext;
  readonly #ref: CaseRef;
  readonly #steps: readonly EvalStep[];
  readonly #from: string;
  readonly #tell: (news: CaseNews) => void;
  readonly #agentName: string;
  readonly #signal: AbortSignal | undefined;
  readonly #sent: SentLine[] = [];
  /** The last line was sent before this session: the agent that heard it was ended with its director. */
  #heardByEnded = false;
  /** Gate that ended without an answer: later questions are not asked. */
  #silentAt: string | null = null;

  constructor(
    ctx: DirectorContext,
    ref: CaseRef,
    steps: readonly EvalStep[],
    from: string,
    tell: (news: CaseNews) => void,
    signal?: AbortSignal,
  ) {
    this.#ctx = ctx;
    this.#tell = tell;
    this.#agentName = ctx.world.team_agents.find((a) => a.key === ref.agent)?.name ?? ref.agent;
    this.#ref = ref;
    this.#steps = steps;
    this.#from = from;
    this.#signal = signal;
  }

  async play(): Promise<void> {
    for (const step of this.#steps) {
      this.#signal?.throwIfAborted();
      switch (step.op) {
        case 'base.snapshot':
        case 'doc.snapshot':
          await this.#snapshot(step);
          break;
        case 'msg':
          await this.#line(step);
          break;
        case 'gate':
          if (step.kind === 'agent_reply_seen') await this.#replyGate(step);
          else if (step.kind === 'no_bot_speech') await this.#quietGate(step);
          else throw notRunnable(step.id, step.kind);
          break;
        case 'dm':
          throw notRunnable(step.id, step.op);
      }
    }
  }

  #effect(step: EvalStep): {
    phase: 'eval';
    id: string;
    op: string;
    attempt: number;
    about: Record<string, unknown>;
  } {
    return {
      phase: 'eval',
      id: step.id,
      op: step.op,
      attempt: this.#ref.attempt,
      about: { case_id: this.#ref.caseId, group: this.#ref.group },
    };
  }

  async #snapshot(step: Snapshot): Promise<void> {
    await perform(this.#ctx, {
      ...this.#effect(step),
      run: async () => ({
        evidence: await this.#ctx.evidence.snapshot(this.#ref, step, this.#from, this.#signal),
        label: step.label,
      }),
    });
  }

  async #line(step: Message): Promise<void> {
    if (step.conditional !== undefined) {
      await this.#conditionalLine(step, step.conditional.after);
      return;
    }
    if (this.#silentAt !== null) {
      this.#skip(step, `no answer at ${this.#silentAt}: the question is not asked`);
      return;
    }
    await this.#send(step, null);
  }

  async #send(step: Message, because: string | null): Promise<void> {
    const { about, ...effect } = this.#effect(step);
    const root = step.reply_to === undefined ? undefined : this.#rootId();
    const entry = await perform(this.#ctx, {
      ...effect,
      about: { ...about, action: 'send', actor: step.actor, mention: step.mention, text: step.text, because },
      run: async (key) => {
        const sent = await this.#ctx.platform.send(
          {
            chat_id: this.#ctx.state.chat(step.group),
            actor: step.actor,
            text: step.text,
            ...(step.mention === undefined ? {} : { mention: step.mention }),
            ...(root === undefined ? {} : { reply_to: root }),
            key,
          },
          this.#signal,
        );
        return this.#readBack(step, await this.#ctx.platform.read(sent.message_id, this.#signal));
      },
      recover: (intent) => this.#findSent(step, root, intent),
    });
    this.#heardByEnded = (entry.seq ?? 0) < this.#ctx.firstSeq || entry['recovered'] === true;
    this.#sent.push({
      step: step.id,
      message_id: String(entry['message_id']),
      ts: String(entry['sent_at']),
      actor: step.actor,
      turn: turnOf(step),
      conditional: because,
    });
    if ((entry.seq ?? 0) >= this.#ctx.firstSeq) this.#tell(sentNews(turnOf(step), because));
    logEvent(this.#ctx, {
      group: this.#ref.group,
      event: because === null ? 'stimulus_sent' : 'conditional_fired',
      case_id: this.#ref.caseId,
      step: step.id,
      note: because ?? `message_id=${String(entry['message_id'])}`,
    });
  }

  /** What the platform shows must be what the script says, by the actor that it names. */
  #readBack(step: Message, shown: PlatformMessage): Record<string, unknown> {
    const verified = withoutMention(shown) === step.text;
    if (!verified || shown.author.key !== step.actor) {
      throw new PlatformError(
        'read-back',
        0,
        0,
        `${step.id}: the platform shows ${JSON.stringify(shown.text)} by ${shown.author.key} instead of ${JSON.stringify(step.text)} by ${step.actor}`,
      );
    }
    return {
      message_id: shown.message_id,
      chat_id: shown.chat_id,
      sent_at: shown.ts,
      sender_readback: { id: shown.sender_id, key: shown.author.key },
      content_verified: true,
    };
  }

  /** After a kill between sending and journalling: the line may stand in the group already. */
  async #findSent(
    step: Message,
    root: string | undefined,
    intent: JournalEntry,
  ): Promise<Record<string, unknown> | null> {
    const observation = await observe(this.#ctx, this.#ref, root ?? null, this.#from, false, this.#signal);
    const listed =
      root === undefined
        ? await this.#ctx.platform.readGroup(
            { chat_id: this.#ctx.state.chat(step.group), from: this.#from },
            this.#signal,
          )
        : observation.thread;
    const known = new Set(this.#sent.map((line) => line.message_id));
    const found = listed.find(
      (m) =>
        m.author.kind === 'npc' &&
        m.author.key === step.actor &&
        withoutMention(m) === step.text &&
        !known.has(m.message_id) &&
        Date.parse(m.ts) >= Date.parse(intent.ts) - 60_000,
    );
    return found === undefined ? null : this.#readBack(step, found);
  }

  async #replyGate(step: Extract<Gate, { kind: 'agent_reply_seen' }>): Promise<void> {
    const line = this.#sent.at(-1);
    const conditional = /-condw\d+$/.test(step.id);
    if (line === undefined || (this.#silentAt !== null && !conditional)) {
      this.#skip(step, 'no question was asked');
      return;
    }
    if (conditional && !line.step.endsWith(step.id.replace(/^.*-condw/, '-cond'))) {
      this.#skip(step, 'the conditional line was not sent');
      return;
    }
    const entry = await perform(this.#ctx, {
      ...this.#effect(step),
      run: async () => {
        this.#waiting('reply', line);
        const gate = await waitForReply(
          this.#ctx,
          this.#ref,
          line,
          this.#rootId(),
          this.#from,
          step.max_wait_sec,
          this.#signal,
        );
        const path = await this.#ctx.evidence.messages(this.#ref, step.id, this.#from, gate.observation);
        return {
          kind: step.kind,
          confirmed_by: 'director',
          outcome: gate.outcome,
          reply: gate.reply,
          waited_sec: gate.waited_sec,
          max_wait_sec: step.max_wait_sec,
          evidence: path,
          ...(await this.#cutShort(line, gate.outcome === 'reply')),
          ...(this.#ctx.agent.down === null ? {} : { agent_down: this.#ctx.agent.down }),
        };
      },
    });
    if (entry['outcome'] !== 'reply' && !conditional) this.#silentAt = step.id;
    logEvent(this.#ctx, {
      group: this.#ref.group,
      event: entry['outcome'] === 'reply' ? 'gate_confirm' : 'gate_no_reply',
      case_id: this.#ref.caseId,
      step: step.id,
      exit: entry['outcome'] === 'reply' ? 0 : 1,
      note: `reply ${String(entry['reply'])} after ${String(entry['waited_sec'])} s evidence=${String(entry['evidence'])}`,
    });
  }

  async #conditionalLine(step: Message, after: string): Promise<void> {
    const { about, ...effect } = this.#effect(step);
    const id = `${step.id}.decision`;
    const decided = await perform(this.#ctx, {
      ...effect,
      id,
      op: 'decision',
      about,
      run: async () => {
        if (this.#sent.length === 0) return { fire: false, reason: 'no question was asked' };
        // The agent may turn to the colleague after its first words, so it is let finish before the decision.
        const quietSec = Math.min(5, this.#quietSec());
        const line = this.#sent.at(-1);
        this.#waiting('quiet', line);
        const quiet = await waitForQuiet(
          this.#ctx,
          this.#ref,
          line,
          this.#rootId(),
          this.#from,
          quietSec,
          this.#signal,
        );
        const observation = await observe(
          this.#ctx,
          this.#ref,
          this.#rootId(),
          this.#from,
          true,
          this.#signal,
        );
        const decision = this.#ctx.decider.decide(this.#ref, step, this.#from, observation, this.#sent);
        const file = this.#ctx.paths.decision(step.id);
        await writeJson(this.#ctx.paths.abs(file), {
          file,
          fire: decision.fire === true,
          reason: decision.reason,
          ...(decision.trigger === undefined ? {} : { trigger_message_id: decision.trigger }),
          decided_by: decision.by,
          ...(decision.fire === null ? { undecided: true } : {}),
        });
        return {
          fire: decision.fire === true,
          undecided: decision.fire === null,
          reason: decision.reason,
          after,
          waited_sec: quiet.waited_sec,
          decision: file,
        };
      },
    });
    if (decided['fire'] === true) await this.#send(step, String(decided['reason']));
    else this.#skip(step, String(decided['reason']));
  }

  async #quietGate(step: Extract<Gate, { kind: 'no_bot_speech' }>): Promise<void> {
    await perform(this.#ctx, {
      ...this.#effect(step),
      run: async () => {
        const root = this.#sent.length === 0 ? null : this.#rootId();
        const line = this.#sent.at(-1);
        this.#waiting('quiet', line);
        const gate = await waitForQuiet(
          this.#ctx,
          this.#ref,
          line,
          root,
          this.#from,
          step.min_quiet_sec,
          this.#signal,
        );
        const { observation: _seen, ...result } = gate;
        const observation = await observe(this.#ctx, this.#ref, root, this.#from, true, this.#signal);
        const path = await this.#ctx.evidence.messages(this.#ref, step.id, this.#from, observation);
        const linked = await this.#ctx.evidence.linked(this.#ref, step.id, observation, this.#signal);
        return {
          kind: step.kind,
          min_quiet_sec: step.min_quiet_sec,
          ...result,
          evidence: path,
          linked,
          ...(line === undefined ? {} : await this.#cutShort(line, true)),
        };
      },
    });
  }

  /**
   * The agent of a killed director was ended with it. What it then did not say, or had begun and not finished, is not
   * its own fault: the attempt does not count.
   */
  async #cutShort(line: SentLine, answered: boolean): Promise<{ interrupted?: true }> {
    if (!this.#heardByEnded) return {};
    const unfinished = !answered || (await leftUnfinished(this.#ctx, line.message_id, this.#signal));
    return unfinished ? { interrupted: true } : {};
  }

  #skip(step: EvalStep, why: string): void {
    const id = `eval.${step.id}`;
    if (this.#ctx.state.done(id, this.#ref.attempt) !== undefined) return;
    const record = this.#ctx.journal.append({
      step: id,
      status: 'skipped',
      op: step.op,
      phase: 'eval',
      case_id: this.#ref.caseId,
      group: this.#ref.group,
      ...(this.#ref.attempt > 1 ? { attempt: this.#ref.attempt } : {}),
      why,
    });
    this.#ctx.state.add(record);
  }

  #waiting(wait: 'reply' | 'quiet', line: SentLine | undefined): void {
    // A conditional line answers within the turn that was asked last.
    const turn = line?.turn ?? this.#sent.findLast((sent) => sent.turn !== null)?.turn ?? null;
    const note =
      wait === 'reply'
        ? `waiting for ${this.#agentName}${turn === null ? '' : `, turn ${turn}`}`
        : `waiting until ${this.#agentName} has done speaking`;
    this.#tell({
      state: 'waiting',
      note,
      agent: this.#agentName,
      wait,
      ...(turn === null ? {} : { turn }),
    });
  }

  #rootId(): string {
    const root = this.#sent[0];
    if (root === undefined) throw new Error(`case ${this.#ref.caseId}: no question has been sent`);
    return root.message_id;
  }

  #quietSec(): number {
    for (const step of this.#steps)
      if (step.op === 'gate' && step.kind === 'no_bot_speech') return step.min_quiet_sec;
    return 0;
  }
}

/** The compiler leaves cases with such steps out of the selection; only a script from elsewhere has them. */
function notRunnable(id: string, what: string): Error {
  return new Error(
    `step ${id}: "${what}" cannot be run by this version; compile a new batch without its case`,
  );
}

function sentNews(turn: number | null, because: string | null): CaseNews {
  const what = because !== null ? 'conditional line' : turn === null ? 'line' : `line of turn ${turn}`;
  return { state: 'sent', note: `${what} sent`, ...(turn === null ? {} : { turn }) };
}

/** The text without the mention that the connector put before it. */
function withoutMention(message: PlatformMessage): string {
  const first = message.mentions[0];
  const head = first?.who.kind === 'agent' ? `@${first.name} ` : '';
  return head !== '' && message.text.startsWith(head) ? message.text.slice(head.length) : message.text;
}
