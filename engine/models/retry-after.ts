/** Seconds of a `Retry-After` header, which holds seconds or a date; undefined for none that can be read. */
export function retryAfterSec(header: string | null, now: () => number): number | undefined {
  if (header === null) return undefined;
  if (/^\d+(\.\d+)?$/.test(header.trim())) return Number(header);
  const at = Date.parse(header);
  return Number.isNaN(at) ? undefined : Math.max(0, (at - now()) / 1000);
}
