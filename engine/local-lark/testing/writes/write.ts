import type { Request } from '../caller.ts';
import type { Stage } from './stage.ts';

export interface Write {
  /** names of the operations it stands for */
  readonly ops: readonly string[];
  readonly run: (s: Stage) => Promise<void>;
  /** the same by somebody who may not */
  readonly blocked: (s: Stage) => Promise<void>;
  readonly revert?: (s: Stage) => Promise<void>;
  /** nothing at all is left after it was undone */
  readonly exact?: true;
}

export type Shape = (ids: Readonly<Record<string, string>>) => Request;

/** A call that succeeds for its owner and is refused to anybody else. */
export function write(
  ops: string | readonly string[],
  route: string,
  request: Shape,
  more: {
    keep?: readonly [name: string, at: string];
    undo?: readonly [route: string, Shape];
    exact?: true;
  } = {},
): Write {
  const { undo, exact } = more;
  return {
    ops: typeof ops === 'string' ? [ops] : ops,
    run: async (s) => {
      const at = more.keep?.[1] ?? '';
      const value = await s.agent.get(route, at, request(s.ids));
      if (more.keep !== undefined) s.ids[more.keep[0]] = value;
    },
    blocked: async (s) => {
      await s.intruder.call(route, request(s.ids));
    },
    ...(undo === undefined
      ? {}
      : { revert: async (s: Stage) => void (await s.agent.get(undo[0], '', undo[1](s.ids))) }),
    ...(exact === undefined ? {} : { exact }),
  };
}

export const all: Shape = (ids) => ({ params: { ...ids } });
export const having =
  (shape: Shape, body: unknown): Shape =>
  (ids) => ({ ...shape(ids), body });
/** The same with another id under a name: what a write has made. */
export const made =
  (shape: Shape, name: string, from: string): Shape =>
  (ids) =>
    shape({ ...ids, [name]: ids[from] ?? ids[name] ?? '' });

/** Undoing one write is another. */
export function after(first: Write, second: Write, ops: readonly string[], undo?: Write): Write {
  return {
    ops,
    run: async (s) => {
      await first.run(s);
      await second.run(s);
    },
    blocked: (s) => second.blocked(s),
    ...(undo === undefined ? {} : { revert: (s: Stage) => undo.run(s), exact: true }),
  };
}
