import type { KindName } from '../../../schemas/kinds.ts';
import { didYouMean, listed } from '../did-you-mean.ts';
import type { Register } from '../marks.ts';
import type { Severity, ValuePath } from '../model.ts';
import { ASKER, registersOf } from '../registers.ts';
import { Findings, type EvalsetRule } from './rule.ts';

const WHERE: Readonly<Record<Register, string>> = {
  actor: 'the actors of the world',
  group: 'the groups of the world',
  asset: 'the assets of the world',
  agent: 'the team_agents of the world',
  case: 'the cases of this evalset',
};

/** Kinds of which copies serve several evalsets: a case that is not in this one is no fault. */
const SHARED = new Set<KindName>(['npc-playbook', 'npc-playbooks', 'cases-meta']);

/**
 * `dangling-actor`, `dangling-group`, `dangling-asset`, `dangling-agent`, `dangling-case`: a key that is looked up in a
 * register and is not there.
 */
export const dangling: EvalsetRule = (view) => {
  const findings = new Findings();
  const registers = registersOf(view);
  const bound = view.world?.value.phases !== undefined;
  for (const { document, kind, marks } of view.files) {
    if (kind === undefined || view.excerpts.has(document.path)) continue;
    const look = (
      register: Register,
      key: string,
      at: ValuePath,
      what: 'value' | 'key',
      severity: Severity,
    ) => {
      const known = registers.get(register);
      if (known === undefined || known.has(key)) return;
      if (register === 'actor' && key === ASKER && kind === 'world-preset') return;
      findings.add(
        severity,
        `dangling-${register}`,
        { file: document, at, locate: { what } },
        `"${key}" is not among ${WHERE[register]}.${didYouMean(key, known)} Known: ${listed([...known])}.`,
      );
    };
    for (const { path, value, refers } of marks()) {
      if (refers === undefined || isDefinition(path)) continue;
      look(refers, value, path, 'value', severityOf(refers, kind, path, bound));
    }
    if (kind === 'cases-meta' && view.meta?.file === document)
      for (const id of Object.keys(view.meta.value.cases)) look('case', id, ['cases', id], 'key', 'warning');
    if (kind === 'checks')
      eachAuthor(document.value, [], (author, at) => look('actor', author, at, 'value', 'error'));
  }
  return findings.list;
};

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
