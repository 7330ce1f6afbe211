import path from 'node:path';
import type { PinFile } from '../../../schemas/index.ts';
import { inspectEvalset, type InspectedEvalset } from '../check.ts';
import type { FilePort, Finding } from '../model.ts';
import { PIN_NAME } from '../names.ts';
import { pinOf, pinText } from './make.ts';

/** A pin that is to be written, or why none can be. */
export type PinPlan =
  | {
      readonly what: 'ready';
      readonly file: string;
      readonly text: string;
      readonly pin: PinFile;
      /** The version that was pinned before. */
      readonly before: string | null;
      /** Whether the file has this very text already. */
      readonly same: boolean;
    }
  /** The evalset has errors, other than that it differs from its pin. */
  | { readonly what: 'errors'; readonly findings: readonly Finding[] }
  /** Nothing names the version: an exported evalset has no evalset.yaml. */
  | { readonly what: 'no-version' }
  /** What is pinned under this name is not what stands here. `unreadable`: nobody knows what is pinned. */
  | {
      readonly what: 'taken';
      readonly file: string;
      readonly version: string;
      readonly unreadable: boolean;
    };

export interface PinOptions {
  /** Name of the version where no evalset.yaml names it. */
  readonly version?: string | undefined;
  /** Pin the same name anew. */
  readonly replace?: boolean | undefined;
}

/** What pinning the evalset in a folder would write. Nothing is written here. */
export async function planPin(
  root: string,
  files: FilePort,
  options: PinOptions = {},
  signal?: AbortSignal,
): Promise<PinPlan> {
  return planPinOf(path.resolve(root), await inspectEvalset(root, files, signal), options);
}

/** The same, of an evalset that was read already. */
export function planPinOf(
  root: string,
  { loaded, view, findings }: Pick<InspectedEvalset, 'loaded' | 'view' | 'findings'>,
  { version: given, replace = false }: PinOptions = {},
): PinPlan {
  const file = path.join(root, PIN_NAME);
  const errors = findings.filter(
    (item) => item.severity === 'error' && item.code !== 'differs-from-pin' && item.file !== file,
  );
  if (errors.length > 0) return { what: 'errors', findings: errors };
  const version = view.file?.value.version ?? given;
  if (version === undefined || version === '') return { what: 'no-version' };
  const pin = pinOf(view, version);
  const text = pinText(pin);
  const there = loaded.files.find(({ document }) => document.path === file);
  const before = view.pin?.value ?? null;
  const same = there?.document.text === text;
  const unreadable = there !== undefined && before === null;
  // Equal contents in another form are no other version.
  const taken = unreadable || (before?.version === version && pinText(before) !== text);
  if (taken && !replace) return { what: 'taken', file, version, unreadable };
  return { what: 'ready', file, text, pin, before: before?.version ?? null, same };
}
