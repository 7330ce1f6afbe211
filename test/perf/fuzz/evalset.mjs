// The sample company with a file of every kind beside it, also in the exported form.
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';

const SAMPLE = path.resolve(import.meta.dirname, '../../../samples/harbor');

const SKILL = `---
name: berthing
description: 给船找泊位
metadata: { version: '1.0' }
---

# Berthing

## 核心原则

- 先问吃水

## 执行流程

### Step 1: Search

Call \`search_berths\`.

## 反模式

- 不问就订
`;
const ON_SKILL = `kind: skill
case_id: S01
title: Two berths
dimension: 流程
skills: [berthing]
coverage: 完美匹配
difficulty: 简单
input:
  messages:
    - role: user
      text: |-
        帮我找一个泊位
expected: |-
  先问吃水
pass: |-
  问了
fail: |-
  没问
scoring: |-
  LLM-judge
skill_config: { skill_enabled: true, active_skills: [berthing] }
`;
const OWN = {
  properties: { x_level: { enum: ['low', 'high'] }, storyline: { type: 'string', minLength: 1 } },
  patternProperties: { '^x_': {} },
};

/** Writes two evalsets below a folder; the texts of all files by their paths. */
export function writeEvalset(root) {
  const yaml = path.join(root, 'harbor');
  cpSync(SAMPLE, yaml, { recursive: true });
  rmSync(path.join(yaml, 'runs'), { recursive: true, force: true });
  const put = (name, text) => {
    const file = path.join(root, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
  };
  const read = (name) => readFileSync(path.join(SAMPLE, name), 'utf8');
  put('harbor/skills/berthing/SKILL.md', SKILL);
  put('harbor/cases/S01.case.yaml', ON_SKILL);
  put('harbor/corrections.yaml', 'corrections: []\n');
  put('harbor/own.json', `${JSON.stringify(OWN, null, 2)}\n`);
  put(
    'harbor/evalset.yaml',
    `${read('evalset.yaml').replace('world:', '  - cases/S01.case.yaml\nworld:')}schemas: { cases: own.json }\n`,
  );
  const json = (name, value) => put(name, `${JSON.stringify(value, null, 2)}\n`);
  const card = (n) => parse(read(`cases/H${String(n).padStart(2, '0')}.case.yaml`));
  // Long enough to be read in blocks.
  const cards = [1, 3, 5, 6, 7, 8, 9, 10, 11, 12].map(card);
  json(
    'exported/evalset/cases.json',
    [...cards, ...cards].map((one, i) => ({ ...one, case_id: `X${i}` })),
  );
  json('exported/script/world-preset.json', parse(read('world/harbor.world.yaml')));
  json('exported/npc/npc-playbook.json', [parse(read('npc/nora.npc.yaml'))]);
  const texts = new Map();
  const gather = (folder) => {
    for (const name of readdirSync(folder).sort()) {
      const file = path.join(folder, name);
      if (statSync(file).isDirectory()) gather(file);
      else if (/\.(ya?ml|json)$|SKILL\.md$/.test(name)) texts.set(file, readFileSync(file, 'utf8'));
    }
  };
  gather(root);
  return texts;
}
