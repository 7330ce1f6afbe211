/** Language of a text for fonts, line breaks and voices; empty where the script does not tell. */
export function langOf(text: string): string {
  const head = text.slice(0, 2000);
  if (/[\u3040-\u30ff]/.test(head)) return 'ja';
  if (/[\uac00-\ud7af]/.test(head)) return 'ko';
  return /\p{Script=Han}/u.test(head) ? 'zh' : '';
}
