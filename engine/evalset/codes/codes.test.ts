import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { expect, it } from 'vitest';
import { KINDS } from '../../../schemas/kinds.ts';
import { toldIn } from '../told.ts';
import { ZH_CN } from '../words/zh-cn.ts';
import { CODES } from './index.ts';

const ENGINE = fileURLToPath(new URL('../../', import.meta.url));
/** What makes findings and problems, by name. */
const MAKERS = new Set([
  'add',
  '#add',
  'findingAt',
  'findingOnFile',
  'failed',
  '#problem',
  'unused',
  'conflict',
]);
const SINGLE = ['syntax', 'excerpt'];
/** A problem of a text on one day, told as `cannot-compile`. */
const WITHIN = ['date-out-of-range'];

/** The codes that stand in the sources: words with hyphens in what makes a finding, and a register behind `dangling-`. */
function codesInSources(): Set<string> {
  const found = new Set<string>();
  const note = (node: ts.Node): void => {
    if (ts.isConditionalExpression(node)) [node.whenTrue, node.whenFalse].forEach(note);
    else if (
      ts.isStringLiteral(node) &&
      (SINGLE.includes(node.text) || /^[a-z]+(-[a-z0-9]+)+$/.test(node.text))
    )
      found.add(node.text);
  };
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node)) {
      const { expression: callee } = node;
      const name = ts.isPropertyAccessExpression(callee) ? callee.name.text : callee.getText();
      if (MAKERS.has(name)) node.arguments.forEach(note);
    }
    if (ts.isPropertyAssignment(node) && node.name.getText() === 'code') note(node.initializer);
    if (
      ts.isVariableDeclaration(node) &&
      /^code$/i.test(node.name.getText()) &&
      node.initializer !== undefined
    )
      note(node.initializer);
    ts.forEachChild(node, visit);
  };
  for (const room of ['evalset', 'compile', 'graders'])
    for (const name of readdirSync(path.join(ENGINE, room), { recursive: true, encoding: 'utf8' })) {
      if (!name.endsWith('.ts') || /\.(test|fixture)\.ts$|^verify(?!.script-findings)|^codes/.test(name))
        continue;
      const text = readFileSync(path.join(ENGINE, room, name), 'utf8');
      visit(ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true));
    }
  return found;
}

it('every code that a finding may have is listed, and no other', () => {
  const registers = ['actor', 'group', 'asset', 'agent', 'case', 'skill'].map((name) => `dangling-${name}`);
  const kinds = Object.keys(KINDS);
  const sources = [...codesInSources()].filter((code) => !kinds.includes(code) && !WITHIN.includes(code));
  expect([...CODES.keys()].sort()).toEqual([...new Set([...sources, ...registers])].sort());
});

it('each says what it finds, in a sentence of each language', () => {
  for (const { what } of CODES.values()) {
    expect(toldIn(what)).toMatch(/^[A-Z[【].*\.$/);
    expect(toldIn(what, ZH_CN)).toMatch(/。$/);
  }
});

it('what keeps a file from being read is an error', () => {
  for (const { fixed, severity, code } of CODES.values()) if (fixed) expect(severity, code).toBe('error');
});
