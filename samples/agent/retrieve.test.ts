import { describe, expect, it } from 'vitest';
import type { Passage } from './passage.ts';
import { answers, choose, rank } from './retrieve.ts';

const passage = (kind: Passage['kind'], text: string, more: Partial<Passage> = {}): Passage => ({
  kind,
  text,
  context: '',
  place: 'somewhere',
  chatIds: ['chat'],
  confidential: false,
  order: 0,
  ...more,
});

const noise = [
  passage('chat', '食堂下周换菜单', { chatIds: ['other'] }),
  passage('chat', 'The printer on the third floor is out of paper', { chatIds: ['other'] }),
  passage('document', '报销单须附发票原件', { context: '报销办法' }),
];
const textsFor = (question: string, ...passages: Passage[]) =>
  choose(rank([...noise, ...passages], question), question).map((s) => s.passage.text);

describe('retrieval', () => {
  it('finds the line that shares the words of the question', () => {
    const line = passage('document', '投影仪借用须提前三天登记', { context: '设备借用办法' });
    expect(textsFor('借投影仪要提前几天登记？', line)).toEqual([line.text]);
  });

  it('lets the newest of several messages about one matter win', () => {
    const [old, fresh] = [
      passage('chat', '团建地点定在东山', { order: 1 }),
      passage('chat', '团建地点定在西湖', { order: 2 }),
    ];
    expect(textsFor('团建地点定在哪里？', old, fresh)).toEqual([fresh.text]);
    expect(textsFor('团建地点定在哪里？', { ...old, order: 3 }, fresh)).toEqual([old.text]);
  });

  it('believes a document over a chat', () => {
    const chat = passage('chat', '团建地点定在西湖');
    const plan = passage('document', '团建地点定在东山');
    expect(textsFor('团建地点定在哪里？', chat, plan)[0]).toBe(plan.text);
  });

  it('takes an id as the name of one thing', () => {
    const rows = ['AB-12', 'AB-13'].map((id) =>
      passage('row', `编号：${id}；状态：待办`, { context: '事项表' }),
    );
    expect(textsFor('AB-13 是什么状态？', ...rows)[0]).toContain('AB-13');
  });

  it('adds a passage for the part of the question that is left open', () => {
    const who = passage('document', '投影仪由后勤组保管');
    const price = passage('document', '押金为每台二百元');
    expect(textsFor('投影仪由谁保管，押金每台多少？', who, price)).toEqual([who.text, price.text]);
  });

  it('chooses nothing when nothing is near', () => {
    expect(textsFor('火星基地的氧气还够用多久？')).toEqual([]);
  });

  it('does not take a passage without a date for an answer to "which day"', () => {
    const question = '仓库租约哪天到期？';
    const [without, stamped, dated] = [
      '仓库租约归行政管',
      '05-06 仓库租约归行政管',
      '仓库租约 6月1日 到期',
    ].map((text) => choose(rank([...noise, passage('chat', text)], question), question));
    expect([without, stamped, dated].map((chosen) => answers(question, chosen!))).toEqual([
      false,
      false,
      true,
    ]);
  });
});
