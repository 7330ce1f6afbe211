/** An instant as a person reads it, with its zone; a text that is no instant stays as it is. */
export function instant(text: string, locale: string): string {
  if (!/^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/.test(text)) return text;
  const at = new Date(text);
  return Number.isNaN(at.getTime())
    ? text
    : new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'long' }).format(at);
}
