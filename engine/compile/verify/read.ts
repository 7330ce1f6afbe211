import * as z from 'zod';
import { evalBundle, execBundle, provenance, selectionFile, worldPreset } from '../../../schemas/index.ts';
import type {
  EvalBundle,
  ExecBundle,
  Provenance,
  SelectionFile,
  WorldPreset,
} from '../../../schemas/index.ts';
import type { Report, VerifyInput } from './model.ts';

/** What the verifier reads of a card; other keys are left to the hash. */
const frozenCard = z.object({
  case_id: z.string(),
  group_key: z.string(),
  dm: z.boolean().optional(),
  clock_batch: z.boolean().optional(),
  clock_at: z.string().optional(),
  rw_type: z.string().optional(),
  turns: z.array(
    z.object({
      turn: z.number(),
      kind: z.enum(['query', 'inject', 'npc_reply_conditional']),
      speaker: z.string(),
      text: z.string(),
      condition: z.string().optional(),
    }),
  ),
  checkpoints_raw: z.string(),
  exec_notes: z.string().optional(),
  write_targets: z.array(z.string()).optional(),
});

export type FrozenCard = z.infer<typeof frozenCard> & { readonly raw: unknown };

export interface Script {
  readonly world: WorldPreset;
  readonly provenance: Provenance;
  readonly selection: SelectionFile;
  readonly evals: ReadonlyMap<string, EvalBundle>;
  readonly execs: ReadonlyMap<string, ExecBundle>;
}

/** Reads the frozen cards; one that cannot be read is reported and left out. */
export function readCards(input: VerifyInput, report: Report): FrozenCard[] {
  return input.cards.flatMap((raw, i) => {
    const parsed = frozenCard.safeParse(raw);
    if (parsed.success) return [{ ...parsed.data, raw }];
    const id = (raw as { case_id?: unknown } | null)?.case_id;
    const issue = parsed.error.issues[0];
    report({
      case_id: typeof id === 'string' ? id : '',
      field: `/${(issue?.path ?? []).join('/')}`,
      code: 'garbled-card',
      message: `Card ${i + 1} of the evalset cannot be read: ${issue?.message ?? 'unknown'}.`,
    });
    return [];
  });
}

/** Reads the script's files; what is missing or garbled is reported. Null when the rest cannot be verified. */
export function readScript(input: VerifyInput, report: Report): Script | null {
  const read = <T>(name: string, schema: z.ZodType<T>): T | null => {
    const text = input.files.get(name);
    const fault = (code: string, field: string, message: string): null => {
      report({ case_id: '', field, code, message });
      return null;
    };
    if (text === undefined) return fault('missing-file', '', `${name} is missing from the script.`);
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch (error) {
      return fault('garbled-file', '', `${name} is no JSON: ${error instanceof Error ? error.message : ''}.`);
    }
    const parsed = schema.safeParse(value);
    if (parsed.success) return parsed.data;
    const issue = parsed.error.issues[0];
    return fault(
      'garbled-file',
      `/${(issue?.path ?? []).join('/')}`,
      `${name} does not have the shape of its kind: ${issue?.message ?? 'unknown'}.`,
    );
  };
  const bundles = <T extends { group: string }>(prefix: string, schema: z.ZodType<T>): Map<string, T> => {
    const found = new Map<string, T>();
    for (const name of [...input.files.keys()].filter((n) => n.startsWith(prefix) && n.endsWith('.json'))) {
      const bundle = read(name, schema);
      const group = name.slice(prefix.length, -'.json'.length);
      if (bundle === null) continue;
      found.set(group, bundle);
      if (bundle.group !== group)
        report({
          case_id: '',
          field: '/group',
          code: 'wrong-group',
          message: `${name} says that it is of group "${bundle.group}".`,
        });
    }
    return found;
  };
  const world = read('world-preset.bound.json', worldPreset);
  const origins = read('provenance.json', provenance);
  const selection = read('selection.json', selectionFile);
  const evals = bundles('eval-', evalBundle);
  const execs = bundles('exec-', execBundle);
  if (world === null || origins === null || selection === null) return null;
  return { world, provenance: origins, selection, evals, execs };
}
