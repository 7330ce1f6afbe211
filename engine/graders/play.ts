import type {
  AssetEvidence,
  Author,
  EvalStep,
  EvidenceMessage,
  JournalEntry,
  MessageEvidence,
  StepOf,
} from '../../schemas/index.ts';
import { BatchPaths } from '../batch/paths.ts';
import { WorldState } from '../director/state.ts';
import { diffRows, diffText } from '../evidence/diff.ts';
import { loadCaseSoFar, type CaseSource } from '../evidence/load.ts';
import type { CaseEvidence } from '../evidence/model.ts';
import { impliedCondition, tell, type Told } from '../evalset/index.ts';
import { evaluateCheck } from '../judge/index.ts';
import type { Act } from './act.ts';
import { Assets } from './assets.ts';
import type { Stage, StagedCase } from './stage.ts';

type Message = StepOf<EvalStep, 'msg'>;
type Snapshot = StepOf<EvalStep, 'base.snapshot'> | StepOf<EvalStep, 'doc.snapshot'>;

const paths = new BatchPaths('/');
const STEP_MS = 1000;

/** What came of a transcript: the evidence, and acts that never came to be done, with why. */
export interface Played {
  readonly evidence: CaseEvidence;
  readonly undone: readonly { readonly act: Act; readonly why: Told }[];
}

/**
 * Plays a transcript on a case, in memory: the case's own steps in their order, the agent's acts behind the question
 * that they name. What a run would have written as evidence files and journal goes through the loader that reads a
 * run's, so that a judge gets the same from both. A conditional line is said when its rule holds; after a question
 * without an answer the later ones are not asked.
 */
export async function play(stage: Stage, staged: StagedCase, acts: readonly Act[]): Promise<Played> {
  return new Play(stage, staged, acts).run();
}

class Play {
  readonly #stage: Stage;
  readonly #case: StagedCase;
  readonly #left: Set<Act>;
  readonly #assets: Assets;
  readonly #journal: JournalEntry[] = [];
  readonly #messageFiles = new Map<string, MessageEvidence>();
  readonly #assetFiles = new Map<string, AssetEvidence>();
  readonly #messages: EvidenceMessage[] = [];
  readonly #linked: AssetEvidence[] = [];
  readonly #from: string;
  #clock: number;
  /** Behind what was last asked. */
  #asked: number | string | null = null;
  #silent = false;
  #count = 0;

  constructor(stage: Stage, staged: StagedCase, acts: readonly Act[]) {
    this.#stage = stage;
    this.#case = staged;
    this.#left = new Set(acts);
    this.#assets = new Assets(stage);
    this.#clock = Date.parse(`${stage.day0}T01:00:00.000Z`);
    this.#from = this.#now();
    this.#log(`case:${this.#id}`, 'intent', {});
  }

  get #id(): string {
    return this.#case.card.value.case_id;
  }

  async run(): Promise<Played> {
    for (const step of this.#case.steps) {
      if (step.op === 'base.snapshot' || step.op === 'doc.snapshot') this.#snapshot(step);
      else if (step.op === 'msg') await this.#line(step);
      else if (step.op === 'gate' && step.kind === 'agent_reply_seen')
        this.#reply(step.id, step.max_wait_sec);
      else if (step.op === 'gate' && step.kind === 'no_bot_speech') this.#close(step.id);
    }
    this.#log(`case:${this.#id}`, 'success', { outcome: 'played', from: this.#from });
    return {
      evidence: await this.#evidence(),
      undone: [
        ...[...this.#left].map((act) => ({ act, why: tell`nothing was asked there` })),
        ...this.#assets.refused,
      ],
    };
  }

  #now(): string {
    this.#clock += STEP_MS;
    return new Date(this.#clock).toISOString();
  }

  #log(step: string, status: JournalEntry['status'], more: Record<string, unknown>): void {
    this.#journal.push({ ts: this.#now(), step: `eval.${step}`, status, ...more });
  }

  #snapshot(step: Snapshot): void {
    const asset = step.op === 'base.snapshot' ? step.base : step.doc;
    const path = paths.evidence(this.#id, step.id);
    const head = { case_id: this.#id, step: step.id, asset, at: this.#now() };
    const content = this.#assets.content(asset);
    const now: AssetEvidence =
      content === null ? { ...head, unreadable: 'no such asset' } : { ...head, ...content };
    const before = this.#assetFiles.get(paths.evidence(this.#id, step.id.replace(/-post(?=$|-)/, '-pre')));
    const compared =
      step.compare_to === undefined || before === undefined
        ? {}
        : { compare_to: before.step, ...this.#diff(before, now) };
    this.#assetFiles.set(path, { ...now, ...compared });
    this.#log(step.id, 'success', { evidence: path });
  }

  #diff(before: AssetEvidence, now: AssetEvidence): Pick<AssetEvidence, 'diff'> {
    const who = (change: { record?: string; field?: string }): Author | null =>
      this.#assets.actor(now.asset, change);
    if (before.rows !== undefined && now.rows !== undefined)
      return { diff: diffRows(before.rows, now.rows, who) };
    if (before.text !== undefined && now.text !== undefined)
      return { diff: diffText(before.text, now.text, who) };
    return {};
  }

  async #line(step: Message): Promise<void> {
    const turn = /-[qi](\d+)$/.exec(step.id)?.[1];
    let because: string | null = null;
    if (step.conditional !== undefined) {
      because = await this.#decision(step);
      if (because === null) return;
    } else if (this.#silent) return;
    this.#asked = turn === undefined ? (step.conditional?.key ?? null) : Number(turn);
    const { agent, agentName } = this.#stage;
    const id = this.#add(
      step.group,
      `t-${this.#id}`,
      { kind: 'npc', key: step.actor },
      {
        text: step.mention === undefined ? step.text : `@${agentName} ${step.text}`,
        mentions: step.mention === undefined ? [] : [agent],
      },
    );
    this.#log(step.id, 'success', { message_id: id, sent_at: this.#messages.at(-1)?.ts, because });
  }

  /** Why a conditional line is sent; null when it is not. */
  async #decision(step: Message): Promise<string | null> {
    const { condition = '', key = '' } = step.conditional ?? {};
    const rules = this.#stage.evalset.checks?.value.conditionals?.[this.#id];
    const named = rules?.[key];
    const rule = named ?? impliedCondition(condition, step.actor);
    if (rule === null || this.#messageFiles.size === 0) return null;
    const result = evaluateCheck(rule, { evidence: await this.#evidence(), renderText: this.#stage.render });
    const by = named === undefined ? `“${condition}”` : `rule ${key}`;
    return result.holds === true ? `${by}: ${result.reason}` : null;
  }

  #reply(step: string, maxWait: number): void {
    const conditional = /-cond(w)(\d+)$/.exec(step);
    if (conditional === null ? this.#silent : this.#asked !== `cond${conditional[2] ?? ''}`) return;
    const reply = this.#perform();
    this.#observe(step, {
      outcome: reply === null ? 'no_reply' : 'reply',
      reply,
      max_wait_sec: maxWait,
    });
    if (reply === null && conditional === null) this.#silent = true;
  }

  /** Does what is to be done behind the question; the agent's last message that answers it, or null. */
  #perform(): string | null {
    let reply: string | null = null;
    for (const act of [...this.#left]) {
      if (act.after !== this.#asked) continue;
      this.#left.delete(act);
      if (act.kind === 'say') {
        const group = act.group ?? this.#case.group;
        const mentions = act.mentions.map((key): Author => ({ kind: 'npc', key }));
        const thread = act.group === null ? `t-${this.#id}` : null;
        const id = this.#add(group, thread, act.author, { text: act.text, mentions });
        if (act.author.kind === 'agent' && group === this.#case.group) reply = id;
      } else if (act.kind === 'link') {
        const token = `own${String(this.#linked.length + 1).padStart(8, '0')}`;
        this.#add(this.#case.group, `t-${this.#id}`, act.author, {
          text: `${act.asset} https://local/docx/${token}`,
          mentions: [],
        });
        this.#linked.push({
          case_id: this.#id,
          step: '',
          asset: token,
          linked: true,
          title: act.asset,
          at: this.#now(),
          text: act.text,
        });
      } else this.#assets.apply(act);
    }
    return reply;
  }

  #add(
    chat: string,
    thread: string | null,
    author: Author,
    content: Pick<EvidenceMessage, 'text' | 'mentions'>,
  ): string {
    const id = `m-${this.#id}-${++this.#count}`;
    const root = thread === null ? undefined : this.#messages.find((one) => one.thread_id === thread);
    this.#messages.push({
      message_id: id,
      chat,
      thread_id: thread,
      ...(root === undefined ? {} : { root_id: root.message_id }),
      ts: this.#now(),
      ts_precision: 'ms',
      author,
      ...content,
      edits: [],
      attachments: [],
    });
    return id;
  }

  #close(step: string): void {
    const linked = this.#linked.map((file) => {
      const id = `${step}-linked-${file.asset}`;
      const path = paths.evidence(this.#id, id);
      this.#assetFiles.set(path, { ...file, step: id });
      return path;
    });
    this.#observe(step, { outcome: 'quiet', linked });
  }

  /** Keeps the messages in the case's scope as a gate's evidence file. */
  #observe(step: string, more: Record<string, unknown>): void {
    const { group, crossGroups } = this.#case;
    const cross = crossGroups.filter((key) => key !== group);
    const own = this.#messages.filter(({ chat }) => chat === group);
    const path = paths.evidence(this.#id, step);
    this.#messageFiles.set(path, {
      case_id: this.#id,
      step,
      window: { from: this.#from, to: this.#now() },
      scope: [
        { chat: group, kind: 'thread' },
        { chat: group, kind: 'toplevel' },
        ...crossGroups.map((chat) => ({ chat, kind: 'verification' as const })),
      ],
      messages: [
        ...own.filter((one) => one.thread_id !== null),
        ...own.filter((one) => one.thread_id === null && one.author.kind === 'agent'),
        ...cross.flatMap((key) =>
          this.#messages.filter(({ chat, author }) => chat === key && author.kind === 'agent'),
        ),
      ],
    });
    this.#log(step, 'success', { evidence: path, ...more });
  }

  async #evidence(): Promise<CaseEvidence> {
    const source: CaseSource = {
      paths,
      state: new WorldState(this.#journal),
      caseId: this.#id,
      group: this.#case.group,
      steps: this.#case.steps,
      agentName: this.#stage.agentName,
      events: [],
    };
    const found = await loadCaseSoFar(source, {
      messages: (path) => Promise.resolve(this.#messageFiles.get(path)),
      asset: (path) => Promise.resolve(this.#assetFiles.get(path)),
    });
    if (found === null) throw new Error(`case ${this.#id} was not begun`);
    return found.evidence;
  }
}
