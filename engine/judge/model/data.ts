import type { Author, DiffEntry, JudgeTemplate } from '../../../schemas/index.ts';
import type { AssetFile, CaseEvidence, PlacedMessage } from '../../evidence/model.ts';
import { windowTest } from '../window.ts';
import { shuffled } from './seeded.ts';

type Point = JudgeTemplate['decisions'][number];
type Data = Readonly<Record<string, unknown>>;

const byOf = (author: Author | null): string =>
  author === null ? 'unknown' : author.kind === 'agent' ? 'agent' : author.key;

function messageData({ message, where, turn, shared_window: shared }: PlacedMessage, inside: boolean): Data {
  const agents = message.author.kind === 'agent';
  return {
    message_id: message.message_id,
    by: byOf(message.author),
    counts: agents && inside && message.deleted !== true,
    where,
    group: message.chat,
    turn,
    ts: message.ts,
    text: message.text,
    ...(message.mentions.length === 0 ? {} : { mentions: message.mentions.map((one) => one.key) }),
    ...(message.attachments.length === 0
      ? {}
      : { attachments: message.attachments.map(({ kind, name }) => ({ kind, name: name ?? null })) }),
    ...(message.edits.length === 0 ? {} : { earlier_texts: message.edits.map((edit) => edit.text) }),
    ...(message.edits_unknown === true ? { earlier_texts: 'unknown' } : {}),
    ...(message.deleted === true ? { deleted: true } : {}),
    ...(shared === undefined ? {} : { shared_with_cases: shared }),
  };
}

const changeData = (entry: DiffEntry, index: number): Data => ({
  index,
  op: entry.op,
  at: entry.path,
  ...(entry.before === undefined ? {} : { before: entry.before }),
  ...(entry.after === undefined ? {} : { after: entry.after }),
  by: byOf(entry.actor),
});

function assetData({ path, evidence: asset }: AssetFile): Data {
  return {
    path,
    asset: asset.asset,
    ...(asset.title === undefined ? {} : { title: asset.title }),
    read_at: asset.at,
    ...(asset.linked === true ? { linked_by_agent: true } : {}),
    ...(asset.unreadable === undefined ? {} : { unreadable: asset.unreadable }),
    ...(asset.text === undefined ? {} : { text: asset.text }),
    ...(asset.rows === undefined ? {} : { rows: asset.rows }),
    ...(asset.diff === undefined ? {} : { changes: asset.diff.map(changeData) }),
  };
}

/**
 * Every file of the case's scope with all that stands in it, in an order that the seed decides. Messages keep the order
 * of their thread; one that several files hold stands in the first.
 */
function evidenceData(evidence: CaseEvidence, seed: number): Data[] {
  const inside = windowTest(evidence);
  const files = evidence.scope.map((path): Data => {
    const asset = evidence.assets.find((file) => file.path === path);
    if (asset !== undefined) return assetData(asset);
    const own = evidence.messages.filter((placed) => placed.path === path);
    return { path, messages: own.map((placed) => messageData(placed, inside(placed))) };
  });
  return shuffled(files, seed, (file) => String(file['path']));
}

/** The point as the judge reads it: its own words, and beside them the branches that apply. */
export const pointData = (point: Point): Data => {
  const readings = (point.branches ?? []).filter(({ applies }) => applies === true);
  return {
    id: point.id,
    kind: point.kind,
    text: point.text_rendered,
    ...(readings.length === 0
      ? {}
      : {
          in_this_world: readings.map(({ fact, when, text, or_as_written: either }) => ({
            fact,
            when,
            text,
            ...(either === true ? { or_as_written: true } : {}),
          })),
        }),
  };
};

/** What stood in the world before the case: facts of earlier cases, and the order in which they ran. */
function worldData({ world_before: world }: JudgeTemplate): Data {
  if (world === undefined || world.facts.length === 0) return {};
  return {
    world_before: {
      ran_before: world.ran_before.map(({ case_id }) => case_id),
      ran_beside: world.ran_beside.map(({ case_id }) => case_id),
      facts: world.facts.map(({ id, text, stood }) => ({
        id,
        text,
        stood: stood === null ? 'unknown' : stood ? 'yes' : 'no',
      })),
    },
  };
}

/** Whether a question has more in it than case, points and evidence: then the judge is told how to read it. */
export const toldOfWorld = (template: JudgeTemplate, evidence: CaseEvidence): boolean =>
  (template.world_before?.facts.length ?? 0) > 0 ||
  evidence.messages.some((placed) => placed.shared_window !== undefined);

/** All that is asked about and read in one question; the order of points and files is the seed's. */
export function questionData(
  template: JudgeTemplate,
  points: readonly Point[],
  evidence: CaseEvidence,
  seed: number,
): Data {
  const { query, group, asker, cross_group, write_targets, exec_notes_rendered: notes } = template.case;
  return {
    case: {
      query,
      group,
      asker,
      ...(cross_group.length === 0 ? {} : { verification_groups: cross_group }),
      ...(write_targets.length === 0 ? {} : { write_targets }),
      ...(notes === undefined ? {} : { notes }),
    },
    ...worldData(template),
    points: shuffled(points, seed, (point) => point.id).map(pointData),
    evidence: evidenceData(evidence, seed),
  };
}

/** Files of the scope whose content could not be read: a negative cannot rest on them. */
export const unreadableFiles = (evidence: CaseEvidence): string[] =>
  evidence.assets.filter(({ evidence: asset }) => asset.unreadable !== undefined).map(({ path }) => path);
