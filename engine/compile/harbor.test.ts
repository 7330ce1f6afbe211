import path from 'node:path';
import { expect, it } from 'vitest';
import { diskFiles, loadEvalset } from '../evalset/index.ts';
import { compileEvalset } from './index.ts';
import { verifyScript } from './verify/index.ts';

it('compiles the harbor sample, and the verifier finds nothing', async () => {
  const root = path.resolve(import.meta.dirname, '../../samples/harbor');
  const { evalset, findings } = await loadEvalset(root, diskFiles());
  expect(findings.filter((f) => f.severity === 'error')).toEqual([]);
  if (evalset === null) throw new Error('the sample cannot be read');
  const result = compileEvalset(evalset, { day0: '2026-09-06', now: () => new Date(0) });
  if ('errors' in result) throw new Error(JSON.stringify(result.errors, null, 1));
  const { script } = result;
  const cards = evalset.cards.map((c) => c.raw);
  expect(verifyScript({ cards, files: script.files, expectedHash: script.manifests.evalset.hash })).toEqual(
    [],
  );
  expect(script.selection.case_count).toBe(12);
  expect(script.world.render.kickoff_local).toBe('2026-09-06T09:00:00+08:00');
  expect(script.files.get('world-preset.bound.json')).not.toContain('{{');
  for (const { steps } of script.evalBundles) expect(JSON.stringify(steps)).not.toContain('{{');
});
