import {
  interception,
  type Attachment,
  type Interception,
  type SkillMessage,
} from '../../../schemas/index.ts';
import type { RawField } from './document.ts';
import { labelOf, type Problem } from './lines.ts';

/** What a case gives the agent. */
export interface CaseInput {
  readonly messages: readonly SkillMessage[];
  readonly context: string | undefined;
  readonly attachments: readonly Attachment[];
  readonly interceptions: readonly Interception[];
}

interface Part {
  readonly label: string;
  readonly line: number;
  /** Line on which the text begins. */
  readonly from: number;
  text: string;
}

const HISTORY = '对话历史';
const MESSAGE = '用户消息';
const KNOWN = /^(?:用户消息|上下文|对话历史|图片|附件|文件|工具拦截配置(?:[（(].*[)）])?)$/;
/** In one line what is nested stands behind ` - `. A label is short and holds no punctuation. */
const INLINE = /(?:^|\s)-\s+((?:工具拦截配置[（(][^）)]*[)）])|[^\s：:，。,.!?！？、]{2,16})[：:]/g;

/** Reads the field 输入, nested or flattened (an exporter repeats the label of a nested part behind it). */
export function readInput(field: RawField, problems: Problem[]): CaseInput {
  const messages: SkillMessage[] = [];
  const context: string[] = [];
  const attachments: Attachment[] = [];
  const interceptions: Interception[] = [];
  for (const { label, line, text } of partsOf(field).flatMap(inlineParts)) {
    const report = (message: string): void => void problems.push({ line, message });
    if (label === HISTORY) messages.push(...historyOf(text, report));
    else if (label === MESSAGE) {
      // A remark in brackets points to the history's last message.
      if (messages.length === 0 || !/^[（(].*[)）]$/s.test(text)) messages.push({ role: 'user', text });
    } else if (label.startsWith('工具拦截配置')) {
      const found = interceptionOf(text, report);
      if (found === null) context.push(`${label}：${text}`);
      else interceptions.push(found);
    } else if (label === '图片') attachments.push(attachmentOf('image', text));
    else if (label === '附件' || label === '文件') attachments.push(attachmentOf('file', text));
    else context.push(label === '上下文' ? text : `${label}：${text}`);
  }
  if (messages.every(({ text }) => text === ''))
    problems.push({ line: field.line, message: `the input has no ${MESSAGE}; write it there` });
  else if (messages.at(-1)?.role !== 'user')
    problems.push({ line: field.line, message: 'the last message is not the user’s' });
  return {
    messages,
    context: context.length === 0 ? undefined : context.join('\n'),
    attachments,
    interceptions,
  };
}

function partsOf({ lines }: RawField): Part[] {
  const parts: Part[] = [];
  for (const line of lines) {
    const found = labelOf(line);
    const open = parts.at(-1);
    const label = found !== null && (KNOWN.test(found.label) || open === undefined) ? found.label : undefined;
    if (label !== undefined && found?.rest === '' && parts.some((part) => part.label === label)) continue;
    if (label !== undefined)
      parts.push({
        label,
        line: line.n,
        from: found?.rest === '' ? line.n + 1 : line.n,
        text: found?.rest ?? '',
      });
    else if (open !== undefined) open.text += open.text === '' ? line.text : `\n${line.text}`;
  }
  return parts;
}

/** The parts that stand in one line behind each other. A history has dashes of its own: only known labels end it. */
function inlineParts({ label, line, from: first, text }: Part): Part[] {
  const cuts = [...text.matchAll(INLINE)].filter(([, name = '']) => KNOWN.test(name) || label === MESSAGE);
  const parts: Part[] = [
    { label, line, from: first, text: text.slice(0, cuts[0]?.index ?? text.length).trim() },
  ];
  let at = first;
  let last = 0;
  cuts.forEach((cut, i) => {
    const from = cut.index + cut[0].length;
    at += text.slice(last, cut.index).split('\n').length - 1;
    last = cut.index;
    parts.push({
      label: cut[1] ?? '',
      line: at,
      from: at,
      text: text.slice(from, cuts[i + 1]?.index ?? text.length).trim(),
    });
  });
  return parts;
}

const SPEAKER = /(?:^|\s)(用户|User|Agent|agent|助手)[：:]\s*/g;

function historyOf(text: string, report: (message: string) => void): SkillMessage[] {
  const turns = [...text.matchAll(SPEAKER)];
  if (turns.length === 0 || text.slice(0, turns[0]?.index ?? 0).trim() !== '')
    report('the history does not say who speaks; begin each message with 用户： or Agent：');
  return turns.map((turn, i) => ({
    role: /^(?:用户|User)$/.test(turn[1] ?? '') ? 'user' : 'agent',
    text: text.slice(turn.index + turn[0].length, turns[i + 1]?.index ?? text.length).trim(),
  }));
}

function attachmentOf(kind: Attachment['kind'], text: string): Attachment {
  const [, url, note] = /^(https?:\/\/[^\s（(]+)?\s*([\s\S]*)$/.exec(text) ?? [];
  return {
    kind,
    ...(url === undefined ? {} : { url }),
    ...(note === undefined || note === '' ? {} : { note }),
  };
}

function interceptionOf(text: string, report: (message: string) => void): Interception | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    report(
      `the interception is not JSON (${error instanceof Error ? error.message : String(error)}); it was kept as context`,
    );
    return null;
  }
  const read = interception.safeParse(value);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  report(
    `the interception has another form (${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}); it was kept as context`,
  );
  return null;
}
