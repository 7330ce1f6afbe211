import type { ValuePath } from './model.ts';

/** JSON pointer of a path (RFC 6901). */
export function pointerOf(path: ValuePath): string {
  return path.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

/** The steps of a pointer, as texts. */
export function stepsOf(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** The path of a pointer. Steps of digits are places in lists: no model has such keys. */
export function pathOf(pointer: string): ValuePath {
  return stepsOf(pointer).map((step) => (/^\d+$/.test(step) ? Number(step) : step));
}

/** The path that a pointer means in a value: a step is an index where a list stands. */
export function pathIn(value: unknown, pointer: string): ValuePath {
  let here = value;
  return stepsOf(pointer).map((text) => {
    const step = Array.isArray(here) ? Number(text) : text;
    here =
      typeof here === 'object' && here !== null
        ? (here as Record<string | number, unknown>)[step]
        : undefined;
    return step;
  });
}
