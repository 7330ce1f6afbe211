import type * as z from 'zod';
import * as batch from './batch.ts';
import { cardList, teamCard } from './card.ts';
import { checksFile } from './checks.ts';
import { correctionsFile } from './corrections.ts';
import { assetEvidence, messageEvidence, trustedEvent } from './evidence.ts';
import { depsFile, evalsetFile } from './evalset.ts';
import { faultPlan } from './faults.ts';
import { judgeFilled, judgeTemplate } from './judge.ts';
import { labelsFile } from './labels.ts';
import { ledger } from './ledger.ts';
import { casesMeta } from './meta.ts';
import { pinFile } from './pin.ts';
import { modelCall } from './model-call.ts';
import { playbook, playbookList } from './playbook.ts';
import { evalBundle, execBundle, provenance, selectionFile } from './script.ts';
import { skillFile } from './skill.ts';
import { skillCard, skillCardList } from './skill-card.ts';
import { castSteps, evalSteps, presetSteps } from './steps.ts';
import { summary } from './summary.ts';
import { gradersFile } from './transcript.ts';
import { verdict } from './verdict.ts';
import { worldPreset } from './world.ts';

/** A kind of file: its model, and how content tells it apart. `role`: who writes it. */
export interface FileKind {
  readonly schema: z.ZodType;
  readonly role: 'author' | 'batch';
  readonly title: string;
}

const kind = (schema: z.ZodType, role: FileKind['role'], title: string): FileKind => ({
  schema,
  role,
  title,
});

/** Every file shape by name. The JSON Schema of `<name>` is schemas/json/<name>.schema.json. */
export const KINDS = {
  evalset: kind(evalsetFile, 'author', 'evalset'),
  'case-card': kind(teamCard, 'author', 'case card'),
  'case-cards': kind(cardList, 'author', 'list of case cards'),
  'skill-card': kind(skillCard, 'author', 'case card on a skill'),
  'skill-cards': kind(skillCardList, 'author', 'list of case cards on skills'),
  skill: kind(skillFile, 'author', 'skill'),
  'cases-meta': kind(casesMeta, 'author', 'case metadata'),
  'npc-playbook': kind(playbook, 'author', 'NPC playbook'),
  'npc-playbooks': kind(playbookList, 'author', 'list of NPC playbooks'),
  'world-preset': kind(worldPreset, 'author', 'world preset'),
  checks: kind(checksFile, 'author', 'checks sidecar'),
  deps: kind(depsFile, 'author', 'dependency sidecar'),
  corrections: kind(correctionsFile, 'author', 'corrections'),
  graders: kind(gradersFile, 'author', 'graders sidecar'),
  pin: kind(pinFile, 'author', 'pinned evalset version'),
  'fault-plan': kind(faultPlan, 'author', 'fault plan'),
  'preset-steps': kind(presetSteps, 'batch', 'world steps'),
  'cast-steps': kind(castSteps, 'batch', 'admission steps'),
  'eval-steps': kind(evalSteps, 'batch', 'case steps'),
  'eval-bundle': kind(evalBundle, 'batch', 'evaluation bundle'),
  'exec-bundle': kind(execBundle, 'batch', 'execution bundle'),
  selection: kind(selectionFile, 'batch', 'selection'),
  provenance: kind(provenance, 'batch', 'provenance'),
  manifests: kind(batch.manifests, 'batch', 'manifests'),
  'batch-manifest': kind(batch.batchManifest, 'batch', 'batch manifest'),
  journal: kind(batch.journalLines, 'batch', 'journal lines'),
  director: kind(batch.directorLines, 'batch', 'director events'),
  decision: kind(batch.decision, 'batch', 'decision on a conditional line'),
  'message-evidence': kind(messageEvidence, 'batch', 'message evidence'),
  'asset-evidence': kind(assetEvidence, 'batch', 'asset evidence'),
  'trusted-event': kind(trustedEvent, 'batch', 'trusted event'),
  'judge-template': kind(judgeTemplate, 'batch', 'judge template'),
  'judge-filled': kind(judgeFilled, 'batch', 'judge file'),
  labels: kind(labelsFile, 'batch', 'labels of a case'),
  'model-call': kind(modelCall, 'batch', 'call of a model'),
  verdict: kind(verdict, 'batch', 'verdict'),
  summary: kind(summary, 'batch', 'batch summary'),
  ledger: kind(ledger, 'batch', 'ledger of a batch'),
} as const satisfies Record<string, FileKind>;

export type KindName = keyof typeof KINDS;

const has = (value: unknown, ...keys: string[]): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && keys.every((key) => key in value);

/** A card on a skill, which says so. */
const isSkillCard = (value: unknown): boolean =>
  has(value, 'kind') &&
  value['kind'] === 'skill' &&
  ['case_id', 'input', 'skill_config'].some((key) => has(value, key));

const OBJECT_MARKS: readonly (readonly [KindName, readonly string[]])[] = [
  ['batch-manifest', ['identity', 'batch']],
  ['manifests', ['evalset', 'script', 'exec']],
  ['summary', ['lineage', 'counts']],
  ['verdict', ['score', 'checkpoints']],
  ['ledger', ['order', 'facts', 'cases']],
  ['judge-template', ['decisions', 'checkpoints_rendered', 'case']],
  ['judge-filled', ['decisions', 'judge']],
  ['labels', ['labels', 'flags', 'rev']],
  ['model-call', ['endpoint', 'request', 'attempts']],
  ['decision', ['fire', 'decided_by']],
  ['message-evidence', ['messages', 'scope']],
  ['asset-evidence', ['asset', 'at']],
  ['trusted-event', ['source', 'op', 'outcome']],
  ['provenance', ['order', 'steps', 'cards']],
  ['eval-bundle', ['group', 'cards', 'steps']],
  ['exec-bundle', ['group', 'cases', 'steps']],
  ['selection', ['cases', 'excluded']],
  ['world-preset', ['actors', 'groups']],
  ['world-preset', ['scenario_id']],
  ['npc-playbook', ['actor_key']],
  ['npc-playbook', ['persona_prompt']],
  ['case-card', ['case_id']],
  ['case-card', ['turns']],
  ['case-card', ['checkpoints_raw']],
  ['checks', ['checks']],
  ['checks', ['conditionals']],
  ['cases-meta', ['taxonomy']],
  ['evalset', ['cases', 'world']],
  ['corrections', ['corrections']],
  ['graders', ['graders']],
  ['fault-plan', ['seed', 'rules']],
  ['evalset', ['cases', 'version', 'name']],
];

const FILE_MARKS: readonly (readonly [RegExp, KindName])[] = [
  [/(^|\/)evalset\.ya?ml$/, 'evalset'],
  [/(^|\/)evalset\.pin\.json$/, 'pin'],
  [/\.case\.ya?ml$/, 'case-card'],
  [/(^|\/)SKILL\.md$/, 'skill'],
  [/\.npc\.ya?ml$/, 'npc-playbook'],
  [/\.world\.ya?ml$/, 'world-preset'],
  [/(^|\/)cases\.checks\.(ya?ml|json)$/, 'checks'],
  [/(^|\/)cases\.deps\.(ya?ml|json)$/, 'deps'],
  [/(^|\/)cases\.graders\.(ya?ml|json)$/, 'graders'],
  [/(^|\/)cases\.meta\.(ya?ml|json)$/, 'cases-meta'],
  [/(^|\/)corrections\.(ya?ml|json)$/, 'corrections'],
  [/\.faults\.(ya?ml|json)$/, 'fault-plan'],
  [/(^|\/)cases\.json$/, 'case-cards'],
  [/(^|\/)npc-playbook\.json$/, 'npc-playbooks'],
];

const PRESET_OPS = new Set([
  'group.create',
  'group.label',
  'doc.create',
  'base.provision',
  'base.record',
  'doc.share',
  'base.share',
  'doc.comment',
  'calendar.event',
  'wait',
]);
const CAST_OPS = new Set([
  'agent.create',
  'agent.bot',
  'doc.grant',
  'base.grant',
  'agent.join_all',
  'canary',
]);

function listKind(list: readonly unknown[]): KindName | undefined {
  const first = list[0];
  if (isSkillCard(first)) return 'skill-cards';
  if (has(first, 'case_id', 'turns') || has(first, 'checkpoints_raw')) return 'case-cards';
  if (has(first, 'actor_key')) return 'npc-playbooks';
  if (has(first, 'ts', 'step', 'status')) return 'journal';
  if (has(first, 'at', 'event')) return 'director';
  const ops = list.map((item) => (has(item, 'op') ? String(item['op']) : ''));
  if (ops.some((op) => CAST_OPS.has(op))) return 'cast-steps';
  if (list.some((item) => has(item, 'op', 'case_id'))) return 'eval-steps';
  if (ops.some((op) => PRESET_OPS.has(op)) || has(first, 'op', 'seed_date')) return 'preset-steps';
  return undefined;
}

/**
 * Tells the kind of a parsed file: first by a name that only one kind has, then by content.
 * Returns undefined for what is not ours.
 */
export function detectKind(path: string, value: unknown): KindName | undefined {
  const normal = path.replaceAll('\\', '/');
  const named = FILE_MARKS.find(([pattern]) => pattern.test(normal))?.[1];
  const byContent = Array.isArray(value)
    ? listKind(value)
    : OBJECT_MARKS.find(([, keys]) => has(value, ...keys))?.[0];
  // Both sorts of cards have the same names; `kind` tells them apart.
  if (byContent === 'skill-cards' && named === 'case-cards') return byContent;
  if (isSkillCard(value) && (named === undefined || named === 'case-card')) return 'skill-card';
  if (named === 'case-cards' && !Array.isArray(value)) return byContent ?? named;
  if (named === 'npc-playbooks' && !Array.isArray(value)) return byContent ?? named;
  return named ?? byContent;
}
