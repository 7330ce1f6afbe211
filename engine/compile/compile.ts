import type { Evalset } from '../evalset/model.ts';
import { correctCards } from './correct.ts';
import { parseDate } from './dates.ts';
import { scriptFiles, type ScriptParts } from './emit.ts';
import { emitScript } from './emit-cases.ts';
import { optionError } from './errors.ts';
import { evalsetManifest, execManifest, scriptManifest, worldHash, type ManifestInput } from './manifests.ts';
import { mapEvalset } from './map-evalset.ts';
import type { CompiledScript, CompileError, CompileOptions } from './model.ts';
import { renderEvalset } from './render-evalset.ts';
import { verifyScript, verifySource } from './verify/index.ts';
import { tell } from '../evalset/told.ts';

/**
 * Compiles an evalset on one day: map (keys and references), render (dates), correct (turns and mentions), emit (bundles,
 * provenance, manifests), and has the verifier look at what came out. All files are a function of evalset and options;
 * only the manifests read `options.now`. Errors are collected over the whole evalset; with any, there is no script.
 */
export function compileEvalset(
  evalset: Evalset,
  options: CompileOptions,
): { readonly script: CompiledScript } | { readonly errors: readonly CompileError[] } {
  const compiled = compileParts(evalset, options);
  if ('errors' in compiled) return compiled;
  const { parts } = compiled;
  const files = scriptFiles(parts);
  const findings = verifyScript({ ...verifySource(evalset), files });
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
      findings,
    },
  };
}

function compileParts(
  evalset: Evalset,
  options: CompileOptions,
): { readonly parts: ScriptParts } | { readonly errors: readonly CompileError[] } {
  const day0 = parseDate(options.day0);
  if (day0 === null)
    return { errors: [optionError(['day0'], tell`"${options.day0}" is no date; write it as YYYY-MM-DD.`)] };
  const { mapped, errors: mapErrors } = mapEvalset(evalset, options.ordinals);
  const errors: CompileError[] = [...mapErrors];
  const known = new Set(evalset.cards.map(({ value }) => value.case_id));
  options.cases?.forEach((id, i) => {
    if (!known.has(id))
      errors.push(optionError(['cases', i], tell`There is no case "${id}" in this evalset.`));
  });
  if (mapped === null) return { errors };
  const forms = evalset.file?.value.date_forms;
  const { rendered, errors: renderErrors } = renderEvalset(
    mapped,
    evalset.world,
    day0,
    forms,
    options.execAt,
  );
  errors.push(...renderErrors);
  const { corrected, errors: correctErrors } = correctCards(mapped, evalset.corrections);
  errors.push(...correctErrors);
  if (rendered === null) return { errors };
  const { parts, errors: emitErrors } = emitScript(mapped, rendered, corrected, options);
  errors.push(...emitErrors);
  return errors.length > 0 ? { errors } : { parts };
}
