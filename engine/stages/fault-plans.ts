import path from 'node:path';
import { faultPlan, NAMED_FAULTS, type FaultPlanFile } from '../../schemas/index.ts';
import { UsageError } from '../batch/errors.ts';
import { diskFiles, inspectFile, readSource, type FilePort } from '../evalset/index.ts';
import { FindingsError } from './findings-error.ts';

/** Nobody wants to sit out the documented 15 s, 5 min, 1 h and 6 h for an event that was lost on purpose. */
const redelivery = { ack_within_ms: 1_500, again_after_ms: [2_000, 4_000, 8_000, 60_000] };

/** Plans that need no file. */
const NAMED: Readonly<Record<(typeof NAMED_FAULTS)[number], FaultPlanFile>> = {
  weather: {
    name: 'weather',
    seed: 1,
    redelivery,
    rules: [
      { kind: 'rate_limit', share: 0.01 },
      { kind: 'server_error', share: 0.01 },
      { kind: 'timeout_after', share: 0.005 },
      { kind: 'slow_write', share: 0.05, delay_ms: 300 },
      { kind: 'write_conflict', share: 0.02 },
      { kind: 'late_event', share: 0.05, delay_ms: 400 },
      { kind: 'duplicate_event', share: 0.05, delay_ms: 500 },
    ],
  },
  storm: {
    name: 'storm',
    seed: 1,
    redelivery,
    rules: [
      { kind: 'rate_limit', share: 0.03 },
      { kind: 'rate_limit', share: 0.02, code: 230020, ops: ['im.message.*'] },
      { kind: 'rate_limit', share: 0.01, code: 11232, ops: ['im.message.create', 'im.message.reply'] },
      { kind: 'server_error', share: 0.03 },
      { kind: 'server_error', share: 0.02, status: 504, done: true },
      { kind: 'timeout_before', share: 0.02 },
      { kind: 'timeout_after', share: 0.04 },
      { kind: 'reset', share: 0.03 },
      { kind: 'slow_write', share: 0.06, delay_ms: 300 },
      { kind: 'slow_write', share: 0.04, delay_ms: 300, part: 'effect' },
      { kind: 'write_conflict', share: 0.1 },
      { kind: 'dropped_socket', share: 0.06 },
      { kind: 'dropped_socket', share: 0.04, mode: 'half_open', hold_ms: 500 },
      { kind: 'lost_ack', share: 0.08 },
      { kind: 'late_event', share: 0.1, delay_ms: 500 },
      { kind: 'duplicate_event', share: 0.1, delay_ms: 200 },
    ],
  },
};

/**
 * A plan by its name, or from a file in YAML or JSON.
 * @throws UsageError when there is neither; FindingsError with the places where a file is wrong
 */
export async function loadFaultPlan(given: string, files: FilePort = diskFiles()): Promise<FaultPlanFile> {
  const name = NAMED_FAULTS.find((one) => one === given);
  if (name !== undefined) return NAMED[name];
  const file = path.resolve(given);
  let content;
  try {
    content = await files.read(file);
  } catch (error) {
    throw new UsageError(
      `${file}: the fault plan cannot be read (${error instanceof Error ? error.message : String(error)}); give a file, or one of ${Object.keys(NAMED).join(', ')}`,
    );
  }
  const { file: loaded, findings } = inspectFile(readSource(file, content));
  const errors = findings.filter((finding) => finding.severity === 'error');
  if (errors.length > 0) throw new FindingsError(errors);
  const parsed = faultPlan.safeParse(loaded.model ?? loaded.document.value);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new UsageError(
    `${file}: no fault plan (/${issue?.path.join('/') ?? ''}: ${issue?.message ?? ''}); it begins with \`seed\` and \`rules\``,
  );
}
