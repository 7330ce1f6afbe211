import {
  assetEvidence,
  messageEvidence,
  type AssetEvidence,
  type EvalStep,
  type EvidenceMessage,
  type JournalEntry,
  type MessageEvidence,
  type TrustedEvent,
} from '../../schemas/index.ts';
import { readJsonIfAny } from '../batch/files.ts';
import type { BatchPaths } from '../batch/paths.ts';
import { directKey } from '../director/observe.ts';
import type { WorldState } from '../director/state.ts';
import { attributed, ownAssets } from './attributed.ts';
import type { Belongings } from './belonging.ts';
import type { AssetFile, CaseEvidence, PlacedMessage, Stimulus } from './model.ts';
import { placeMessages } from './place.ts';

export interface CaseSource {
  readonly paths: BatchPaths;
  readonly state: WorldState;
  readonly caseId: string;
  readonly group: string;
  /** Steps of the case in the script. */
  readonly steps: readonly EvalStep[];
  readonly agentName: string;
  readonly events: readonly TrustedEvent[];
  /** Whose messages are, where windows of cases overlap; without it all that was read is the case's own. */
  readonly belongings?: Belongings | undefined;
}

const MAX_ATTEMPTS = 99;
const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** How evidence files are read; undefined: there is none, or none that can be read. Paths are relative to the batch. */
export interface EvidenceFiles {
  messages(path: string): Promise<MessageEvidence | undefined>;
  asset(path: string): Promise<AssetEvidence | undefined>;
}

export interface CaseSoFar {
  readonly evidence: CaseEvidence;
  /** False while the attempt has not been played to its end. */
  readonly ended: boolean;
}

/**
 * Reads what was kept of a case: the attempt that counts is the first one that was not cut short.
 * Returns null for a case that has not been played to its end.
 */
export async function loadCaseEvidence(source: CaseSource): Promise<CaseEvidence | null> {
  const { paths } = source;
  const counted = countedAttempt(source, false);
  if (counted === null) return null;
  return readAttempt(source, counted, {
    messages: (path) => readJsonIfAny(paths.abs(path), messageEvidence),
    asset: (path) => readJsonIfAny(paths.abs(path), assetEvidence),
  });
}

/** The same of a case that may still be played; null when it has not been begun. */
export async function loadCaseSoFar(source: CaseSource, read: EvidenceFiles): Promise<CaseSoFar | null> {
  const counted = countedAttempt(source, true);
  if (counted === null) return null;
  const evidence = await readAttempt(source, counted, read);
  return { evidence, ended: counted.ended };
}

async function readAttempt(
  source: CaseSource,
  { attempt, line: end, ended }: Counted,
  read: EvidenceFiles,
): Promise<CaseEvidence> {
  const done = (step: EvalStep): JournalEntry | undefined => source.state.done(`eval.${step.id}`, attempt);
  const from = text(ended ? end['from'] : end.ts);
  const problems: string[] = end['env'] === undefined ? [] : [text(end['env'])];
  if (end['outcome'] === 'interrupted') problems.push('every playing was cut short by a restart of the run');

  const files = source.steps.flatMap((step) => {
    const entry = done(step);
    const linked = Array.isArray(entry?.['linked'])
      ? entry['linked'].filter((p) => typeof p === 'string')
      : [];
    return entry === undefined || entry['evidence'] === undefined
      ? []
      : [{ step, path: text(entry['evidence']), linked }];
  });
  const messageFiles: { path: string; evidence: MessageEvidence }[] = [];
  const assets: AssetFile[] = [];
  for (const file of files) {
    const isGate = file.step.op === 'gate';
    if (isGate) {
      const evidence = await read.messages(file.path);
      if (evidence === undefined) problems.push(`${file.path} is missing`);
      else messageFiles.push({ path: file.path, evidence });
    }
    for (const path of isGate ? file.linked : [file.path]) {
      const evidence = await read.asset(path);
      if (evidence === undefined) problems.push(`${path} is missing`);
      else assets.push({ path, evidence });
    }
  }
  for (const step of source.steps) {
    const decision = source.state.done(`eval.${step.id}.decision`, attempt);
    if (decision?.['undecided'] === true)
      problems.push(`conditional line ${step.id}: ${text(decision['reason'])}`);
  }

  const stimuli = stimuliOf(source, done);
  const closing = messageFiles.at(-1);
  const seen = closing === undefined ? [] : placed(source, closing, messageFiles, stimuli);
  const { messages, elsewhere } = attributed(seen, source.caseId, source.belongings);
  const own = ownAssets(assets, messages, elsewhere);
  const byAgent = messages.filter((m) => m.message.author.kind === 'agent' && m.message.deleted !== true);
  const to = [...assets.map((a) => a.evidence.at), closing?.evidence.window.to ?? from].sort().at(-1) ?? from;
  return {
    case_id: source.caseId,
    group: source.group,
    window: { from, to },
    messages,
    ...(elsewhere.length === 0 ? {} : { elsewhere }),
    stimuli,
    assets: own,
    scope: [...messageFiles.map((f) => f.path), ...own.map((a) => a.path)].sort(),
    noAgentReply:
      ended && closing !== undefined && byAgent.length === 0
        ? { reason: silence(source, done), path: closing.path }
        : null,
    substantive: source.steps.map((step) => text(done(step)?.['reply'])).filter((id) => id !== ''),
    env: problems.length === 0 ? null : problems.join('; '),
    events: source.events.filter((event) => event.ts >= from && (!ended || event.ts <= to)),
    ...(attempt > 1 ? { attempt } : {}),
  };
}

interface Counted {
  readonly attempt: number;
  /** Last line of the attempt; its first one while it is played. */
  readonly line: JournalEntry;
  readonly ended: boolean;
}

function countedAttempt(source: CaseSource, soFar: boolean): Counted | null {
  const step = `eval.case:${source.caseId}`;
  let last: Counted | null = null;
  for (let attempt = 1; attempt < MAX_ATTEMPTS; attempt++) {
    const end = source.state.done(step, attempt);
    if (end === undefined) {
      const begun = soFar ? source.state.pending(step, attempt) : undefined;
      if (begun !== undefined) return { attempt, line: begun, ended: false };
      return isLeftOut(source, last) ? null : last;
    }
    last = { attempt, line: end, ended: true };
    if (end['outcome'] !== 'interrupted') return last;
  }
  return last;
}

/** It was cut short, and the budget had no room to play it again: it is still to be played. */
function isLeftOut({ state, caseId }: CaseSource, last: Counted | null): boolean {
  const left = state.done(`eval.budget:${caseId}`);
  return last?.line['outcome'] === 'interrupted' && (left?.seq ?? -1) > (last.line.seq ?? 0);
}

function stimuliOf(source: CaseSource, done: (step: EvalStep) => JournalEntry | undefined): Stimulus[] {
  return source.steps.flatMap((step) => {
    const entry = step.op === 'msg' || step.op === 'dm' ? done(step) : undefined;
    if ((step.op !== 'msg' && step.op !== 'dm') || entry?.['message_id'] === undefined) return [];
    const turn = /-[qi](\d+)$/.exec(step.id)?.[1];
    return [
      {
        step: step.id,
        message_id: text(entry['message_id']),
        chat: step.op === 'dm' ? directKey(step.actor) : step.group,
        ts: text(entry['sent_at']),
        actor: step.actor,
        text: step.text,
        turn: turn === undefined ? null : Number(turn),
        conditional: typeof entry['because'] === 'string' ? entry['because'] : null,
      },
    ];
  });
}

function placed(
  source: CaseSource,
  closing: { path: string; evidence: MessageEvidence },
  all: readonly { path: string; evidence: MessageEvidence }[],
  stimuli: readonly Stimulus[],
): PlacedMessage[] {
  const { messages, scope } = closing.evidence;
  // A case in direct messages has whole chats in place of a thread.
  const direct = new Set(
    scope.flatMap(({ chat, kind }) => (kind === 'thread' && chat !== source.group ? [chat] : [])),
  );
  const rootId = stimuli[0]?.message_id;
  const threadId = messages.find((m) => m.message_id === rootId)?.thread_id ?? null;
  const inGroup = messages.filter((m) => m.chat === source.group);
  const inThread = (m: EvidenceMessage): boolean =>
    m.message_id === rootId || (threadId !== null && m.thread_id === threadId);
  const thread = direct.size > 0 ? messages.filter((m) => direct.has(m.chat)) : inGroup.filter(inThread);
  const toplevel = inGroup.filter((m) => !inThread(m) && m.author.kind === 'agent');
  const verification = messages.filter((m) => m.chat !== source.group && !direct.has(m.chat));
  const final = new Map(messages.map((m) => [m.message_id, m.text]));
  const filesWith = new Map<string, string[]>();
  for (const { path, evidence } of all) {
    for (const { message_id: id, text: words } of evidence.messages) {
      if (final.get(id) !== words) continue;
      const files = filesWith.get(id) ?? [];
      if (!files.includes(path)) filesWith.set(id, [...files, path]);
    }
  }
  // The file of the gate that first saw the message as it now stands.
  const pathOf = (id: string): string => filesWith.get(id)?.[0] ?? closing.path;
  return placeMessages(thread, toplevel, verification, stimuli, pathOf).map((one) => {
    const also = (filesWith.get(one.message.message_id) ?? []).filter((file) => file !== one.path);
    return also.length === 0 ? one : { ...one, also };
  });
}

/** Why there is no answer, from the gates: how long was waited, and whether the agent's process had ended. */
function silence(source: CaseSource, done: (step: EvalStep) => JournalEntry | undefined): string {
  for (const step of source.steps) {
    const entry = step.op === 'gate' ? done(step) : undefined;
    if (entry?.['outcome'] === 'agent_down') {
      return `${source.agentName} did not answer: its process ${text(entry['agent_down'])}`;
    }
    if (entry?.['outcome'] === 'no_reply') {
      return `no answer from ${source.agentName} within ${String(entry['max_wait_sec'])} s`;
    }
  }
  return `no message of ${source.agentName} in the case's scope`;
}
