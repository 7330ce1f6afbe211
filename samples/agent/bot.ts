import { answer, at, inWords } from './answer.ts';
import { gather, type Knowledge } from './gather.ts';
import { hasParts, intentOf, named, type Change } from './intent.ts';
import type { Person } from './passage.ts';
import { isChinese, isQuestion } from './text.ts';
import { locate, update } from './update.ts';
import type { Incoming, Message, Workplace } from './workplace.ts';

type Log = (line: string) => void;

/** What one message is about: its words, and the thread that it stands in. */
interface Request {
  readonly message: Incoming;
  readonly text: string;
  /** Earlier messages of the thread. */
  readonly thread: readonly Message[];
  /** Earlier questions of the thread to the bot, newest last. */
  readonly asked: readonly string[];
}

export class Bot {
  constructor(
    private readonly workplace: Workplace,
    private readonly me: Person,
    private readonly log: Log,
  ) {}

  /** Whether the bot is meant. */
  isFor(message: Incoming): boolean {
    return message.direct || message.mentions.some((m) => m.openId === this.me.openId);
  }

  /** Does what one message asks for, and shows meanwhile that it is at work. */
  async handle(message: Incoming): Promise<void> {
    const stopTyping = await this.showTyping(message);
    try {
      const request = await this.read(message);
      await this.workplace.reply(message.id, (await this.relayed(request)) ?? (await this.respond(request)));
    } finally {
      await stopTyping();
    }
  }

  /** A mere courtesy: when it fails the work goes on. */
  private async showTyping(message: Incoming): Promise<() => Promise<void>> {
    const fail = (error: unknown) => this.log(`typing: ${String(error)}`);
    const stop = await this.workplace.showTyping(message.id).catch(fail);
    return async () => stop?.().catch(fail);
  }

  private async read(message: Incoming): Promise<Request> {
    const all =
      message.threadId === undefined ? [] : await this.workplace.history('thread', message.threadId);
    const here = all.findIndex((m) => m.id === message.id);
    const thread = here < 0 ? all : all.slice(0, here);
    return {
      message,
      text: this.words(message),
      thread,
      asked: thread.filter((m) => this.isToMe(m)).map((m) => this.words(m)),
    };
  }

  private isToMe(message: Message): boolean {
    return !message.fromMe && message.mentions.some((m) => m.openId === this.me.openId);
  }

  /** The message without the mention of the bot. */
  private words(message: Message): string {
    const name = message.mentions.find((m) => m.openId === this.me.openId)?.name ?? this.me.name;
    return message.text.replaceAll(`@${name}`, ' ').trim();
  }

  /** When the bot asked a colleague in this thread and the colleague answers, the asker gets the answer. */
  private async relayed({ message, text, thread }: Request): Promise<string | undefined> {
    const asker = thread[0]?.sender;
    const { sender, chatId } = message;
    if (sender === undefined || asker === undefined || sender === asker || isQuestion(text)) return undefined;
    if (!thread.some((m) => m.fromMe && m.mentions.some((p) => p.openId === sender))) return undefined;
    const people = await this.workplace.members(chatId);
    const name = (id: string) => people.find((p) => p.openId === id);
    const [to, by] = [name(asker), name(sender)];
    return `${to === undefined ? '' : `${at(to)} `}${by?.name ?? ''} 的答复：${text}`;
  }

  private async respond(request: Request): Promise<string> {
    const { message, text } = request;
    const intent = intentOf(text, await this.workplace.chats());
    if (isChinese(text) && (intent.kind !== 'ask' || hasParts(text)))
      await this.workplace.reply(message.id, '收到，我查一下。');
    const knowledge = await gather(this.workplace, this.me, this.log);
    switch (intent.kind) {
      case 'update':
        return this.change(intent.change, knowledge);
      case 'sync':
        return this.sync(request, intent.chatId, knowledge);
      case 'ask':
        return inWords(
          answer(
            text,
            request.asked.join('\n'),
            { chatId: message.chatId, asker: message.sender },
            knowledge,
          ),
          text,
          knowledge.members.get(message.chatId) ?? [],
        );
    }
  }

  private async change(change: Change, knowledge: Knowledge): Promise<string> {
    const target = locate(change, knowledge.tables);
    return typeof target === 'string' ? target : update(this.workplace, target, change.value);
  }

  /** Answers the thread's question once more, for the readers of the other chat, and posts it there. */
  private async sync(
    { message, text, asked }: Request,
    chatId: string,
    knowledge: Knowledge,
  ): Promise<string> {
    const question = asked.at(-1) ?? text;
    const result = answer(question, '', { chatId, asker: message.sender }, knowledge);
    const place = knowledge.chats.find(({ id }) => id === chatId)?.name ?? '';
    if (result.kind !== 'found') return `没有可以同步到 ${place} 的内容：${inWords(result, question, [])}`;
    const people = knowledge.members.get(chatId) ?? [];
    const called = named(text, people, '@');
    const head = [...called.map(at), `同步一下「${question}」的进展。`].join(' ');
    await this.workplace.post(chatId, [head, ...result.lines.map((l) => `• ${l}`)].join('\n'));
    const told = called.length === 0 ? '' : `，并 @ 了 ${called.map(({ name }) => name).join('、')}`;
    return `已同步到 ${place}${told}。`;
  }
}
