import type { MessageElsewhere, PlacedMessage, Stimulus } from '../evidence/model.ts';
import type { Words } from '../report/index.ts';
import type { Cast } from './cast.ts';
import { plainItem, type Listed } from './listed.ts';

/** A conditional line of the case and what became of it. */
export interface ConditionalLine {
  readonly step: string;
  readonly actor: string;
  readonly condition: string;
  readonly fired: boolean;
  readonly undecided: boolean;
  readonly reason: string;
  readonly by: string;
  readonly decisionFile?: string;
  readonly sentAt: string | null;
  /** Message after which it is shown: the one that triggered it, or would have carried it. */
  readonly after: string | null;
}

export interface ThreadInput {
  readonly cast: Cast;
  readonly group: string;
  readonly crossGroups: readonly string[];
  readonly messages: readonly PlacedMessage[];
  /** Messages of the window that other cases have. */
  readonly elsewhere: readonly MessageElsewhere[];
  /** What stood in the world before the case. */
  readonly world: readonly Listed[];
  readonly stimuli: readonly Stimulus[];
  readonly window: { readonly from: string; readonly to: string };
  /** Whether a message is inside the case's window. */
  readonly inside: (placed: PlacedMessage) => boolean;
  readonly turnKinds: ReadonlyMap<number, string>;
  readonly conditionals: readonly ConditionalLine[];
  /** Evidence files are not there: the messages are the verdict's own. */
  readonly rebuilt: boolean;
  readonly path: string | undefined;
  /** Notes at the end of the thread: what the case waits for, why there is nothing. */
  readonly notes: readonly Listed[];
}

export interface ThreadList {
  readonly items: readonly Listed[];
  /** Place of a message in the list. */
  readonly at: ReadonlyMap<string, number>;
}

/** The messages of a case where they stand: its thread, the agent's other messages in the group, the checked groups. */
export function threadList(input: ThreadInput): ThreadList {
  const { cast, group, messages, window: span } = input;
  const items: Listed[] = [];
  const at = new Map<string, number>();
  const labels = labelsOf(input);
  const after = new Map<string, ConditionalLine[]>();
  for (const line of input.conditionals) {
    if (line.after === null) continue;
    after.set(line.after, [...(after.get(line.after) ?? []), line]);
  }
  const shown = new Set<ConditionalLine>();
  const put = (placed: PlacedMessage): void => {
    const id = placed.message.message_id;
    at.set(id, items.length);
    items.push(messageItem(placed, cast, labels.get(id), input.inside(placed)));
    for (const line of after.get(id) ?? []) {
      shown.add(line);
      items.push(conditionalItem(line, cast));
    }
  };
  const section = (
    title: string,
    icon: 'thread' | 'group' | 'warning',
    note: (words: Words) => string,
  ): void => {
    const { path } = input;
    items.push(
      plainItem((words) => ({
        type: 'section',
        title,
        note: note(words),
        icon,
        ...(path === undefined ? {} : { path }),
      })),
    );
  };

  const thread = messages.filter((placed) => placed.where === 'thread');
  section(cast.group(group), input.rebuilt ? 'warning' : 'thread', (words) =>
    input.rebuilt ? `${words.threadNote(cast.zone)} · ${words.rebuiltNote}` : words.threadNote(cast.zone),
  );
  for (const placed of thread) put(placed);
  for (const line of input.conditionals)
    if (
      !shown.has(line) &&
      (line.after === null || !messages.some((m) => m.message.message_id === line.after))
    ) {
      shown.add(line);
      items.push(conditionalItem(line, cast));
    }
  items.push(...input.notes);

  const others = (where: PlacedMessage['where'], chat: string): void => {
    for (const { placed, case_id: id } of input.elsewhere)
      if (placed.where === where && placed.message.chat === chat)
        items.push(messageItem(placed, cast, (words) => words.ofOtherCase(id), true));
  };
  const toplevel = messages.filter((placed) => placed.where === 'toplevel');
  if (toplevel.length > 0 || input.elsewhere.some(({ placed }) => placed.where === 'toplevel'))
    section(cast.group(group), 'group', (words) => words.toplevelNote(cast.zone));
  for (const placed of toplevel) put(placed);
  others('toplevel', group);

  const checked = messages.filter((placed) => placed.where === 'verification');
  for (const key of new Set([...input.crossGroups, ...checked.map((placed) => placed.message.chat)])) {
    const [from, to] = [cast.clock(span.from, 'min'), cast.clock(span.to, 'min')];
    section(cast.group(key), 'group', (words) =>
      from === '' || to === '' ? cast.zone : words.checkedNote(from, to, cast.zone),
    );
    const own = checked.filter((placed) => placed.message.chat === key);
    for (const placed of own) put(placed);
    others('verification', key);
    if (own.length === 0)
      items.push(plainItem((words) => ({ type: 'note', icon: 'info', text: words.noMessageInWindow })));
  }
  items.push(...input.world);
  return { items, at };
}

type Label = (words: Words) => string;

function labelsOf({ stimuli, turnKinds }: ThreadInput): Map<string, Label> {
  return new Map(
    stimuli.map(({ message_id: id, turn }): [string, Label] => [
      id,
      (words) => (turn === null ? words.conditionalLine : words.label(turnKinds.get(turn) ?? 'query', turn)),
    ]),
  );
}

function messageItem(
  { message, path, shared_window: shared }: PlacedMessage,
  cast: Cast,
  label: Label | undefined,
  inside: boolean,
): Listed {
  return {
    text: (column) => (column === undefined ? message.text : undefined),
    show: ({ words, cut }) => ({
      type: 'message',
      message_id: message.message_id,
      author: message.author.kind,
      name: cast.name(message.author),
      role: cast.role(message.author, words),
      label: [
        ...(label === undefined ? [] : [label(words)]),
        ...(inside ? [] : [words.outsideWindow]),
        ...(shared === undefined ? [] : [words.sharedWindow(shared.join(', '))]),
      ].join(' · '),
      when: cast.clock(message.ts, message.ts_precision),
      text: cut(message.text),
      deleted: message.deleted === true,
      edits: message.edits.length,
      attachments: message.attachments.map((one) => one.name ?? one.kind),
      path,
    }),
  };
}

function conditionalItem(line: ConditionalLine, cast: Cast): Listed {
  const actor = cast.name({ kind: 'npc', key: line.actor });
  const { decisionFile } = line;
  return plainItem((words) => ({
    type: 'conditional',
    fired: line.fired,
    title: line.fired
      ? words.fired(line.sentAt === null ? '' : cast.clock(line.sentAt), actor)
      : line.undecided
        ? words.undecidedLine(actor)
        : words.notSent(actor),
    reason: line.reason,
    condition: line.condition,
    decided_by: line.by,
    ...(decisionFile === undefined ? {} : { path: decisionFile }),
  }));
}
