import path from 'node:path';
import { LineCounter, parseDocument } from 'yaml';
import { platformDefinition, type PlatformDefinition } from '../../../../schemas/index.ts';
import { UsageError } from '../../../batch/errors.ts';
import { readTextIfAny } from '../../../batch/files.ts';

/** The settings of a tenant, and where they stand. */
export interface NamedPlatform {
  readonly name: string;
  readonly definition: PlatformDefinition;
  /** For people. */
  readonly at: string;
  /** The file, when it lies outside the evalset and has to be found again by it. */
  readonly file: string | null;
}

export interface Places {
  /** Of the evalset. */
  readonly platforms: Readonly<Record<string, PlatformDefinition>>;
  readonly evalsetFile: string;
  readonly home: string;
}

/**
 * Finds a platform by its name (in the evalset, else `platforms/NAME.yaml` in the person's own folder) or by a file.
 * @throws UsageError that names the places looked at
 */
export async function findPlatform(given: string, places: Places): Promise<NamedPlatform> {
  if (/[/\\]|\.(ya?ml|json)$/.test(given)) {
    const file = path.resolve(given);
    return {
      name: path.basename(file).replace(/\.[^.]*$/, ''),
      definition: await readPlatform(file),
      at: file,
      file,
    };
  }
  const own = places.platforms[given];
  if (own !== undefined)
    return { name: given, definition: own, at: `${places.evalsetFile}, platforms.${given}`, file: null };
  const file = path.join(places.home, 'platforms', `${given}.yaml`);
  if ((await readTextIfAny(file)) === undefined) {
    const known = Object.keys(places.platforms);
    throw new UsageError(
      `no platform "${given}": neither ${places.evalsetFile} (platforms: ${known.length === 0 ? 'none' : known.join(', ')}) nor ${file} has it; docs/real-lark.md says what to write there`,
    );
  }
  return { name: given, definition: await readPlatform(file), at: file, file: null };
}

async function readPlatform(file: string): Promise<PlatformDefinition> {
  const text = await readTextIfAny(file);
  if (text === undefined) throw new UsageError(`${file}: no such file; give the settings of a platform`);
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const broken = document.errors[0];
  if (broken !== undefined)
    throw new UsageError(`${file}:${lines.linePos(broken.pos[0]).line}: ${broken.message}`);
  const result = platformDefinition.safeParse(document.toJS());
  if (result.success) return result.data;
  const found = result.error.issues.slice(0, 5).map(({ path: at, message }) => {
    const keys = at.filter((key) => typeof key !== 'symbol');
    const offset = rangeOf(document, keys);
    const line = offset === null ? 1 : lines.linePos(offset).line;
    return `${file}:${line}: ${keys.length === 0 ? '' : `${keys.join('.')}: `}${message}`;
  });
  throw new UsageError(found.join('\n'));
}

/** Where the value stands, or the nearest one around it that is there. */
function rangeOf(
  document: ReturnType<typeof parseDocument>,
  at: readonly (string | number)[],
): number | null {
  for (let depth = at.length; depth >= 0; depth--) {
    const node: unknown = depth === 0 ? document.contents : document.getIn(at.slice(0, depth), true);
    if (typeof node === 'object' && node !== null && 'range' in node && Array.isArray(node.range))
      return Number(node.range[0]);
  }
  return null;
}
