import {
  assetEvidence,
  labelsFile,
  messageEvidence,
  type JudgeTemplate,
  type LabelsFile,
} from '../../schemas/index.ts';
import type { CaseState, EvidenceKind } from '../../schemas/review.ts';
import { loadCaseSoFar } from '../evidence/load.ts';
import type { CaseEvidence, PlacedMessage } from '../evidence/model.ts';
import { windowTest } from '../judge/index.ts';
import { verdictFile, type BatchFacts } from './batch.ts';
import {
  isJudged,
  readJudged,
  readKept,
  withoutMessages,
  type JudgedFiles,
  type KeptVerdict,
} from './case-files.ts';
import { castOf, type Cast } from './cast.ts';
import { conditionalLines } from './conditionals.ts';
import { documentList } from './documents.ts';
import { eventList } from './events.ts';
import type { FrozenCard } from './frozen.ts';
import { insideBatch, leavesBatch } from './inside.ts';
import { NormalTexts } from './last-normal.ts';
import type { Listed } from './listed.ts';
import { looseAsset, looseMessages } from './loose/evidence.ts';
import { noteItems } from './notes.ts';
import { pointsOf, type PointFacts } from './points.ts';
import type { QuoteScope } from './quotes.ts';
import { playOf, stateWithoutVerdict, type Play } from './play.ts';
import { MESSAGES } from './quick.ts';
import { SoftReader } from './reader.ts';
import { rebuildEvidence, type Told } from './rebuild.ts';
import { tableList } from './tables.ts';
import { threadList } from './thread.ts';
import { trouble, type Trouble } from './trouble.ts';
import { withWindows, worldItems } from './world-before.ts';

/** A case as it was read, in no language yet. */
export interface CaseModel {
  readonly caseId: string;
  readonly facts: BatchFacts;
  readonly judged: JudgedFiles;
  readonly kept: readonly KeptVerdict[];
  readonly labels: LabelsFile;
  /** It stands there and cannot be read. */
  readonly labelsDamaged: boolean;
  readonly frozen: FrozenCard | null;
  readonly cast: Cast;
  readonly group: string;
  readonly play: Play;
  readonly state: CaseState;
  readonly evidence: CaseEvidence;
  readonly points: readonly PointFacts[];
  readonly lists: Readonly<Record<EvidenceKind, readonly Listed[]>>;
  /** Where what stands in the lists comes from. */
  readonly places: Pick<QuoteScope, 'thread' | 'tables' | 'documents'>;
  /** How many tables and documents the lists are of. */
  readonly sections: { readonly tables: number; readonly documents: number };
  readonly troubles: readonly Trouble[];
  /** Bytes of the files that it was read from. */
  readonly bytes: number;
}

export interface CaseInput {
  readonly facts: BatchFacts;
  readonly caseId: string;
  readonly frozen: FrozenCard | null;
  /** What is wrong with the frozen evalset and the trusted events, which the cases share. */
  readonly shared: readonly Trouble[];
  /** A live process plays the batch. */
  readonly live: boolean;
  /** Trusted events of the batch. */
  readonly events: CaseEvidence['events'];
}

export async function readCase(input: CaseInput): Promise<CaseModel> {
  const { facts, caseId, frozen, live } = input;
  const reader = new SoftReader(facts.paths);
  const verdictPath = verdictFile(facts, caseId);
  const judged = await readJudged(reader, caseId, verdictPath);
  const kept = await readKept(reader, verdictPath);
  const { labels, damaged } = await labelsOf(reader, caseId);
  const play = playOf(facts, caseId);
  const cast = castOf(facts);
  const scripted = facts.scripted.get(caseId);
  const steps = scripted?.steps ?? [];
  const group =
    scripted?.group ?? judged.template?.case.group ?? judged.verdict?.group ?? frozen?.group ?? '';
  const { evidence: read, rebuilt } = await readEvidence(input, reader, judged, group);
  const evidence = withWindows(read, judged.template);
  const state =
    judged.verdict?.status ??
    stateWithoutVerdict(play, live, facts.cases.length === 1, isJudged(facts.paths, caseId));

  const conditionals = await conditionalLines(facts, reader, steps, play.attempt, evidence);
  const thread = threadList({
    cast,
    group,
    crossGroups: crossGroups(evidence, judged.template, group),
    messages: evidence.messages,
    elsewhere: evidence.elsewhere ?? [],
    world: worldItems(judged.template, cast),
    stimuli: evidence.stimuli,
    window: evidence.window,
    inside: rebuilt ? () => true : insideTest(evidence),
    turnKinds: frozen?.turns ?? new Map(),
    conditionals,
    rebuilt,
    path: rebuilt ? undefined : evidence.messages.at(-1)?.path,
    notes: noteItems(facts, play, steps, evidence, state, cast),
  });
  const tables = tableList(evidence.assets, cast);
  const documents = documentList(evidence.assets, cast);
  const normal = new NormalTexts();
  const points = pointsOf(judged, labels.labels, scripted?.card ?? null, {
    evidence,
    thread,
    tables,
    documents,
    rebuilt,
    normalise: normal.of,
  });
  normal.clear();
  const troubles = [
    ...reader.troubles,
    ...input.shared,
    ...(rebuilt ? [trouble((p) => p.rebuilt())] : []),
    ...(await lostPointers(facts, points, rebuilt)),
    ...(state === 'RERUN' && judged.verdict === null
      ? [trouble((p) => p.stoppedMidway(play.done, play.total))]
      : []),
  ];
  return {
    caseId,
    facts,
    judged: withoutMessages(judged),
    kept,
    labels,
    labelsDamaged: damaged,
    frozen,
    cast,
    group,
    play,
    state,
    evidence,
    points,
    lists: {
      thread: evidence.messages.length === 0 && thread.items.length <= 1 ? [] : thread.items,
      tables: tables.items,
      documents: documents.items,
      events: eventList({
        cast,
        events: evidence.events,
        chats:
          facts.state.chats.size === 0
            ? null
            : chatsOf(facts, [group, ...crossGroups(evidence, judged.template, group)]),
        messages: new Map(evidence.messages.map(({ message }) => [message.message_id, message.text])),
        assets: new Map([...facts.state.assets].map(([key, ref]) => [ref.token, key])),
      }),
    },
    places: { thread, tables, documents },
    sections: { tables: tables.sections, documents: documents.sections },
    troubles,
    bytes: reader.bytes,
  };
}

async function labelsOf(
  reader: SoftReader,
  caseId: string,
): Promise<{ labels: LabelsFile; damaged: boolean }> {
  const path = reader.paths.labels(caseId);
  const before = reader.troubles.length;
  const labels = await reader.model(path, labelsFile, () => undefined);
  const none = { case_id: caseId, rev: 0, labels: [], flags: [] };
  return { labels: labels ?? none, damaged: labels === undefined && reader.troubles.length > before };
}

/** A file that does not say when cannot be used to say what is outside. */
function insideTest(evidence: CaseEvidence): (placed: PlacedMessage) => boolean {
  const { from, to } = evidence.window;
  const test = windowTest(evidence);
  const isTime = (text: string): boolean => !Number.isNaN(Date.parse(text));
  return (placed) => !isTime(from) || !isTime(to) || !isTime(placed.message.ts) || test(placed);
}

function chatsOf({ state }: BatchFacts, groups: readonly string[]): Map<string, string> {
  return new Map(
    groups.flatMap((key) => {
      const id = state.chats.get(key);
      return id === undefined ? [] : [[id, key] as const];
    }),
  );
}

function crossGroups(evidence: CaseEvidence, template: JudgeTemplate | null, group: string): string[] {
  const checked = evidence.messages.filter((placed) => placed.where === 'verification');
  const all = [...(template?.case.cross_group ?? []), ...checked.map((placed) => placed.message.chat)];
  return [...new Set(all)].filter((key) => key !== group);
}

const NOTHING: Told = { agent_messages: [], stimulus_messages: [], no_agent_reply: null };

/** What was kept of the case: by the journal, else from whatever stands in its folder, else from the verdict. */
async function readEvidence(
  { facts, caseId, events }: CaseInput,
  reader: SoftReader,
  judged: JudgedFiles,
  group: string,
): Promise<{ evidence: CaseEvidence; rebuilt: boolean }> {
  const { paths, state } = facts;
  const steps = facts.scripted.get(caseId)?.steps ?? [];
  const found = await loadCaseSoFar(
    { paths, state, caseId, group, steps, agentName: castOf(facts).agentName, events },
    {
      messages: (path) =>
        expected(path, reader, () => reader.model(path, messageEvidence, looseMessages, MESSAGES)),
      asset: (path) => expected(path, reader, () => reader.model(path, assetEvidence, looseAsset)),
    },
  );
  const source = judged.verdict ?? judged.template ?? NOTHING;
  const lost = found !== null && found.evidence.messages.length === 0 && source.agent_messages.length > 0;
  if (found !== null && !lost)
    return { evidence: found.ended ? found.evidence : withLines(found.evidence), rebuilt: false };
  const { evidence, fromVerdict } = await rebuildEvidence(reader, caseId, source, group);
  return {
    evidence: found === null ? evidence : { ...evidence, events: found.evidence.events },
    rebuilt: fromVerdict && evidence.messages.length > 0,
  };
}

/** Reads a file that the journal names. One that is not there is told; of one that cannot be read the reader tells. */
async function expected<T>(
  path: string,
  reader: SoftReader,
  read: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const before = reader.troubles.length;
  const value = await read();
  if (value === undefined && reader.troubles.length === before)
    reader.troubles.push(trouble((p) => p.missing(path), reader.paths.abs(path)));
  return value;
}

/** Lines that were sent and stand in no evidence file yet: while a case runs they are known from the journal. */
function withLines(evidence: CaseEvidence): CaseEvidence {
  const known = new Set(evidence.messages.map((placed) => placed.message.message_id));
  const sent = evidence.stimuli
    .filter((stimulus) => !known.has(stimulus.message_id))
    .map((stimulus): PlacedMessage => ({
      where: 'thread',
      turn: stimulus.turn,
      path: 'journal.jsonl',
      message: {
        message_id: stimulus.message_id,
        chat: stimulus.chat,
        thread_id: null,
        ts: stimulus.ts,
        ts_precision: 'ms',
        author: { kind: 'npc', key: stimulus.actor },
        text: stimulus.text,
        mentions: [],
        edits: [],
        attachments: [],
      },
    }));
  const thread = evidence.messages.filter((placed) => placed.where === 'thread');
  const others = evidence.messages.filter((placed) => placed.where !== 'thread');
  return { ...evidence, messages: [...thread, ...sent, ...others] };
}

/** Files that pointers name and that are not in the scope: outside the folder, or gone. */
async function lostPointers(
  { paths }: BatchFacts,
  points: readonly PointFacts[],
  rebuilt: boolean,
): Promise<Trouble[]> {
  const unresolved = new Set(
    points.flatMap((point) =>
      point.judgements.flatMap((one) =>
        one.quotes.filter((quote) => !quote.verified).map((quote) => quote.path),
      ),
    ),
  );
  const troubles: Trouble[] = [];
  for (const path of unresolved) {
    if (leavesBatch(path)) troubles.push(trouble((p) => p.outside(path)));
    else if (!rebuilt && (await insideBatch(paths.root, path)) === null)
      troubles.push(trouble((p) => p.missing(path)));
  }
  return troubles;
}
