import { evalsetHash } from '../../evalset/hash.ts';
import type { Report, VerifyInput } from './model.ts';
import type { FrozenCard, Script } from './read.ts';

/** Verifies that the script has the evalset's cases, in its order: provenance, bundles and selection. */
export function verifyOrder(
  input: VerifyInput,
  cards: readonly FrozenCard[],
  script: Script,
  report: Report,
): void {
  const ids = cards.map((card) => card.case_id);
  compareIds(ids, script.provenance.order, 'provenance.json', report);
  const groups = new Map<string, string[]>();
  for (const { group_key, case_id } of cards)
    groups.set(group_key, [...(groups.get(group_key) ?? []), case_id]);
  for (const [group, wanted] of groups) {
    const name = `eval-${group}.json`;
    const bundle = script.evals.get(group);
    if (bundle === undefined) missing(name, wanted, report);
    else {
      compareIds(
        wanted,
        bundle.cards.map((card) => card.case_id),
        name,
        report,
      );
      verifyName(name, bundle, script, report);
      if (bundle.day0 !== script.provenance.day0)
        report({
          case_id: '',
          field: '/day0',
          code: 'day0',
          message: `${name} is of ${bundle.day0}, the provenance of ${script.provenance.day0}.`,
        });
    }
  }
  for (const group of script.evals.keys()) if (!groups.has(group)) extra(`eval-${group}.json`, report);
  verifySelection(input, cards, script, report);
}

function verifyName(
  file: string,
  { group, group_name }: { readonly group: string; readonly group_name: string },
  { world }: Script,
  report: Report,
): void {
  const name = world.groups[group]?.name ?? group;
  if (group_name !== name)
    report({
      case_id: '',
      field: '/group_name',
      code: 'wrong-group',
      message: `${file} calls its group "${group_name}"; the bound world calls it "${name}".`,
    });
}

function missing(name: string, ids: readonly string[], report: Report): void {
  for (const case_id of ids)
    report({
      case_id,
      field: '',
      code: 'missing-file',
      message: `${name}, which holds the case, is missing.`,
    });
}

function extra(name: string, report: Report): void {
  report({
    case_id: '',
    field: '',
    code: 'extra-file',
    message: `No case of the evalset belongs to ${name}.`,
  });
}

/** Names a case that is missing or extra; with the same cases, every one that is out of its place. */
export function compareIds(
  wanted: readonly string[],
  found: readonly string[],
  where: string,
  report: Report,
): void {
  const add = (case_id: string, code: string, message: string) =>
    report({ case_id, field: '/case_id', code, message });
  const [all, there] = [new Set(wanted), new Set(found)];
  const lost = wanted.filter((id) => !there.has(id));
  const seen = new Set<string>();
  const odd = found.filter((id) => !all.has(id) || seen.has(id) || !seen.add(id));
  for (const id of lost) add(id, 'case-missing', `Case ${id} of the evalset is missing from ${where}.`);
  for (const id of odd) add(id, 'case-extra', `${where} has case ${id} once more than the evalset.`);
  if (lost.length > 0 || odd.length > 0) return;
  const at = wanted.findIndex((id, i) => found[i] !== id);
  const [here, other] = [wanted[at], found[at]];
  if (here !== undefined && other !== undefined)
    add(
      here,
      'case-order',
      `Case ${here} is not in its place in ${where}: case ${other} stands there. The evalset’s order counts.`,
    );
}

function verifySelection(
  input: VerifyInput,
  cards: readonly FrozenCard[],
  script: Script,
  report: Report,
): void {
  const { selection } = script;
  const selected = new Set(input.selected ?? selection.cases);
  const wanted = cards.filter((card) => selected.has(card.case_id));
  compareIds(
    wanted.map((card) => card.case_id),
    selection.cases,
    'selection.json',
    report,
  );
  const chosen = new Set(selection.cases);
  compareIds(
    cards.filter((card) => !chosen.has(card.case_id)).map((card) => card.case_id),
    selection.excluded.map((item) => item.case_id),
    'selection.json (excluded)',
    report,
  );
  if (selection.case_count !== selection.cases.length)
    report({
      case_id: '',
      field: '/case_count',
      code: 'case-count',
      message: `selection.json counts ${selection.case_count} cases and lists ${selection.cases.length}.`,
    });
  if (input.expectedHash === undefined) return;
  const raw = input.cards.filter((card) => chosen.has((card as { case_id?: string } | null)?.case_id ?? ''));
  const hash = evalsetHash(raw);
  if (hash !== input.expectedHash)
    report({
      case_id: '',
      field: '',
      code: 'evalset-hash',
      message: `The selected cards have the hash ${hash}, not ${input.expectedHash}.`,
    });
}

/** The first text of a step that is another in its copy; nothing when they differ in something else. */
function differingText(
  wanted: unknown,
  actual: unknown,
  pointer = '',
): { compiled: string; expected: string } | null {
  if (typeof wanted === 'string' && typeof actual === 'string')
    return wanted === actual ? null : { compiled: pointer, expected: wanted };
  if (typeof wanted !== 'object' || typeof actual !== 'object' || wanted === null || actual === null)
    return null;
  const copy = actual as Readonly<Record<string, unknown>>;
  for (const [key, value] of Object.entries(wanted)) {
    const found = differingText(value, copy[key], `${pointer}/${key}`);
    if (found !== null) return found;
  }
  return null;
}

/** Verifies the execution bundles: the selected cases of each group, with the very steps of its evaluation bundle. */
export function verifyExecution(cards: readonly FrozenCard[], script: Script, report: Report): void {
  const selected = new Set(script.selection.cases);
  const groups = new Set(cards.filter((card) => selected.has(card.case_id)).map((card) => card.group_key));
  for (const group of script.execs.keys()) if (!groups.has(group)) extra(`exec-${group}.json`, report);
  for (const group of groups) {
    const name = `exec-${group}.json`;
    const wanted = cards
      .filter((c) => c.group_key === group && selected.has(c.case_id))
      .map((c) => c.case_id);
    const chosen = new Set(wanted);
    const bundle = script.execs.get(group);
    if (bundle === undefined) {
      missing(name, wanted, report);
      continue;
    }
    compareIds(wanted, bundle.cases, name, report);
    verifyName(name, bundle, script, report);
    const steps = (script.evals.get(group)?.steps ?? []).filter((step) => chosen.has(step.case_id));
    const count = Math.max(steps.length, bundle.steps.length);
    for (let i = 0; i < count; i++) {
      const [a, b] = [steps[i], bundle.steps[i]];
      if (JSON.stringify(a) === JSON.stringify(b)) continue;
      report({
        case_id: (a ?? b)?.case_id ?? '',
        field: `/steps/${i}`,
        step: (a ?? b)?.id ?? '',
        code: 'exec-step',
        file: name,
        ...(a?.id === b?.id ? differingText(a, b) : null),
        message:
          a?.id === b?.id
            ? `Step ${a?.id ?? ''} of ${name} is not as eval-${group}.json has it.`
            : `Step ${i + 1} of ${name} is ${b?.id ?? 'absent'} and not ${a?.id ?? 'absent'} as eval-${group}.json has it.`,
      });
      break;
    }
    const seconds = bundle.steps.map((step) =>
      step.op !== 'gate'
        ? 0
        : 'max_wait_sec' in step
          ? step.max_wait_sec
          : 'min_quiet_sec' in step
            ? step.min_quiet_sec
            : 0,
    );
    const minutes = seconds.reduce((sum, n) => sum + n, 0) / 60;
    if (Math.abs(bundle.est_minutes - minutes) > 0.051)
      report({
        case_id: '',
        field: '/est_minutes',
        code: 'est-minutes',
        message: `${name} says ${bundle.est_minutes} minutes; its gates last ${minutes} at most.`,
      });
    if (bundle.case_count !== bundle.cases.length || bundle.eval_steps !== bundle.steps.length)
      report({
        case_id: '',
        field: '/case_count',
        code: 'case-count',
        message: `${name} counts ${bundle.case_count} cases and ${bundle.eval_steps} steps, and has ${bundle.cases.length} and ${bundle.steps.length}.`,
      });
  }
}
