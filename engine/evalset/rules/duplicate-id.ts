import type { KindName } from '../../../schemas/kinds.ts';
import { placeName } from '../finding.ts';
import type { SourceFile, ValuePath } from '../model.ts';
import { valueAt } from '../shape-issues.ts';
import { Findings, type EvalsetRule, type FileRule } from './rule.ts';
import { tell, type Told } from '../told.ts';

interface Identified {
  readonly file: SourceFile;
  readonly at: ValuePath;
  readonly id: string;
}

/** `duplicate-id` inside one file: cards, playbooks, steps of a phase. */
export const duplicateIdInFile: FileRule = ({ file, kind, alone }) => {
  const findings = new Findings();
  // In an evalset its cases are looked at with those of the other files.
  if (alone) report(findings, tell`case`, casesOf(file, kind));
  if (kind === 'npc-playbooks') report(findings, tell`playbook of actor`, keysOf(file, [], 'actor_key'));
  if (kind.endsWith('-steps')) report(findings, tell`step`, keysOf(file, [], 'id'));
  if (kind === 'world-preset') {
    report(findings, tell`step`, [
      ...keysOf(file, ['phases', 'preset'], 'id'),
      ...keysOf(file, ['phases', 'cast'], 'id'),
    ]);
    report(findings, tell`agent`, keysOf(file, ['team_agents'], 'key'));
  }
  return findings.list;
};

/** `duplicate-id` across the files of an evalset. */
export const duplicateId: EvalsetRule = ({ files, npcs, idsUnique }) => {
  const findings = new Findings();
  if (!idsUnique)
    report(
      findings,
      tell`case`,
      files.flatMap(({ document, kind }) => (kind === undefined ? [] : casesOf(document, kind))),
    );
  report(
    findings,
    tell`playbook of actor`,
    npcs.map(({ file, at, value }) => ({ file, at: [...at, 'actor_key'], id: value.actor_key })),
  );
  return findings.list;
};

const CASES: readonly KindName[] = ['case-card', 'case-cards', 'skill-card', 'skill-cards'];

/** The cases of a file, in the order of which the first has its id. */
function casesOf(file: SourceFile, kind: KindName): Identified[] {
  if (!CASES.includes(kind)) return [];
  const { value } = file;
  if (!Array.isArray(value)) return identified(file, ['case_id'], fieldOf(value, 'case_id'));
  return value.flatMap((card: unknown, i) => identified(file, [i, 'case_id'], fieldOf(card, 'case_id')));
}

const fieldOf = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined;

function identified(file: SourceFile, at: ValuePath, id: unknown): Identified[] {
  return typeof id === 'string' ? [{ file, at, id }] : [];
}

function keysOf(file: SourceFile, list: ValuePath, key: string): Identified[] {
  const items = valueAt(file.value, list);
  if (!Array.isArray(items)) return [];
  return items.flatMap((item: unknown, i) => identified(file, [...list, i, key], fieldOf(item, key)));
}

function report(findings: Findings, what: Told, items: readonly Identified[]): void {
  const first = new Map<string, Identified>();
  for (const item of items) {
    const before = first.get(item.id);
    if (before === undefined) first.set(item.id, item);
    else
      findings.add(
        'error',
        'duplicate-id',
        item,
        tell`The ${what} "${item.id}" already stands in ${placeName(before.file, before.at, item.file.path)}. Each needs an id of its own.`,
      );
  }
}
