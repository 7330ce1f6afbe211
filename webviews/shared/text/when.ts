/** An instant as a person reads it, with its zone; a text that is no instant stays as it is. */
export function instant(text: string, locale: string): string {
  if (!/^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/.test(text)) return text;
  const at = new Date(text);
  return Number.isNaN(at.getTime())
    ? text
    : new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'long' }).format(at);
}

/** The same without year, seconds and zone, for small places; the whole belongs into a title. */
export function shortInstant(text: string, locale: string): string {
  const at = new Date(text);
  if (instant(text, locale) === text || Number.isNaN(at.getTime())) return text;
  const parts = {
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  } as const;
  return new Intl.DateTimeFormat(locale, parts).format(at);
}
