import type { EvalBundle, ExecBundle, Origin } from '../../schemas/index.ts';
import type { Evalset } from '../evalset/model.ts';
import { parseDate, type PlainDate } from './dates.ts';
import { evalBundle, execBundle, scriptFiles, type CompiledCase, type ScriptParts } from './emit.ts';
import { optionError } from './errors.ts';
import { caseEvaluation } from './evaluation.ts';
import { evalsetManifest, execManifest, scriptManifest, worldHash, type ManifestInput } from './manifests.ts';
import { cardReferences, mapWorld } from './map.ts';
import type { CompiledScript, CompileError, CompileOptions } from './model.ts';
import { formsOf } from './render.ts';
import { idErrors, placeCards, selectCases, type PlacedCard } from './select.ts';
import { caseSteps, waitsOf, whyNotRunnable, type StepsContext } from './steps.ts';
import { verifyScript } from './verify/index.ts';
import { DEFAULT_WORDING } from './wording.ts';
import { bindWorld, isInstant } from './world.ts';

/**
 * Compiles an evalset on one day: map (keys and references), render (dates), emit (bundles, provenance, manifests). All
 * files are a function of evalset and options; only the manifests read `options.now`. Errors are collected over the
 * whole evalset; with any, there is no script.
 */
export function compileEvalset(
  evalset: Evalset,
  options: CompileOptions,
): { readonly script: CompiledScript } | { readonly errors: readonly CompileError[] } {
  const day0 = parseDate(options.day0);
  if (day0 === null)
    return { errors: [optionError(['day0'], `"${options.day0}" is no date; write it as YYYY-MM-DD.`)] };
  const compiled = compileParts(evalset, options, day0);
  if ('errors' in compiled) return compiled;
  const { parts } = compiled;
  const files = scriptFiles(parts);
  const findings = verifyScript({ cards: evalset.cards.map(({ raw }) => raw), files });
  const input: ManifestInput = {
    evalset,
    parts,
    files,
    now: options.now(),
    lint: findings.length === 0 ? 'OK' : `${findings.length} findings`,
  };
  const manifest = evalsetManifest(input);
  return {
    script: {
      ...parts,
      worldHash: worldHash(evalset),
      manifests: { evalset: manifest, script: scriptManifest(input, manifest), exec: execManifest(input) },
      files,
    },
  };
}

function compileParts(
  evalset: Evalset,
  options: CompileOptions,
  day0: PlainDate,
): { readonly parts: ScriptParts } | { readonly errors: readonly CompileError[] } {
  const { cards, version } = evalset;
  const render = { day0, forms: formsOf(evalset.file?.value.date_forms) };
  const { map, errors } = mapWorld(evalset.world);
  const { selection, errors: selectionErrors } = selectCases(cards, options);
  errors.push(...idErrors(cards), ...selectionErrors);
  if (options.execAt !== undefined && !isInstant(options.execAt))
    errors.push(optionError(['execAt'], `"${options.execAt}" is no instant with its offset.`));
  const bound = bindWorld(evalset.world, render, options.execAt);
  errors.push(...bound.errors);
  if (map === null || bound.world === null) return { errors };

  const context: StepsContext = {
    version,
    map,
    waits: waitsOf(bound.world.render.exec_params),
    render,
    wording: options.wording ?? DEFAULT_WORDING,
  };
  const stepOrigins: Record<string, Origin> = {};
  const cardOrigins: Record<string, Record<string, Origin>> = {};
  const compileCase = (group: string, { located, ordinal }: PlacedCard): CompiledCase => {
    const evaluation = caseEvaluation(located, ordinal, render);
    errors.push(...evaluation.errors);
    cardOrigins[located.value.case_id] = evaluation.origins;
    if (whyNotRunnable(located.value) !== null) return { group, card: evaluation.card, steps: [] };
    errors.push(...cardReferences(located, map));
    const { steps, origins, errors: stepErrors } = caseSteps(located, ordinal, context);
    // A text that cannot be rendered was reported with the evaluation card already.
    errors.push(...stepErrors.filter((e) => !errors.some((o) => same(o, e))));
    Object.assign(stepOrigins, origins);
    return { group, card: evaluation.card, steps };
  };
  const selected = new Set(selection.cases);
  const evalBundles: EvalBundle[] = [];
  const execBundles: ExecBundle[] = [];
  for (const [group, placed] of placeCards(cards, options.ordinals)) {
    const name = bound.world.groups[group]?.name ?? group;
    const cases = placed.map((item) => compileCase(group, item));
    evalBundles.push(evalBundle(group, name, options.day0, cases));
    const exec = execBundle(group, name, cases, selected);
    if (exec !== null) execBundles.push(exec);
  }
  if (errors.length > 0) return { errors };
  const provenance = {
    day0: options.day0,
    order: cards.map(({ value }) => value.case_id),
    steps: stepOrigins,
    cards: cardOrigins,
  };
  return { parts: { world: bound.world, evalBundles, execBundles, selection, provenance } };
}

const same = (a: CompileError, b: CompileError) =>
  a.file === b.file && a.pointer === b.pointer && a.message === b.message;
