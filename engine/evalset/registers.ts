import type { Register } from './marks.ts';
import type { EvalsetView } from './view.ts';

/** Keys that exist, by register. A register that cannot be told (its file is broken or an excerpt) is absent. */
export type Registers = ReadonlyMap<Register, ReadonlySet<string>>;

/** In a world, `asker` stands for whoever asks. */
export const ASKER = 'asker';

/** Seed messages of an exported world are named after the asset that they belong to. */
const SEED_STEP = /^p-seed-(.+)-\d+$/;

/** Whether the same keys exist in both. */
export function sameRegisters(a: Registers, b: Registers): boolean {
  if (a.size !== b.size) return false;
  return [...a].every(([register, keys]) => {
    const others = b.get(register);
    if (others?.size !== keys.size) return false;
    for (const key of keys) if (!others.has(key)) return false;
    return true;
  });
}

export function registersOf(view: EvalsetView): Registers {
  const registers = new Map<Register, ReadonlySet<string>>();
  if (view.casesKnown && !view.cards.some(({ file }) => view.excerpts.has(file.path)))
    registers.set('case', view.caseIds);
  registers.set('skill', view.skillNames);
  if (view.world === null || view.excerpts.has(view.world.file.path)) return registers;
  const world = view.world.value;
  registers.set('actor', new Set(Object.keys(world.actors)));
  registers.set('group', new Set(Object.keys(world.groups)));
  registers.set('agent', new Set(world.team_agents.map((agent) => agent.key)));
  const assets = new Set([
    ...Object.keys(world.assets ?? {}),
    ...(world.render.exec_params.skip_files ?? []),
  ]);
  for (const step of world.phases?.preset ?? []) {
    if (step.op === 'doc.create' || step.op === 'base.provision') assets.add(step.key);
    const seed = step.op === 'msg' ? SEED_STEP.exec(step.id)?.[1] : undefined;
    if (seed !== undefined) assets.add(seed);
  }
  registers.set('asset', assets);
  return registers;
}
