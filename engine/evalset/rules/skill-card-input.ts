import { jsonFault } from '../json-source.ts';
import type { ValuePath } from '../model.ts';
import { valueAt } from '../shape-issues.ts';
import { Findings, type PartRule } from './rule.ts';
import { tell, type Told } from '../told.ts';

/** Words by which a context says that a tool has answered, or that something was carried out, before the message. */
const RESULT =
  /(?:搜索|查询|检索|调用|工具|接口|第.{1,2}[轮次])[^，。；\n]{0,12}(?:返回|结果)|已(?:经)?(?:执行|搜索|查询|检索|调用)|\b(?:returned|search results?|tool results?|has (?:run|searched)|already (?:run|searched))\b/i;
/** Words by which a note says that an attachment stands for another one. */
const STAND_IN = /替换|占位|placeholder|to be replaced|stands? in for/i;

/**
 * What a skill card gives the agent. `result-not-given`: a tool's result that the context tells of and no interception
 * gives, so that each run finds another. `attachment-not-given`: an attachment that is only described, or stands for
 * another. `interception-not-json`: an injected result that begins as JSON and is none. `last-message`: the agent's own.
 */
export const skillCardInput: PartRule = ({ file, kind }) => {
  const findings = new Findings();
  if (kind !== 'skill-card' && kind !== 'skill-cards') return findings.list;
  const cards: readonly (readonly [ValuePath, unknown])[] = Array.isArray(file.value)
    ? file.value.map((card: unknown, i) => [[i], card] as const)
    : [[[], file.value]];
  for (const [at, card] of cards) {
    const add = (code: string, path: ValuePath, message: Told): void =>
      findings.add('warning', code, { file, at: [...at, ...path], locate: { what: 'head' } }, message);
    const interceptions = listAt(card, ['interceptions']);
    const context = valueAt(card, ['input', 'context']);
    if (typeof context === 'string' && RESULT.test(context) && interceptions.length === 0)
      add(
        'result-not-given',
        ['input', 'context'],
        tell`This tells of a result that the agent never gets: no interception gives it. Inject it with interceptions, or put the conversation into messages.`,
      );
    listAt(card, ['input', 'attachments']).forEach((_, i) => {
      const path = ['input', 'attachments', i];
      const url = valueAt(card, [...path, 'url']);
      const note = valueAt(card, [...path, 'note']);
      if (url === undefined)
        add(
          'attachment-not-given',
          path,
          tell`This attachment is only described. Give its url, so that the agent gets it.`,
        );
      else if (typeof note === 'string' && STAND_IN.test(note))
        add(
          'attachment-not-given',
          [...path, 'url'],
          tell`By its note this stands for another attachment, so the case cannot be judged as written. Put the real one here.`,
        );
    });
    interceptions.forEach((_, i) => {
      const path = ['interceptions', i, 'inject_tool_result', 'content'];
      const content = valueAt(card, path);
      const fault = typeof content === 'string' && /^\s*[[{]/.test(content) ? jsonFault(content) : null;
      if (fault !== null)
        add(
          'interception-not-json',
          path,
          tell`The injected result begins like JSON, and is none: ${fault}. Mend it.`,
        );
    });
    const messages = listAt(card, ['input', 'messages']);
    if (valueAt(messages.at(-1), ['role']) === 'agent')
      findings.add(
        'error',
        'last-message',
        { file, at: [...at, 'input', 'messages', messages.length - 1, 'role'], locate: { what: 'head' } },
        tell`The last message is what the agent answers, so it is the user’s. Add it, or make this one the user’s.`,
      );
  }
  return findings.list;
};

function listAt(value: unknown, path: ValuePath): readonly unknown[] {
  const found = valueAt(value, path);
  return Array.isArray(found) ? found : [];
}
