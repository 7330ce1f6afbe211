import { describe, expect, it } from 'vitest';
import { hasParts, intentOf, named, parseChange } from './intent.ts';

const chats = [
  { id: 'oc_1', name: '#销售群' },
  { id: 'oc_2', name: '#销售群-华东' },
];

describe('what a message wants', () => {
  it('reads a change of a cell', () => {
    expect(parseChange('把《事项表》里 AB-12 的状态改成「处理中」，改完说一声。')).toEqual({
      table: '事项表',
      row: 'AB-12',
      ids: ['ab-12'],
      column: '状态',
      value: '处理中',
    });
    expect(parseChange('please set the owner of AB-12 to Ada Byron.')).toMatchObject({
      ids: ['ab-12'],
      column: 'owner',
      value: 'Ada Byron',
    });
  });

  it('reads a mark without a column', () => {
    const change = parseChange('mark AB-12 as done');
    expect(change).toMatchObject({ ids: ['ab-12'], value: 'done' });
    expect(change).not.toHaveProperty('column');
  });

  it('reads a message to another group, by the longest name', () => {
    expect(intentOf('把进展同步到 #销售群-华东', chats)).toEqual({ kind: 'sync', chatId: 'oc_2' });
    expect(intentOf('please notify #销售群 about it', chats)).toEqual({ kind: 'sync', chatId: 'oc_1' });
  });

  it('takes everything else for a question', () => {
    expect(intentOf('#销售群 昨天谁值班？', chats)).toEqual({ kind: 'ask' });
  });

  it('does not take a name inside a longer one', () => {
    expect(named('@Ann Lee 看一下', [{ name: 'Ann' }, { name: 'Ann Lee' }], '@')).toEqual([
      { name: 'Ann Lee' },
    ]);
  });

  it('tells a question with several parts', () => {
    expect([hasParts('状态、负责人、期限各是什么？'), hasParts('状态是什么？')]).toEqual([true, false]);
  });
});
