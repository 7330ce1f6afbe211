import { describe, expect, it } from 'vitest';
import { answer, inWords } from './answer.ts';
import type { Knowledge } from './gather.ts';
import type { Passage } from './passage.ts';
import { mayRepeat, saysConfidential } from './privacy.ts';

const boss = { openId: 'ou_boss', name: 'Boss' };
const salary: Passage = {
  kind: 'document',
  text: '实习生日薪为 777 元',
  context: '薪酬表',
  place: '薪酬表',
  chatIds: ['closed'],
  confidential: false,
  person: boss,
  order: 0,
};
const knowledge: Knowledge = {
  chats: [
    { id: 'open', name: '大厅', isPrivate: false },
    { id: 'closed', name: '人事', isPrivate: true },
  ],
  privateChats: new Set(['closed']),
  members: new Map([['closed', [boss]]]),
  passages: [
    salary,
    { ...salary, kind: 'chat', text: '食堂换菜单', context: '', place: '大厅', chatIds: ['open'], order: 1 },
  ],
  tables: [],
};
const ask = (chatId: string) => {
  const question = '实习生日薪是多少元？';
  return inWords(answer(question, '', { chatId, asker: undefined }, knowledge), question, []);
};

describe('what may be repeated where', () => {
  it('keeps what was only seen in a private chat there', () => {
    expect(ask('closed')).toContain('777');
    expect(ask('open')).not.toContain('777');
  });

  it('says whom to ask instead', () => {
    expect(ask('open')).toContain('Boss');
  });

  it('keeps a document that calls itself confidential to the chats that it was shared in', () => {
    const confidential = { ...salary, chatIds: ['open'], confidential: saysConfidential('本表仅限人事知悉') };
    expect(mayRepeat(confidential, 'open', new Set())).toBe(true);
    expect(mayRepeat(confidential, 'elsewhere', new Set())).toBe(false);
  });
});
