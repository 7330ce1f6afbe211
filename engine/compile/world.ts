import { worldPreset, type Asset, type WorldPreset } from '../../schemas/index.ts';
import { keysInOrder } from '../evalset/key-order.ts';
import type { Located, ValuePath } from '../evalset/model.ts';
import { issueWords } from '../evalset/shape-issues.ts';
import { errorAt } from './errors.ts';
import type { CompileError } from './model.ts';
import { renderText, type RenderContext } from './render.ts';
import { generatePhases } from './world-phases.ts';
import { tell, type Told } from '../evalset/told.ts';

export interface BoundWorld {
  readonly world: WorldPreset | null;
  readonly errors: readonly CompileError[];
}

/**
 * Binds a world on day0: renders every text of it (titles, bodies, cells and field names, history, conduct, kickoff),
 * sets `render.day0`, and generates `phases` for a master that has none. The bound world registers its assets without
 * their bodies, which stand in the steps. `execAt` replaces the instant at which relative minutes start.
 */
export function bindWorld(
  located: Located<WorldPreset>,
  context: RenderContext,
  execAt?: string,
): BoundWorld {
  const errors: CompileError[] = [];
  const rendered = renderDeep(located.value, context, [], (at, message) =>
    errors.push(errorAt(located, at, message)),
  );
  if (errors.length > 0) return { world: null, errors };
  const parsed = worldPreset.safeParse(rendered);
  if (!parsed.success)
    return {
      world: null,
      errors: parsed.error.issues.map((issue) =>
        errorAt(
          located,
          issue.path.map(part),
          tell`On this day the world is not valid: ${issueWords(issue.message)}.`,
        ),
      ),
    };
  const world = parsed.data;
  const kickoff = execAt ?? world.render.kickoff_local;
  // An instant that was asked for is checked with the options.
  if (execAt === undefined && !isInstant(kickoff))
    errors.push(
      errorAt(
        located,
        ['render', 'kickoff_local'],
        tell`"${kickoff}" is no instant; write it as YYYY-MM-DDThh:mm:ss+hh:mm.`,
      ),
    );
  const { phases, errors: missing } =
    world.phases === undefined
      ? generatePhases(
          located,
          world,
          {
            groups: keysOf(located.raw, 'groups', world.groups),
            assets: keysOf(located.raw, 'assets', world.assets ?? {}),
          },
          context.day0.toString(),
        )
      : { phases: world.phases, errors: [] };
  errors.push(...missing);
  const { history: _, assets, phases: __, ...header } = world;
  return {
    world: {
      ...header,
      render: { ...world.render, day0: context.day0.toString(), kickoff_local: kickoff },
      ...(assets === undefined ? {} : { assets: registered(assets) }),
      phases,
    },
    errors,
  };
}

/** ISO 8601 instant with its offset, on a day that exists. */
export function isInstant(text: string): boolean {
  return (
    /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/.test(text) && !isNaN(Date.parse(text))
  );
}

const part = (key: PropertyKey): string | number => (typeof key === 'symbol' ? String(key) : key);

/** Keys in the author's order, which a plain object does not keep for keys like `10`: assets are built in it. */
function keysOf(raw: unknown, name: string, fallback: object): readonly string[] {
  const value = (raw as Readonly<Record<string, unknown>>)[name];
  const keys = typeof value === 'object' && value !== null ? keysInOrder(value) : Object.keys(fallback);
  return keys.filter((key) => Object.hasOwn(fallback, key));
}

function registered(assets: Readonly<Record<string, Asset>>): Record<string, Asset> {
  return Object.fromEntries(
    Object.entries(assets).map(([key, asset]): [string, Asset] => {
      if (asset.kind === 'doc') {
        const { markdown: _, ...rest } = asset;
        return [key, rest];
      }
      const { fields: _, records: __, ...rest } = asset;
      return [key, rest];
    }),
  );
}

/**
 * Renders all strings of a value, and its keys: field names are keys of rows. Remarks (`note`, but not a cell of that
 * name) stay as written: nothing reads them, and they may speak of placeholders.
 */
function renderDeep(
  value: unknown,
  context: RenderContext,
  at: ValuePath,
  report: (at: ValuePath, message: Told) => void,
): unknown {
  if (typeof value === 'string') {
    if (!value.includes('{{')) return value;
    const { text, problems } = renderText(value, context);
    problems.forEach((problem) => report(at, problem.told));
    return text;
  }
  if (Array.isArray(value)) return value.map((item, i) => renderDeep(item, context, [...at, i], report));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      String(renderDeep(key, context, [...at, key], report)),
      key === 'note' && !at.includes('records')
        ? (item as unknown)
        : renderDeep(item, context, [...at, key], report),
    ]),
  );
}
