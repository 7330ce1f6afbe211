import type { WorldPreset } from '../../schemas/index.ts';
import { UsageError } from '../batch/errors.ts';
import { UNRUNNABLE_OPS } from '../evalset/index.ts';

/** Refuses a world with a step that this version cannot run, before anything of it is built. `file`: where it stands. */
export function assertRunnableWorld(world: WorldPreset, file: string): void {
  const step = world.phases?.preset?.find(({ op }) => UNRUNNABLE_OPS.has(op));
  if (step === undefined) return;
  throw new UsageError(
    `${file}: step ${step.id}: op "${step.op}" cannot be run by this version; remove the step from the world`,
  );
}
