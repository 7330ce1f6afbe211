import type { KindName } from '../../../schemas/kinds.ts';
import type { FileUnit } from '../file-unit.ts';
import { inFile } from '../file-unit.ts';
import type { Kept } from '../kept.ts';
import type { Finding, ValuePath } from '../model.ts';
import { valueAt } from '../shape-issues.ts';
import type { SourceDocument } from '../source.ts';
import type { CompiledSchema } from './compile-schema.ts';
import { findingsOfErrors } from './findings.ts';
import { TooSlowError } from './guard.ts';
import { declares } from './walk.ts';

/** A schema of the author's, as `evalset.yaml` names it. */
export interface Extension {
  /** What it is for: a word or a pattern of file names. */
  readonly key: string;
  /** Its file, as the author wrote it. */
  readonly name: string;
  readonly compiled: CompiledSchema;
}

/** How long one file may keep the schemas busy. */
const FILE_MS = 2000;

/**
 * What an author's own schemas say of one file. They are about what a file of one item holds: a card, also where it stands
 * in a list; of a skill, its front matter.
 */
export class OwnModel {
  readonly extensions: readonly Extension[];
  /** Equal for equal schemas: what was found with it is true as long as they do not change. */
  readonly id: string;

  constructor(extensions: readonly Extension[], id: string) {
    this.extensions = extensions;
    this.id = id;
  }

  /** Where in the value of an item the schemas begin; null for what they say nothing of. */
  static within(kind: KindName, path: ValuePath): ValuePath | null {
    if (kind !== 'skill') return path;
    return path[0] === 'front' ? path.slice(1) : null;
  }

  /** Whether a key that our model does not know is one of the author's. `path` counts from the item. */
  declares(kind: KindName, path: ValuePath, key: string): boolean {
    const at = OwnModel.within(kind, path);
    return (
      at !== null &&
      this.extensions.some(({ compiled: { document, matches } }) =>
        declares(document.value, at, key, matches),
      )
    );
  }

  /** Findings of all schemas on a file. A schema that takes too long is given up, and marked. */
  findings(
    document: SourceDocument,
    kind: KindName,
    units: readonly FileUnit[],
    kept: Kept<readonly Finding[]>,
  ): Finding[] {
    let busy: CompiledSchema | undefined;
    const look = (): Finding[] => {
      const items = kind === 'world-preset' ? [] : units;
      const whole = items.length === 0 || items[0]?.at.length === 0;
      return whole
        ? [...kept.of(document, () => this.#of(document, kind, (compiled) => (busy = compiled)))]
        : items.flatMap((unit) =>
            unit.state === 'broken'
              ? []
              : kept
                  .of(unit.document, () =>
                    this.#of(unit.document, unit.kind, (compiled) => (busy = compiled)),
                  )
                  .map((finding) => inFile(unit, finding)),
          );
    };
    const guard = this.extensions[0]?.compiled.guard;
    if (guard === undefined) return [];
    for (;;)
      try {
        return guard.within(FILE_MS, look);
      } catch (error) {
        // A value that a schema follows without end is as bad as one that it takes forever for.
        if (!(error instanceof TooSlowError) && !(error instanceof RangeError)) throw error;
        if (busy === undefined || busy.slow) return [];
        busy.slow = true;
      }
  }

  #of(document: SourceDocument, kind: KindName, begin: (compiled: CompiledSchema) => void): Finding[] {
    const at: ValuePath = kind === 'skill' ? ['front'] : [];
    const value = valueAt(document.value, at);
    if (value === undefined) return [];
    return this.extensions.flatMap(({ compiled, name }) => {
      if (compiled.slow) return [];
      begin(compiled);
      return findingsOfErrors(document, at, value, compiled.errorsOf(value), name);
    });
  }
}
