import { expect, it } from 'vitest';
import { toldIn } from './told.ts';
import { ZH_CN } from './words/zh-cn.ts';
import { parseYaml } from './yaml-source.ts';

it.each([
  ['a: [1, 2', /a bracket is not closed; write the \]/, /括号没有收尾.* \]/],
  ['a: {b: 1', /a bracket is not closed; write the \}/, /括号没有收尾.* \}/],
  ['a: "b', /not closed with "/, /没有用 " 收尾/],
  ["a: 'b", /not closed with '/, /没有用 ' 收尾/],
  ['a: 1\nb\nc: 2', /a key stands on one line|needs a colon behind it/, /冒号/],
  ['a: b: c', /two keys stand on one line/, /一行里有两个键/],
  ['a:\n\t- b', /a tab stands in the indentation/, /制表符/],
  ['a: @b', /cannot begin with this character/, /不能以这个字符开头/],
  ['a: "\\q"', /an unknown escape/, /不认识的转义/],
  ['a: [1 , , 2]', /a comma too many/, /多了一个逗号/],
  ['a: "b" c', /something follows a value/, /值已经结束/],
  ['a: | b\n  c', /behind the sign of a block/, /块标记/],
  ['a: !x b', /an unknown tag/, /不认识的标签/],
  ['a: &x &y b', /two anchors/, /两个锚点/],
  ['a:\n  b: 1\n c: 2', /another column|needs a|indentation wrong/, /缩进|对齐/],
  ['%x\na: 1', /directive/, /指令/],
])('%j', (text, english, chinese) => {
  const [problem] = parseYaml(text).problems;
  expect(problem?.code).toBe('syntax');
  expect(problem === undefined ? '' : toldIn(problem.message)).toMatch(english);
  expect(problem === undefined ? '' : toldIn(problem.message, ZH_CN)).toMatch(chinese);
});
