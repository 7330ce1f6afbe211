/** Steps of a world that are valid, but that this version cannot run: a batch with one of them is refused, not played without it. */
export const UNRUNNABLE_OPS: ReadonlySet<string> = new Set(['doc.comment', 'calendar.event', 'group.label']);
