/** A whole skill of an invented kind. */
export const SKILL = `---
name: berthing
description: Finds a berth for a ship
compatibility: search_berths
metadata:
  version: '1.0'
---

# Berthing

You find berths.

## 核心原则

- Ask before you book
- Tides first
- Never double-book

## 触发条件

Somebody asks for a berth.

## 执行流程

### Step 0 · Draught

Ask for the draught.

### Step 1: Search

Search three days.

## 输出契约

- Berth, time, price

## 反模式

- ❌ Guessing the tide
- ❌ Booking at once
`;

const card = (id: string, coverage: string, expected: string): string => `- kind: skill
  case_id: ${id}
  title: A case
  dimension: Berths
  skills: [berthing]
  coverage: ${coverage}
  difficulty: 简单
  input:
    messages:
      - role: user
        text: |-
          A berth for the Ines?
    context: |-
      none
  expected: |-
    ${expected}
  pass: |-
    It asks
  fail: |-
    It does not
  scoring: |-
    LLM-judge
  skill_config: { skill_enabled: true, active_skills: [berthing] }
`;

/** Cards that leave nothing of the skill untested. */
export const SKILL_CARDS = [
  card('S1', '完美匹配', 'No ❌ Guessing the tide.'),
  card('S2', '部分覆盖', 'Not Booking at once'),
  card('S3', '完全不覆盖', 'Stays silent'),
].join('');

const SKILL_EVALSET = 'name: s\nversion: V1\ncases: [s.cases.yaml]\n';

/** A good evalset of skill cards, with some of its files replaced or added. */
export function skillEvalset(files: Readonly<Record<string, string>> = {}): Record<string, string> {
  const all = {
    'evalset.yaml': SKILL_EVALSET,
    's.cases.yaml': SKILL_CARDS,
    'skills/berthing/SKILL.md': SKILL,
    ...files,
  };
  return Object.fromEntries(Object.entries(all).map(([name, text]) => [`/e/${name}`, text]));
}
