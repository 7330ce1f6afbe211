import {
  assetEvidence,
  type AssetEvidence,
  type EvalStep,
  type EvidenceMessage,
  type MessageEvidence,
  type StepOf,
  type TrustedEvent,
} from '../../schemas/index.ts';
import { readJsonIfAny, writeJson } from '../batch/files.ts';
import type { BatchPaths } from '../batch/paths.ts';
import { agentOf, directKey } from '../director/observe.ts';
import type { CaseRef, EvidenceKeeper, Observation } from '../director/ports.ts';
import type { WorldState } from '../director/state.ts';
import { PlatformError, type Platform, type PlatformMessage, type PlatformRow } from '../platform/port.ts';
import { attributeBy, diffRows, diffText } from './diff.ts';
import { linkedAssets } from './links.ts';
import { splitObservation } from './place.ts';

export interface CollectorOptions {
  readonly platform: Platform;
  readonly paths: BatchPaths;
  readonly state: WorldState;
  /** Trusted operations so far, oldest first; empty when the platform keeps none for us. */
  readonly events: () => readonly TrustedEvent[];
  /** False when nobody but the platform itself records operations: the evidence says so. Default: true. */
  readonly recorded?: boolean;
  readonly now: () => number;
}

type Snapshot = StepOf<EvalStep, 'base.snapshot'> | StepOf<EvalStep, 'doc.snapshot'>;

/** Writes evidence files. Each holds what was read, whole; what could not be read says so and why. */
export class EvidenceCollector implements EvidenceKeeper {
  readonly #o: CollectorOptions;
  constructor(options: CollectorOptions) {
    this.#o = options;
  }

  async messages(ref: CaseRef, step: string, from: string, observation: Observation): Promise<string> {
    const { thread, toplevel, verification } = splitObservation(observation, ref.group);
    const path = this.#o.paths.evidence(ref.caseId, step, ref.attempt);
    const edited = new Set(allOf(observation).flatMap((m) => (m.edited || m.deleted ? [m.message_id] : [])));
    const evidence: MessageEvidence = {
      case_id: ref.caseId,
      step,
      window: { from, to: observation.at },
      ...this.#unrecorded(),
      scope: [
        ...(ref.direct === undefined
          ? ([
              { chat: ref.group, kind: 'thread' },
              { chat: ref.group, kind: 'toplevel' },
            ] as const)
          : ref.direct.map((actor) => ({ chat: directKey(actor), kind: 'thread' as const }))),
        ...ref.crossGroups.map((chat) => ({ chat, kind: 'verification' as const })),
      ],
      messages: [...thread, ...toplevel, ...verification].map((message) => ({
        ...message,
        ...this.#edits(message.message_id, edited.has(message.message_id)),
      })),
    };
    await writeJson(this.#o.paths.abs(path), evidence);
    return path;
  }

  async snapshot(ref: CaseRef, step: Snapshot, from: string, signal?: AbortSignal): Promise<string> {
    const path = this.#o.paths.evidence(ref.caseId, step.id, ref.attempt);
    const asset = step.op === 'base.snapshot' ? step.base : step.doc;
    const current = await this.#read(ref, step.id, asset, this.#o.state.asset(asset), signal);
    const before = step.compare_to === undefined ? undefined : await this.#before(ref, step.id, asset);
    const evidence =
      before === undefined
        ? current.evidence
        : { ...current.evidence, ...this.#compare(before, current, from) };
    await writeJson(this.#o.paths.abs(path), evidence);
    return path;
  }

  async linked(
    ref: CaseRef,
    step: string,
    observation: Observation,
    signal?: AbortSignal,
  ): Promise<string[]> {
    const texts = agentOf(observation).map((m) => m.text);
    const paths: string[] = [];
    for (const link of linkedAssets(texts)) {
      const id = `${step}-linked-${link.token}`;
      const path = this.#o.paths.evidence(ref.caseId, id, ref.attempt);
      const { evidence } = await this.#read(ref, id, this.#keyOf(link.token) ?? link.token, link, signal);
      await writeJson(this.#o.paths.abs(path), { ...evidence, linked: true });
      paths.push(path);
    }
    return paths;
  }

  /** Earlier texts of a message, as the platform's record of operations has them. */
  #edits(messageId: string, edited: boolean): Pick<EvidenceMessage, 'edits' | 'edits_unknown'> {
    if (this.#o.recorded === false) return { edits: [], ...(edited ? { edits_unknown: true } : {}) };
    const edits = this.#o
      .events()
      .filter((e) => e.op === 'im.message.update' && e.resource.token === messageId && e.outcome === 'done')
      .map((e) => ({
        ts: e.ts,
        text: typeof e.before === 'string' ? e.before : JSON.stringify(e.before ?? null),
      }));
    return { edits };
  }

  #unrecorded(): { unrecorded?: true } {
    return this.#o.recorded === false ? { unrecorded: true } : {};
  }

  #keyOf(token: string): string | undefined {
    return [...this.#o.state.assets].find(([, ref]) => ref.token === token)?.[0];
  }

  async #before(ref: CaseRef, step: string, asset: string): Promise<AssetEvidence> {
    const pre = step.replace(/-post(?=$|-)/, '-pre');
    const file = this.#o.paths.abs(this.#o.paths.evidence(ref.caseId, pre, ref.attempt));
    const found = await readJsonIfAny(file, assetEvidence);
    if (found === undefined)
      throw new Error(`${file}: the snapshot of "${asset}" before the case is missing; play the case again`);
    return found;
  }

  async #read(
    ref: CaseRef,
    step: string,
    asset: string,
    target: { kind: 'doc' | 'base'; token: string },
    signal?: AbortSignal,
  ): Promise<{ evidence: AssetEvidence; rows: readonly PlatformRow[]; token: string }> {
    const at = new Date(this.#o.now()).toISOString();
    const head = { case_id: ref.caseId, step, asset, at, ...this.#unrecorded() };
    try {
      if (target.kind === 'doc') {
        const { title, text } = await this.#o.platform.readDocument(target.token, signal);
        return { evidence: { ...head, title, text }, rows: [], token: target.token };
      }
      const opened = await this.#o.platform.openBase(target.token, signal);
      const rows = await this.#o.platform.readRows(opened, signal);
      const plain = rows.map((row) => ({ record_id: row.record_id, fields: row.fields }));
      return { evidence: { ...head, title: opened.title, rows: plain }, rows, token: target.token };
    } catch (error) {
      // What the operator may not read is a fact about the evidence; a platform that does not answer is none.
      if (!(error instanceof PlatformError) || error.status === 0 || error.status >= 500) throw error;
      return { evidence: { ...head, unreadable: error.message }, rows: [], token: target.token };
    }
  }

  #compare(
    before: AssetEvidence,
    now: { evidence: AssetEvidence; rows: readonly PlatformRow[]; token: string },
    from: string,
  ): Pick<AssetEvidence, 'compare_to' | 'diff'> {
    const { token } = now;
    const events = this.#o
      .events()
      .filter(
        (e) => e.ts >= from && (e.resource.token === token || e.resource.parent?.split('/')[0] === token),
      );
    const editors = new Map(now.rows.map((row) => [row.record_id, row.modified_by]));
    const who = attributeBy(events, (record) => editors.get(record) ?? null);
    const diff =
      before.rows !== undefined && now.evidence.rows !== undefined
        ? diffRows(before.rows, now.evidence.rows, who)
        : before.text !== undefined && now.evidence.text !== undefined
          ? diffText(before.text, now.evidence.text, who)
          : undefined;
    return { compare_to: before.step, ...(diff === undefined ? {} : { diff }) };
  }
}

function allOf(observation: Observation): readonly PlatformMessage[] {
  return [
    ...observation.thread,
    ...observation.toplevel,
    ...observation.verification.flatMap((v) => v.messages),
  ];
}
