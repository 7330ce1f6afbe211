import { describe, expect, it } from 'vitest';
import { check } from './check.ts';
import { LineIndex } from './lines.ts';
import { loadDocument } from './load-file.ts';
import type { Finding, Position } from './model.ts';
import { noFiles, overlayFiles } from './overlay-files.ts';
import { pinOf, pinText } from './pin/make.ts';
import {
  privateGroupJoined,
  seedRef,
  stimulusGroup,
  verificationGroup,
  writeTarget,
} from './rules/agent-access.ts';
import { askerThirdPerson } from './rules/asker-third-person.ts';
import { checkWithoutPoint } from './rules/check-without-point.ts';
import { checkpointGrammar } from './rules/checkpoint-grammar.ts';
import { conditionalMention, conditionalStep } from './rules/conditional-mention.ts';
import { conditionalWithoutRule } from './rules/conditional-without-rule.ts';
import { correctionConflict } from './rules/correction-conflict.ts';
import { correctionUnused } from './rules/correction-unused.ts';
import { dangling } from './rules/dangling.ts';
import { bareWeekday, datePlaceholders } from './rules/date-placeholders.ts';
import { differsFromPin } from './rules/differs-from-pin.ts';
import { deliveryGate } from './rules/delivery-gate.ts';
import { dependencyCause } from './rules/dependency-cause.ts';
import { dependencyMissing } from './rules/dependency-missing.ts';
import { dependencyNames } from './rules/dependency-names.ts';
import { dependencyOrder } from './rules/dependency-order.ts';
import { duplicateId, duplicateIdInFile } from './rules/duplicate-id.ts';
import { eatenPrompt } from './rules/eaten-prompt.ts';
import { excerptNote } from './rules/excerpt-note.ts';
import { gateNote } from './rules/gate-note.ts';
import { hiddenTextLeak } from './rules/hidden-text-leak.ts';
import { invisibleCharacter } from './rules/invisible-character.ts';
import { lookAlike } from './rules/look-alike.ts';
import { EVALSET_RULES, FILE_RULES, PART_RULES } from './rules/index.ts';
import { judges } from './rules/judges.ts';
import { ruleSeverities } from './rules/rule-severities.ts';
import { lengthLimit } from './rules/length-limit.ts';
import { literalDate } from './rules/literal-date.ts';
import { orderReason } from './rules/order-reason.ts';
import { sensitiveWord } from './rules/sensitive-word.ts';
import { mixedLineEnds } from './rules/mixed-line-ends.ts';
import { skillCardInput } from './rules/skill-card-input.ts';
import { skillCoverage } from './rules/skill-coverage.ts';
import { skillSections } from './rules/skill-sections.ts';
import { statedTotal, tableTotal } from './rules/table-total.ts';
import { unsafeName } from './rules/unsafe-name.ts';
import { verificationLock } from './rules/verification-lock.ts';
import { SKILL, SKILL_CARDS } from './skill.fixture.ts';
import { readSource } from './source.ts';
import { viewOf } from './view.ts';

const EVALSET = 'name: quay\nversion: V1\ncases: [Q1.case.yaml]\nworld: quay.world.yaml\n';
const JUDGES = 'judges:\n  strict: { base_url: "http://127.0.0.1:1/v1", model: m }\n';
const CARD = `case_id: Q1
storyline: berths
group_key: quay
asker: ines
turns:
  - turn: 1
    kind: query
    speaker: ines
    text: |-
      @Pilot Which berth is free on {{D+1}}（周三）?
checkpoints_raw: |-
  [CP1·结果][必选] Names berth 4
  [CP2·过程][必选] Says where it looked
`;
const WORLD = `scenario_id: quay
schema_version: 2
label: Q
render: { agent_name: 'Pilot', kickoff_local: '{{D|YYYY-MM-DD}}T09:00:00+08:00', exec_params: {} }
actors:
  ines: { display_name: Ines }
  olaf: { display_name: Olaf }
groups:
  quay: { name: '#quay', members: [ines, olaf] }
  board: { name: '#board', private: true, members: [olaf] }
team_agents:
  - { key: pilot, name: 'Pilot', groups: [quay] }
assets:
  berths: { kind: doc, title: Berths, agent: edit, markdown: '# Berths' }
  rates: { kind: doc, title: Rates, agent: view, markdown: '# Rates' }
  minutes: { kind: doc, title: Minutes, shares: [{ group: board, perm: edit }] }
`;
const CHECKS = (id: string, point: string): string =>
  `checks:\n  ${id}:\n    ${point}: { message: { says: "berth 4" } }\n`;
const CONDITIONAL = (condition: string): string => `  - turn: 2
    kind: npc_reply_conditional
    speaker: olaf
    text: 'Berth 4.'
    condition: ${condition}
`;
const SECRET = 'Olaf promised berth four to the ferry company before the storm';

/** Two questions, and corrections of them. */
const corrected = (...corrections: string[]): Marked => ({
  ...withTurn("  - { turn: 2, kind: query, speaker: ines, text: 'And berth 5?' }\n"),
  'corrections.yaml': `corrections:\n${corrections.map((one) => `  - { case: Q1, reason: x, ${one} }\n`).join('')}`,
});

/** Files by name; `⟦…⟧` marks where findings are expected. */
type Marked = Readonly<Record<string, string>>;

interface Row {
  readonly rule: unknown;
  readonly code: string;
  readonly severity: Finding['severity'];
  readonly wrong: Marked;
  /** The nearest evalset that is right; it has no finding of the code, and no error. */
  readonly right: Marked;
}

const card = (from: string | RegExp, to: string): Marked => ({ 'Q1.case.yaml': edited(CARD, from, to) });
const world = (from: string | RegExp, to: string): Marked => ({ 'quay.world.yaml': edited(WORLD, from, to) });
const withTurn = (turn: string): Marked => card('checkpoints_raw:', `${turn}checkpoints_raw:`);

function edited(text: string, from: string | RegExp, to: string): string {
  const result = text.replace(from, () => to);
  expect(result, `${String(from)} stands in the text`).not.toBe(text);
  return result;
}

const more = (text: string): Marked => ({ 'Q1.case.yaml': CARD + text });
const twoCases = (second: string): Marked => ({
  'evalset.yaml': EVALSET.replace('[Q1.case.yaml]', '[Q1.case.yaml, Q2.case.yaml]'),
  'Q2.case.yaml': edited(CARD, 'Q1', second),
});

const renamedGroup = (name: string, open = '', close = ''): Marked => ({
  ...card('group_key: quay', `group_key: ${open}${name}${close}`),
  'quay.world.yaml': edited(
    edited(WORLD, '  quay:', `  ${name}:`),
    'groups: [quay] }',
    `groups: [${name}] }`,
  ),
});

const ROWS: readonly (() => Row)[] = [
  () => ({
    rule: askerThirdPerson,
    code: 'asker-third-person',
    severity: 'warning',
    wrong: card('Which berth', 'Which of ⟦Ines⟧ and her berths'),
    right: card('Which berth', 'I am Ines. Which of Inessa and Olaf berths'),
  }),
  () => ({
    rule: conditionalMention,
    code: 'conditional-without-mention',
    severity: 'warning',
    wrong: {
      ...withTurn(CONDITIONAL("'Olaf 被 @ 时答'")),
      'corrections.yaml': 'corrections: [{ case: Q1, reason: x, op: drop_mention, turn: ⟦2⟧ }]\n',
    },
    right: {
      ...withTurn(CONDITIONAL("'Olaf 被 @ 时答'")),
      'corrections.yaml': 'corrections: [{ case: Q1, reason: x, op: drop_mention, turn: 1 }]\n',
    },
  }),
  () => ({
    rule: conditionalStep,
    code: 'conditional-without-mention',
    severity: 'warning',
    wrong: script(
      '{"id":"c","op":"msg","group":"quay","actor":"olaf","text":"x","case_id":"Q1",⟦"conditional"⟧:{"condition":"","key":"cond1","after":"w"}}',
    ),
    right: script(
      '{"id":"c","op":"msg","group":"quay","actor":"olaf","text":"x","mention":"pilot","case_id":"Q1","conditional":{"condition":"","key":"cond1","after":"w"}}',
      '{"id":"d","op":"msg","group":"quay","actor":"olaf","text":"x","case_id":"Q1"}',
    ),
  }),
  () => ({
    rule: deliveryGate,
    code: 'delivery-gate-missing',
    severity: 'warning',
    wrong: card(/checkpoints_raw: /, 'rw_type: 写·投递\n⟦checkpoints_raw⟧: '),
    right: card(
      /checkpoints_raw: \|-\n {2}\[CP1·结果\]/,
      'rw_type: 写·投递\ncheckpoints_raw: |-\n  [CP1·结果][交付门]',
    ),
  }),
  () => ({
    rule: dependencyMissing,
    code: 'dependency-missing',
    severity: 'warning',
    wrong: dependent('Says where ⟦BX-31⟧ is'),
    right: dependent('Says where BX-31 is', `  ${RULED}\n  Q2: { depends_on: [Q1] }\n`),
  }),
  () => ({
    rule: dependencyMissing,
    code: 'dependency-missing',
    severity: 'warning',
    wrong: dependent('Knows it（依据：Olaf「⟦goes to the yard⟧」）'),
    right: dependent('Knows it（依据：Olaf「goes to the quay」）'),
  }),
  () => ({
    rule: dependencyMissing,
    code: 'dependency-missing',
    severity: 'warning',
    wrong: dependent('Knows it（依据：⟦Q1⟧ 的注入）'),
    right: dependent('Knows it, unlike Q1（依据：berths）'),
  }),
  () => ({
    rule: dependencyNames,
    code: 'dependency-without-point',
    severity: 'error',
    wrong: dependent(
      'x',
      `  ${RULED}\n  Q2:\n    depends_on: [Q1]\n    branches: { ⟦CP7⟧: [{ fact: yard, text: 'x' }] }\n`,
    ),
    right: dependent(
      'x',
      `  ${RULED}\n  Q2:\n    depends_on: [Q1]\n    branches: { CP1: [{ fact: yard, text: 'x' }] }\n`,
    ),
  }),
  () => ({
    rule: dependencyNames,
    code: 'dependency-without-fact',
    severity: 'error',
    wrong: dependent(
      'x',
      `  ${RULED}\n  Q2:\n    depends_on: [Q1]\n    branches: { CP1: [{ fact: ⟦yrad⟧, text: 'x' }] }\n`,
    ),
    right: dependent(
      'x',
      `  ${RULED}\n  Q2:\n    depends_on: [Q1]\n    branches: { CP1: [{ fact: yard, text: 'x' }] }\n`,
    ),
  }),
  () => ({
    rule: dependencyNames,
    code: 'dependency-without-point',
    severity: 'error',
    wrong: dependent('x', '  ⟦Q3⟧: { depends_on: [Q1] }\n'),
    right: dependent('x', '  Q2: { depends_on: [Q1] }\n'),
  }),
  () => ({
    rule: dependencyCause,
    code: 'dependency-without-cause',
    severity: 'error',
    wrong: dependent(
      'x',
      '  Q1: { leaves_facts: [{ id: yard, text: "BX-31 is in the yard", by: { sent: ⟦3⟧ } }] }\n',
    ),
    right: dependent(
      'x',
      '  Q1: { leaves_facts: [{ id: yard, text: "BX-31 is in the yard", by: { sent: 2 } }] }\n',
    ),
  }),
  () => ({
    rule: dependencyCause,
    code: 'dependency-without-cause',
    severity: 'error',
    wrong: dependent(
      'x',
      '  Q1: { leaves_facts: [{ id: yard, text: "BX-31 is in the yard", by: { sent: ⟦cond1⟧ } }] }\n',
    ),
    right: dependent('x', '  Q1: { leaves_facts: [{ id: yard, text: "BX-31 is in the yard" }] }\n'),
  }),
  () => ({
    rule: dependencyCause,
    code: 'dependency-without-cause',
    severity: 'error',
    wrong: dependent(
      'x',
      '  Q1: { leaves_facts: [{ id: yard, text: "BX-31 is in the yard", by: { point: ⟦CP8⟧ } }] }\n',
    ),
    right: dependent(
      'x',
      '  Q1: { leaves_facts: [{ id: yard, text: "BX-31 is in the yard", by: { point: CP1 } }] }\n',
    ),
  }),
  () => ({
    rule: dependencyCause,
    code: 'dependency-without-cause',
    severity: 'warning',
    wrong: dependent('x', '  Q2: { leaves_facts: [{ id: ⟦yard⟧, text: "x" }] }\n'),
    right: dependent(
      'x',
      '  Q2: { leaves_facts: [{ id: yard, text: "x", by: { check: { message: {} } } }] }\n',
    ),
  }),
  () => ({
    rule: dependencyOrder,
    code: 'dependency-order',
    severity: 'error',
    wrong: dependent('x', '  Q1: { depends_on: [⟦Q2⟧] }\n'),
    right: dependent('x', '  Q2: { depends_on: [Q1] }\n'),
  }),
  () => ({
    rule: gateNote,
    code: 'gate-note-conflict',
    severity: 'warning',
    wrong: script(
      '{"id":"g","op":"gate","kind":"no_bot_speech","group":"quay","min_quiet_sec":90,"case_id":"Q1","note":"静默 ⟦≥10 分钟⟧ 才进下一题"}',
    ),
    right: script(
      '{"id":"g","op":"gate","kind":"no_bot_speech","group":"quay","min_quiet_sec":90,"case_id":"Q1","note":"静默 ≥1 分钟 才进下一题，每 20 秒看一次"}',
    ),
  }),
  () => ({
    rule: lengthLimit,
    code: 'length-limit',
    severity: 'warning',
    wrong: world("name: '#quay'", `name: ⟦'#${'q'.repeat(60)}'⟧`),
    right: world("name: '#quay'", `name: '#${'q'.repeat(59)}'`),
  }),
  () => ({
    rule: literalDate,
    code: 'literal-date',
    severity: 'warning',
    wrong: world("'# Berths'", "'# Berths, free on ⟦9月8日⟧'"),
    right: world("'# Berths'", "'# Berths, free on {{D+2}}, 8 or 9 月'"),
  }),
  () => ({
    rule: orderReason,
    code: 'order-without-reason',
    severity: 'warning',
    wrong: card('Names berth 4', '⟦先查泊位表，再查潮汐表⟧，给出泊位'),
    right: card('Names berth 4', '先查泊位表，再查潮汐表，否则泊位可能过期'),
  }),
  () => ({
    rule: privateGroupJoined,
    code: 'private-group-joined',
    severity: 'error',
    wrong: world(
      /$/,
      'phases: { cast: [{ id: j, op: agent.join_all, agent: pilot, groups: [quay, ⟦board⟧] }] }\n',
    ),
    right: world(/$/, 'phases: { cast: [{ id: j, op: agent.join_all, agent: pilot, groups: [quay] }] }\n'),
  }),
  () => ({
    rule: sensitiveWord,
    code: 'sensitive-word',
    severity: 'warning',
    wrong: {
      'evalset.yaml': `${EVALSET}sensitive: [berth, 走私]\n`,
      ...card('Which berth', 'Which ⟦Berth⟧'),
    },
    right: { 'evalset.yaml': `${EVALSET}sensitive: [berth, 走私]\n`, ...card('Which berth', 'Which berths') },
  }),
  () => ({
    rule: statedTotal,
    code: 'table-total-mismatch',
    severity: 'warning',
    wrong: world('groups:', 'actors_total: ⟦1⟧\ngroups:'),
    right: world('groups:', 'actors_total: 2\ngroups:'),
  }),
  () => ({
    rule: tableTotal,
    code: 'table-total-mismatch',
    severity: 'warning',
    wrong: world(
      "markdown: '# Berths'",
      'markdown: "| quay | ships |\\n|---|---|\\n| a | 2 |\\n| b | 3.5 |\\n| 合计 | ⟦6⟧ |"',
    ),
    right: world(
      "markdown: '# Berths'",
      'markdown: "| quay | ships |\\n|---|---|\\n| a | 2 |\\n| b | 3.5 |\\n| 合计 | 5.50 |"',
    ),
  }),
  () => ({
    rule: verificationGroup,
    code: 'cross-group-not-joined',
    severity: 'warning',
    wrong: more('cross_group: [quay, ⟦board⟧]\n'),
    right: more('cross_group: [quay]\n'),
  }),
  () => ({
    rule: correctionConflict,
    code: 'correction-conflict',
    severity: 'error',
    wrong: corrected('op: drop_turn, turn: 2', 'op: drop_mention, turn: ⟦2⟧'),
    right: corrected('op: drop_turn, turn: 2', 'op: drop_mention, turn: 1'),
  }),
  () => ({
    rule: correctionUnused,
    code: 'correction-unused',
    severity: 'error',
    wrong: corrected('op: merge_turns, turns: [1, ⟦3⟧]'),
    right: corrected('op: merge_turns, turns: [1, 2]'),
  }),
  () => ({
    rule: bareWeekday,
    code: 'bare-weekday',
    severity: 'info',
    wrong: card('on {{D+1}}（周三）', 'on ⟦周三⟧'),
    right: card('on {{D+1}}（周三）', 'on {{D+2}}周五'),
  }),
  () => ({
    rule: checkpointGrammar,
    code: 'checkpoint-unknown-tag',
    severity: 'error',
    wrong: card('[CP2·过程][必选]', '[CP2·过程]⟦[必送]⟧[必选]'),
    right: card('[CP2·过程][必选]', '[CP2·过程][必选][AND]'),
  }),
  () => ({
    rule: checkpointGrammar,
    code: 'no-checkpoints',
    severity: 'error',
    wrong: card(/checkpoints_raw: [^]*$/, "⟦checkpoints_raw⟧: ''\n"),
    right: card(/checkpoints_raw: [^]*$/, "checkpoints_raw: '[CP1·结果][必选] x'\n"),
  }),
  () => ({
    rule: datePlaceholders,
    code: 'bad-placeholder',
    severity: 'error',
    wrong: card('{{D+1}}（周三）', '⟦{{ D+1 }}⟧'),
    right: card('{{D+1}}', '{{D+1|MM-DD}}'),
  }),
  () => ({
    rule: datePlaceholders,
    code: 'unclosed-placeholder',
    severity: 'error',
    wrong: card('{{D+1}}（周三）', '⟦{{D+1}⟧'),
    right: card('{{D+1}}（周三）', '{{M}}'),
  }),
  () => ({
    rule: duplicateIdInFile,
    code: 'duplicate-id',
    severity: 'error',
    wrong: world(
      'groups: [quay] }',
      "groups: [quay] }\n  - { key: ⟦pilot⟧, name: 'Pilot 2', groups: [quay] }",
    ),
    right: world('groups: [quay] }', "groups: [quay] }\n  - { key: mate, name: 'Mate', groups: [quay] }"),
  }),
  () => ({
    rule: duplicateId,
    code: 'duplicate-id',
    severity: 'error',
    wrong: twoCases('⟦Q1⟧'),
    right: twoCases('Q2'),
  }),
  () => ({
    rule: eatenPrompt,
    code: 'eaten-prompt',
    severity: 'error',
    wrong: card(/\|-\n {6}@Pilot.*/, '⟦Ask the #quay about #4⟧'),
    right: card(/\|-\n {6}@Pilot.*/, "'Ask the #quay about #4'"),
  }),
  () => ({
    rule: excerptNote,
    code: 'excerpt',
    severity: 'info',
    wrong: more("⟦exec_notes⟧: 'The rest of this is cut…'\n"),
    right: more("exec_notes: 'The rest… of this is here.'\n"),
  }),
  () => ({
    rule: mixedLineEnds,
    code: 'mixed-line-ends',
    severity: 'warning',
    wrong: card('asker: ines\n', '⟦asker: ines⟧\r\n'),
    right: { 'Q1.case.yaml': CARD.replaceAll('\n', '\r\n') },
  }),
  () => ({
    rule: unsafeName,
    code: 'unsafe-name',
    severity: 'error',
    wrong: card('case_id: Q1', "case_id: ⟦'../Q 1'⟧"),
    right: card('case_id: Q1', 'case_id: Q-1.b'),
  }),
  () => ({
    rule: unsafeName,
    code: 'unsafe-name',
    severity: 'error',
    wrong: renamedGroup("'quay 🌊'", '⟦', '⟧'),
    right: renamedGroup('quay_2'),
  }),
  () => ({
    rule: checkWithoutPoint,
    code: 'check-without-point',
    severity: 'error',
    wrong: { 'cases.checks.yaml': CHECKS('Q1', '⟦CP7⟧') },
    right: { 'cases.checks.yaml': CHECKS('Q1', 'CP2') },
  }),
  () => ({
    rule: checkWithoutPoint,
    code: 'check-without-point',
    severity: 'error',
    wrong: { 'cases.checks.yaml': CHECKS('⟦Q7⟧', 'CP1') },
    right: { 'cases.checks.yaml': CHECKS('Q1', 'CP1') },
  }),
  () => ({
    rule: conditionalWithoutRule,
    code: 'conditional-without-rule',
    severity: 'warning',
    wrong: withTurn(CONDITIONAL("⟦'被催问时答'⟧")),
    right: withTurn(CONDITIONAL("'Olaf 被 @ 时答'")),
  }),
  () => ({
    rule: conditionalWithoutRule,
    code: 'conditional-without-rule',
    severity: 'warning',
    wrong: withTurn(CONDITIONAL("⟦'被催问时答'⟧")),
    right: {
      ...withTurn(CONDITIONAL("'被催问时答'")),
      'cases.checks.yaml': 'checks: {}\nconditionals: { Q1: { cond1: { message: { mentions: olaf } } } }\n',
    },
  }),
  () => ({
    rule: dangling,
    code: 'dangling-actor',
    severity: 'error',
    wrong: card('asker: ines', 'asker: ⟦inez⟧'),
    right: card('asker: ines', 'asker: olaf'),
  }),
  () => ({
    rule: dangling,
    code: 'dangling-group',
    severity: 'error',
    wrong: more('cross_group: [quay, ⟦bord⟧]\n'),
    right: more('cross_group: [quay]\n'),
  }),
  () => ({
    rule: dangling,
    code: 'dangling-asset',
    severity: 'error',
    wrong: more('seed_refs: [⟦berth⟧, rates]\n'),
    right: more('seed_refs: [berths, rates]\n'),
  }),
  () => ({
    rule: hiddenTextLeak,
    code: 'hidden-text-leak',
    severity: 'error',
    wrong: {
      ...more(`scenario_hidden: { text: '${SECRET}.' }\n`),
      ...world("'# Berths'", `'# Berths: ⟦${SECRET}⟧!'`),
    },
    right: {
      ...more(`scenario_hidden: { text: '${SECRET}.' }\n`),
      ...world("'# Berths'", "'# Berths: Olaf promised berth 4.'"),
    },
  }),
  () => ({
    rule: seedRef,
    code: 'seed-ref-not-shared',
    severity: 'warning',
    wrong: more('seed_refs: [berths, ⟦minutes⟧]\n'),
    right: more('seed_refs: [berths, rates]\n'),
  }),
  () => ({
    rule: stimulusGroup,
    code: 'private-group-agent',
    severity: 'error',
    wrong: card('group_key: quay', 'group_key: ⟦board⟧'),
    right: { ...card('group_key: quay', 'group_key: board'), ...world('[quay] }', '[quay, board] }') },
  }),
  () => ({
    rule: skillSections,
    code: 'skill-section',
    severity: 'error',
    wrong: withSkill('## 输出契约\n\n- Berth, time, price', '⟦## 输出契约⟧\n'),
    right: withSkill('- Berth, time, price', '- Berth'),
  }),
  () => ({
    rule: skillCoverage,
    code: 'skill-uncovered',
    severity: 'warning',
    wrong: withSkill('- ❌ Booking at once', '- ⟦❌ Booking twice⟧'),
    right: withSkill('- ❌ Booking at once', '- ❌ Booking  at once。'),
  }),
  () => ({
    rule: ruleSeverities,
    code: 'unknown-rule',
    severity: 'error',
    wrong: { 'evalset.yaml': `${EVALSET}rules: { ⟦bare-weekdays⟧: off }\n` },
    right: { 'evalset.yaml': `${EVALSET}rules: { bare-weekday: off }\n` },
  }),
  () => ({
    rule: judges,
    code: 'unknown-judge',
    severity: 'error',
    wrong: { 'evalset.yaml': `${EVALSET}${JUDGES}second_judge: ⟦strikt⟧\n` },
    right: { 'evalset.yaml': `${EVALSET}${JUDGES}default_judge: strict\nsecond_judge: rule\n` },
  }),
  () => ({
    rule: judges,
    code: 'unknown-judge',
    severity: 'error',
    wrong: { 'evalset.yaml': `${EVALSET}${JUDGES}default_judge: strict\nsecond_judge: ⟦strict⟧\n` },
    right: { 'evalset.yaml': `${EVALSET}${JUDGES}default_judge: manual\nsecond_judge: strict\n` },
  }),
  () => ({
    rule: judges,
    code: 'reserved-judge',
    severity: 'error',
    wrong: { 'evalset.yaml': EVALSET + JUDGES.replace('strict', '⟦second⟧') },
    right: { 'evalset.yaml': EVALSET + JUDGES },
  }),
  () => ({
    rule: judges,
    code: 'judge-without-price',
    severity: 'error',
    wrong: { 'evalset.yaml': `${EVALSET}${JUDGES.trimEnd().slice(0, -2)}, budget: { cost: ⟦5⟧ } }\n` },
    right: {
      'evalset.yaml': `${EVALSET}${JUDGES.trimEnd().slice(0, -2)}, budget: { cost: 5 }, price: { input: 1, output: 2 } }\n`,
    },
  }),
  () => ({
    rule: skillCardInput,
    code: 'result-not-given',
    severity: 'warning',
    wrong: withSkill('      none', '      ⟦工具已返回结果⟧'),
    right: withSkill('      none', '      无'),
  }),
  () => ({
    rule: invisibleCharacter,
    code: 'invisible-character',
    severity: 'warning',
    wrong: { 'Q1.case.yaml': CARD.replace('berth is', 'berth⟦\u200b⟧ is') },
    right: { 'Q1.case.yaml': CARD.replace('berth is', 'berth\u3000is\t') },
  }),
  () => ({
    rule: lookAlike,
    code: 'look-alike',
    severity: 'warning',
    wrong: { 'Q1.case.yaml': CARD.replace('Which berth', 'Which b⟦е⟧rth') },
    right: { 'Q1.case.yaml': CARD.replace('Which berth', '“哪个”泊位（１号），берег') },
  }),
  () => ({
    rule: differsFromPin,
    code: 'differs-from-pin',
    severity: 'error',
    wrong: pinned(CARD.replace('Names berth 4', 'Names berth ⟦5⟧')),
    right: pinned(CARD),
  }),
  () => ({
    rule: writeTarget,
    code: 'write-target-not-granted',
    severity: 'warning',
    wrong: more('write_targets: [berths, ⟦rates⟧]\n'),
    right: more('write_targets: [berths]\n'),
  }),
  () => ({
    rule: verificationLock,
    code: 'verification-without-lock',
    severity: 'info',
    wrong: postedElsewhere('⟦board⟧'),
    right: postedElsewhere('board', '  Q1: { locks: [board] }\n'),
  }),
];

/** Two cases, a line of a colleague in the first, what the second's point says, and the sidecar of dependencies. */
function dependent(point: string, deps = ''): Marked {
  const line = "  - { turn: 2, kind: inject, speaker: olaf, text: 'BX-31 goes to the yard tonight.' }\n";
  return {
    'evalset.yaml': EVALSET.replace('[Q1.case.yaml]', '[Q1.case.yaml, Q2.case.yaml]'),
    'Q1.case.yaml': edited(CARD, 'checkpoints_raw:', `${line}checkpoints_raw:`),
    'Q2.case.yaml': edited(edited(CARD, 'Q1', 'Q2'), 'Names berth 4', point),
    ...(deps === '' ? {} : { 'cases.deps.yaml': `cases:\n${deps}` }),
  };
}

/** Q1 is judged by a post in a group in which Q2 is asked. */
function postedElsewhere(group: string, deps = ''): Marked {
  return {
    'evalset.yaml': EVALSET.replace('[Q1.case.yaml]', '[Q1.case.yaml, Q2.case.yaml]'),
    'Q1.case.yaml': CARD,
    'Q2.case.yaml': edited(edited(CARD, 'Q1', 'Q2'), 'group_key: quay', 'group_key: board'),
    ...world('[quay] }', '[quay, board] }'),
    'cases.checks.yaml': `checks: { Q1: { CP1: { message: { where: verification, group: ${group}, says: 'x' } } } }\n`,
    ...(deps === '' ? {} : { 'cases.deps.yaml': `cases:\n${deps}` }),
  };
}

const RULED = 'Q1: { leaves_facts: [{ id: yard, text: "BX-31 is in the yard" }] }';

/** The script of a case. */
const script = (...steps: string[]): Marked => ({ 'script/eval-steps.json': `[${steps.join(',\n')}]` });

/** The evalset with a skill and its cards, one of them changed. */
function withSkill(from: string, to: string): Marked {
  return {
    'evalset.yaml': EVALSET.replace('[Q1.case.yaml]', '[Q1.case.yaml, s.cases.yaml]'),
    's.cases.yaml': SKILL_CARDS.replace(from, to),
    'skills/berthing/SKILL.md': SKILL.replace(from, to),
  };
}

/** The evalset with its first version pinned, and the card as it is now. */
function pinned(card: string): Marked {
  const files = { 'evalset.yaml': EVALSET, 'Q1.case.yaml': CARD, 'quay.world.yaml': WORLD };
  const loaded = Object.entries(files).map(([name, text]) => loadDocument(readSource(`/e/${name}`, text)));
  return { 'Q1.case.yaml': card, 'evalset.pin.json': pinText(pinOf(viewOf(loaded), 'V1')) };
}

const shown = (file: string, start: Position, end: Position): string =>
  `${file}:${start.line + 1}:${start.character + 1}-${end.line + 1}:${end.character + 1}`;

/** Checks the evalset with the given files in place of its own; gives the findings, and the marked places. */
async function checked(files: Marked): Promise<{ findings: Finding[]; marked: string[] }> {
  const all = { 'evalset.yaml': EVALSET, 'Q1.case.yaml': CARD, 'quay.world.yaml': WORLD, ...files };
  const texts = new Map<string, string>();
  const marked: string[] = [];
  for (const [name, text] of Object.entries(all)) {
    const file = `/e/${name}`;
    const plain = text.replace(/[⟦⟧]/g, '');
    const lines = new LineIndex(plain);
    const at = (index: number): Position =>
      lines.positionAt(text.slice(0, index).replace(/[⟦⟧]/g, '').length);
    for (const { 0: whole, index } of text.matchAll(/⟦[^⟧]*⟧/g))
      marked.push(shown(file, at(index), at(index + whole.length)));
    texts.set(file, plain);
  }
  return { findings: await check(['/e'], overlayFiles(texts, noFiles())), marked };
}

const places = (findings: readonly Finding[], code: string): string[] =>
  findings.filter((item) => item.code === code).map(({ file, range }) => shown(file, range.start, range.end));

describe('the rules', () => {
  it('find nothing in the evalset that the rows change', async () => {
    expect((await checked({})).findings).toEqual([]);
  });

  it('all have a row here', () => {
    expect(new Set(ROWS.map((row) => row().rule))).toEqual(
      new Set([...PART_RULES, ...FILE_RULES, ...EVALSET_RULES]),
    );
  });

  it.each(ROWS.map((row) => [row().code, row] as const))(
    '%s says the same in a large file',
    async (_, make) => {
      const { wrong } = make();
      // Large files are looked at part by part.
      const padding = `# ${'汐港 '.repeat(40)}\n`.repeat(400);
      const large = { 'Q1.case.yaml': CARD, 'quay.world.yaml': WORLD, ...wrong };
      const padded = Object.fromEntries(
        Object.entries(large).map(([name, text]) => [
          name,
          // JSON has no remarks.
          name.endsWith('.json') ? text + ' '.repeat(padding.length) : `${text}\n${padding}`,
        ]),
      );
      expect((await checked(padded)).findings).toEqual((await checked(wrong)).findings);
    },
  );

  it.each(ROWS.map((row) => [row().code, row] as const))('%s', async (_, make) => {
    const { code, severity, wrong, right } = make();
    const { findings, marked } = await checked(wrong);
    expect(marked.length).toBeGreaterThan(0);
    expect(places(findings, code), JSON.stringify(findings, null, 1)).toEqual(marked);
    for (const item of findings) {
      expect(item).toMatchObject({ code, severity });
      // A message says what to do: a whole sentence.
      expect(item.message).toMatch(/[.?]$/);
    }
    const others = (await checked(right)).findings;
    expect(others.filter((item) => item.code === code || item.severity === 'error')).toEqual([]);
  });
});
