import { describe, expect, it } from 'vitest';
import { parseChange } from './intent.ts';
import { locate } from './update.ts';
import type { Table } from './workplace.ts';

const row = (id: string, name: string, state: string) => ({
  id: `rec${id}`,
  cells: new Map([
    ['编号', id],
    ['事项', name],
    ['状态', state],
  ]),
});
const table: Table = {
  baseToken: 'base',
  title: '事项表',
  id: 'tbl',
  columns: [
    { name: '编号', options: [] },
    { name: '事项', options: [] },
    { name: '状态', options: ['待办', '完成'] },
  ],
  rows: [row('AB-12', '换灯泡', '待办'), row('AB-13', '换锁', '待办'), row('AB-14', '换锁', '待办')],
};
const find = (text: string) => {
  const target = locate(parseChange(text)!, [table]);
  return typeof target === 'string' ? target : `${target.row.id} ${target.column}`;
};

describe('which cell a change means', () => {
  it('finds the row by id or words, and the column by name or by the value', () => {
    expect(find('把 AB-13 的状态改成完成')).toBe('recAB-13 状态');
    expect(find('把《事项表》里换灯泡的事项改成换吊灯')).toBe('recAB-12 事项');
    expect(find('mark AB-14 as 完成')).toBe('recAB-14 状态');
  });

  it('changes nothing when the row, the column or the value is not clear', () => {
    expect(find('把 AB-99 的状态改成完成')).toMatch(/没有找到/);
    expect(find('把换锁的状态改成完成')).toMatch(/2 行/);
    expect(find('把 AB-12 的颜色改成红')).toMatch(/对得上的列/);
    expect(find('把 AB-12 的状态改成暂停')).toMatch(/只能选 待办、完成/);
  });
});
