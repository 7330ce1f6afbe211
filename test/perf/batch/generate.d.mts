/** Makes a generated evalset; `shape` makes it smaller or other. */
export function generate(
  root: string,
  seed: number,
  shape?: {
    readonly sizes?: readonly number[];
    readonly docs?: number;
    readonly tables?: number;
    readonly preset?: number;
    readonly exec?: Readonly<Record<string, number>>;
    readonly reply?: number | { readonly median: number; readonly p90: number };
  },
): readonly { readonly id: string; readonly group: string }[];
