import type { KindName } from '../../../schemas/kinds.ts';
import { didYouMean, listed, nearest } from '../did-you-mean.ts';
import { inFile } from '../file-unit.ts';
import type { LookUp } from '../evalset-memo.ts';
import { marksOf, type Mark, type Register } from '../marks.ts';
import type { Finding, Severity, ValuePath } from '../model.ts';
import { ASKER, registersOf, type Registers } from '../registers.ts';
import type { SourceDocument } from '../source.ts';
import { Findings, type EvalsetRule } from './rule.ts';
import { tell, type Told } from '../told.ts';

const WHERE: Readonly<Record<Register, Told>> = {
  actor: tell`the actors of the world`,
  group: tell`the groups of the world`,
  asset: tell`the assets of the world`,
  agent: tell`the team_agents of the world`,
  case: tell`the cases of this evalset`,
  skill: tell`the skills of this evalset (folders of skills/ with a SKILL.md)`,
};

/** Kinds of which copies serve several evalsets: a case that is not in this one is no fault. */
const SHARED = new Set<KindName>(['npc-playbook', 'npc-playbooks', 'cases-meta']);

/**
 * `dangling-actor`, `dangling-group`, `dangling-asset`, `dangling-agent`, `dangling-case`: a key that is looked up in a
 * register and is not there.
 */
export const dangling: EvalsetRule = (view) => {
  const { memo } = view;
  const found: Finding[] = [];
  const lookUps = memo.lookUp.of({
    registers: registersOf(view),
    bound: view.world?.value.phases !== undefined,
  });
  const { registers } = lookUps;
  for (const { document, kind, units, parts } of view.files) {
    if (kind === undefined || view.excerpts.has(document.path)) continue;
    for (const unit of units) {
      if (unit.state === 'broken') continue;
      const { document: part } = unit;
      const findings = memo.dangling.of(lookUps, part, () => {
        const marks = parts.marks.of(part, () => marksOf(unit.kind, part.value));
        return danglingIn(part, kind, marks, lookUps);
      });
      for (const finding of findings) found.push(inFile(unit, finding));
    }
    if (kind === 'cases-meta' && view.meta?.file === document) {
      const findings = new Findings();
      for (const id of Object.keys(view.meta.value.cases))
        lookUp(findings, document, registers, 'case', id, ['cases', id], 'key', 'warning');
      found.push(...findings.list);
    }
  }
  return found;
};

function danglingIn(
  file: SourceDocument,
  kind: KindName,
  marks: readonly Mark[],
  { registers, bound }: LookUp,
): readonly Finding[] {
  const findings = new Findings();
  for (const { path, value, refers } of marks) {
    if (refers === undefined || isDefinition(path)) continue;
    if (refers === 'actor' && value === ASKER && kind === 'world-preset') continue;
    lookUp(findings, file, registers, refers, value, path, 'value', severityOf(refers, kind, path, bound));
  }
  if (kind === 'checks')
    eachAuthor(file.value, [], (author, at) =>
      lookUp(findings, file, registers, 'actor', author, at, 'value', 'error'),
    );
  return findings.list;
}

function lookUp(
  findings: Findings,
  file: SourceDocument,
  registers: Registers,
  register: Register,
  key: string,
  at: ValuePath,
  what: 'value' | 'key',
  severity: Severity,
): void {
  const known = registers.get(register);
  if (known === undefined || known.has(key)) return;
  findings.add(
    severity,
    `dangling-${register}`,
    { file, at, locate: { what } },
    tell`"${key}" is not among ${WHERE[register]}.${didYouMean(key, known)} Known: ${listed([...known])}.`,
    { kind: 'dangling', register, key, meant: nearest(key, known) },
  );
}

function severityOf(register: Register, kind: KindName, path: ValuePath, bound: boolean): Severity {
  if (register === 'case' && SHARED.has(kind)) return 'warning';
  // A bound world names the assets of its seed history in remarks only.
  if (register === 'asset' && bound && path.includes('seed_refs')) return 'warning';
  return 'error';
}

/** Steps of a world that make what they name. */
function isDefinition(path: ValuePath): boolean {
  return path[0] === 'phases' && path.at(-1) === 'key' && path.length === 4;
}

/** `author` of message checks that is neither `agent` nor `any`: an actor's key. */
function eachAuthor(value: unknown, path: ValuePath, visit: (author: string, at: ValuePath) => void): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, item] of Object.entries(value) as [string, unknown][]) {
    const at = [...path, Array.isArray(value) ? Number(key) : key];
    const check = path.at(-1) === 'message' || path.at(-1) === 'absent';
    if (key === 'author' && check && typeof item === 'string') {
      if (item !== 'agent' && item !== 'any') visit(item, at);
    } else eachAuthor(item, at, visit);
  }
}
