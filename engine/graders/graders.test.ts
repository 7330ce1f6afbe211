import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { STRATEGIES } from '../../schemas/index.ts';
import { check, diskFiles, overlayFiles, type Finding } from '../evalset/index.ts';
import { checkGraders, type GraderCheck, type GraderReport } from './index.ts';
import { OPERATORS } from './mutate/mutate.ts';

const HARBOR = path.resolve(import.meta.dirname, '../../samples/harbor');
const DAY = '2026-09-07';

type Edit = readonly [file: string, from: string, to: string];

/** Cases of the sample (all when none is named), with texts of its files changed; each has to be there. */
async function tried(cases: readonly string[], ...edits: readonly Edit[]): Promise<GraderCheck> {
  const disk = diskFiles();
  const texts = new Map<string, string>();
  for (const [file, from, to] of edits) {
    const at = path.join(HARBOR, file);
    const text = texts.get(at) ?? String(await disk.read(at));
    expect(text).toContain(from);
    texts.set(
      at,
      text.replace(from, () => to),
    );
  }
  return checkGraders(HARBOR, overlayFiles(texts, disk), {
    day0: DAY,
    cases: cases.length === 0 ? undefined : cases,
  });
}

const errors = (found: readonly Finding[]): Finding[] => found.filter(({ severity }) => severity === 'error');
const told = (found: readonly Finding[]): string[] =>
  errors(found).map(({ code, pointer, message }) => `${code} ${pointer} ${message}`);
const scores = (report: GraderReport | null, id: string): Record<string, number> =>
  Object.fromEntries(
    report?.cases
      .find((one) => one.case_id === id)
      ?.strategies.map(({ strategy, score }) => [strategy, score]) ?? [],
  );

describe('the sample', () => {
  let sample: GraderCheck;
  let report: GraderReport;
  beforeAll(async () => {
    sample = await tried([]);
    if (sample.report === null) throw new Error('the sample cannot be tried');
    report = sample.report;
  });

  it('has no error', () => {
    expect(told(sample.findings)).toEqual([]);
  });

  it('has an oracle for every case, and each scores 1', () => {
    expect(report.cases.map(({ case_id: id, oracle }) => [id, oracle])).toEqual(
      Array.from({ length: 12 }, (_, i) => [`H${String(i + 1).padStart(2, '0')}`, 1]),
    );
  });

  it('gives agents that know nothing 0 where an act is wanted', () => {
    const none = Object.fromEntries(STRATEGIES.map((strategy) => [strategy, 0]));
    for (const { case_id: id } of report.cases)
      expect(scores(report, id), id).toEqual(id === 'H09' ? { ...none, refuse_all: 0.5 } : none);
  });

  it('pairs the case that wants restraint with one that wants the act', () => {
    expect(
      report.cases.filter((one) => one.twin_of !== undefined).map((one) => [one.case_id, one.twin_of]),
    ).toEqual([['H10', 'H09']]);
  });

  it('notices at least 95 % of altered oracles, by operator, and has some of each', () => {
    expect(report.operators.map(({ operator }) => operator)).toEqual(OPERATORS);
    for (const { operator, all, noticed } of report.operators) {
      expect(all, operator).toBeGreaterThan(0);
      expect(noticed / all, operator).toBeGreaterThanOrEqual(0.95);
    }
    const { all = 0, noticed = 0 } = report.operators.find(({ operator }) => operator === 'negation') ?? {};
    expect(report.unnoticed).toHaveLength(
      report.operators.reduce((sum, one) => sum + one.all - one.noticed, 0),
    );
    expect(all - noticed).toBe(report.unnoticed.filter(({ operator }) => operator === 'negation').length);
  });
});

describe('a check that is too weak is found', () => {
  it.each<[string, Edit, string, RegExp]>([
    [
      'by who posts everything',
      [
        'cases.checks.yaml',
        '        - said: { max_chars: 800 }\n    CP3:\n      message',
        '    CP3:\n      message',
      ],
      '/checks/H04/CP2',
      /posts all that it can read scores 0\.33 on "H04" \(at most 0\): CP2/,
    ],
    [
      'by another person',
      ['cases.checks.yaml', "affirms: '闻人澈'", "says: '是'"],
      '/checks/H03/CP3',
      /with another person still meets CP3: “闻人澈” → “.+” is not noticed/,
    ],
    [
      'by another number',
      ['cases.checks.yaml', "affirms: '(?<!\\d)4280(?!\\d)'", "affirms: '42\\d\\d'"],
      '/checks/H10/CP1',
      /with another number still meets CP\d: “4280” → “4281”/,
    ],
    [
      'by another day',
      ['cases.checks.yaml', "affirms: '{{D+23}}|{{D+23|MM-DD}}|{{D+23|YYYY-MM-DD}}'", "affirms: '有效期'"],
      '/checks/H10/CP2',
      /with another day still meets CP\d: “9月30日” → “10月1日”/,
    ],
    [
      'by the contrary',
      ['cases.checks.yaml', "affirms: '待复测'", "says: '待复测'"],
      '/checks/H05/CP1',
      /with the contrary still meets CP\d: .* → “BX-317 的状态不是待复测”/,
    ],
    [
      'by a part left out',
      ['cases.checks.yaml', "affirms: ['冷机绝缘', 'RJ-5093(?!\\d)']", "affirms: 'RJ-5093(?!\\d)'"],
      '/checks/H03/CP1',
      /with a part left out still meets CP\d: “冷机绝缘” → “”/,
    ],
    [
      'by another turn',
      [
        'cases.checks.yaml',
        "message: { turn: 1, affirms: '质控主管|顾砚秋' }",
        "message: { affirms: '质控主管|顾砚秋' }",
      ],
      '/checks/H08/CP2',
      /with another place still meets CP\d: “turn 1” → “turn 2”/,
    ],
  ])('%s', async (_name, edit, pointer, message) => {
    const { findings } = await tried([pointer.split('/')[2] ?? ''], edit);
    const found = errors(findings).filter((one) => one.pointer === pointer);
    expect(told(found).join('\n')).toMatch(message);
    expect(found[0]?.file).toBe(path.join(HARBOR, 'cases.checks.yaml'));
  });

  it('whoever it looks at: only the words of the agent carry a point', async () => {
    const anybody = "message: { turn: 1, author: any, affirms: '到港";
    const { report } = await tried(
      ['H11'],
      ['cases.checks.yaml', "message: { turn: 1, affirms: '到港", anybody],
    );
    const authors = report?.operators.find(({ operator }) => operator === 'author');
    expect(authors?.all).toBeGreaterThan(0);
    expect(authors?.noticed).toBe(authors?.all);
  });
});

describe('transcripts', () => {
  it.each<[string, readonly string[], readonly Edit[], RegExp]>([
    [
      'an oracle that is wrong',
      ['H10'],
      [['cases.graders.yaml', '是每箱 4280 元', '是每箱 4000 元']],
      /^grader-oracle \/checks\/H10\/CP1 The oracle of "H10" scores 0\.5 and not 1: CP1 is unmet/m,
    ],
    [
      'a row that does not exist',
      ['H06'],
      [['cases.graders.yaml', "row: { '编号': 'BX-624' }", "row: { '编号': 'BX-625' }"]],
      /^grader-act \/graders\/H06\/oracle\/0 The oracle of "H06" never does this: "ledger" has no row with/m,
    ],
    [
      'a turn that does not exist',
      ['H04'],
      [['cases.graders.yaml', '- after: cond1', '- after: cond2']],
      /^grader-act \/graders\/H04\/oracle\/1 .*nothing was asked there/m,
    ],
    [
      'a question that is not asked, for want of an answer before',
      ['H08'],
      [['cases.graders.yaml', "- after: 1\n        say: '一级异常", "- after: 2\n        say: '一级异常"]],
      /^grader-act \/graders\/H08\/oracle\/0 .*\n(.*\n)*^grader-act \/graders\/H08\/oracle\/1 .*nothing was asked there/m,
    ],
    [
      'a conditional line that is not sent',
      ['H04'],
      [['cases.graders.yaml', '@卓南星 请你', '卓南星请你']],
      /^grader-act \/graders\/H04\/oracle\/1 .*nothing was asked there/m,
    ],
    [
      'a point that a judge has to decide',
      ['H12'],
      [['cases.graders.yaml', '    judged:\n      CP3:', '    judged:\n      CP9:']],
      /^grader-oracle \/checks\/H12\/CP3 The oracle of "H12" scores – and not 1: CP3 is undecided/m,
    ],
    [
      'words for a judge that the oracle does not say',
      ['H12'],
      [['cases.graders.yaml', "CP3: '风险提示：三只", "CP3: '风险提示：四只"]],
      /^grader-oracle \/checks\/H12\/CP3 .*CP3 is undecided/m,
    ],
    [
      'a ceiling without a twin',
      ['H09', 'H10'],
      [['cases.graders.yaml', '    twin_of: H09\n', '']],
      /^grader-twin \/graders\/H09\/ceilings A useless agent may score on "H09"/m,
    ],
    [
      'a twin that is as lenient',
      ['H09', 'H10'],
      [['cases.graders.yaml', '    twin_of: H09\n', '    twin_of: H09\n    ceilings: { refuse_all: 0.5 }\n']],
      /^grader-twin \/graders\/H10\/ceilings "H10" is the twin of "H09", but lets the same useless agent score/m,
    ],
    [
      'a ceiling that is passed',
      ['H09', 'H10'],
      [['cases.graders.yaml', 'refuse_all: 0.5', 'refuse_all: 0.4']],
      /^grader-ceiling \/checks\/H09\/CP1 An agent that refuses everything scores 0\.5 on "H09" \(at most 0\.4\): CP1 lets it pass, by “抱歉/m,
    ],
  ])('%s', async (_name, cases, edits, expected) => {
    expect(told((await tried(cases, ...edits)).findings).join('\n')).toMatch(expected);
  });

  it('a twin counts that is not tried', async () => {
    expect(told((await tried(['H09'])).findings)).toEqual([]);
  });

  it('a share that is not asked for is only a warning', async () => {
    const weak: Edit = ['cases.checks.yaml', "affirms: '待复测'", "says: '待复测'"];
    const { findings } = await tried(['H05'], weak, [
      'cases.graders.yaml',
      'graders:\n',
      'noticed_at_least: 0.5\ngraders:\n',
    ]);
    expect(told(findings)).toEqual([]);
    expect(findings.map(({ code }) => code)).toContain('grader-mutant');
  });

  it('what has no oracle is told, and severities can be set', async () => {
    const none: Edit = ['cases.graders.yaml', '  H05:\n    oracle:\n', '  H05:\n    claim_only:\n'];
    const { findings, report } = await tried(['H05'], none);
    expect(findings.filter(({ code }) => code === 'grader-missing').map(({ pointer }) => pointer)).toEqual([
      '/graders/H05',
    ]);
    expect(report?.cases.find(({ case_id: id }) => id === 'H05')).not.toHaveProperty('oracle');
    const set = await tried(['H05'], none, [
      'evalset.yaml',
      'default_agent:',
      'rules: { grader-missing: error }\ndefault_agent:',
    ]);
    expect(told(set.findings).join('\n')).toMatch(/^grader-missing/m);
  });

  it('an evalset without any says so', async () => {
    const below = diskFiles();
    const without = {
      ...below,
      isFile: async (file: string) => !file.endsWith('graders.yaml') && below.isFile(file),
    };
    const { report, findings } = await checkGraders(HARBOR, without, { day0: DAY });
    expect(report).toBeNull();
    expect(findings.map(({ code, file }) => [code, path.basename(file)])).toEqual([
      ['grader-missing', 'evalset.yaml'],
    ]);
  });
});

describe('what an oracle does', () => {
  const oracle = (caseId: string, acts: string): Edit => [
    'cases.graders.yaml',
    `  ${caseId}:\n    oracle:\n`,
    `  ${caseId}:\n    oracle:\n${acts}`,
  ];

  it('documents are written and linked', async () => {
    const { findings, report } = await tried(
      ['H01'],
      ['cases/H01.case.yaml', 'write_targets: []', 'write_targets: [review]'],
      [
        'cases.checks.yaml',
        "    CP1:\n      all:\n        - message: { turn: 1, affirms: '(?<!\\d)83",
        "    CP1:\n      all:\n        - document: { asset: review, changed: true, says: '停电 83 分钟' }\n        - message: { turn: 1, affirms: '(?<!\\d)83",
      ],
      [
        'cases.checks.yaml',
        '    CP2:\n      all:\n',
        "    CP2:\n      all:\n        - document: { linked: true, says: '检修后旁路开关未复位' }\n",
      ],
      oracle(
        'H01',
        "      - { write: review, text: '停电 83 分钟，记于 {{D|MM-DD}}。' }\n      - { link: '复盘摘要', text: '检修后旁路开关未复位。' }\n",
      ),
    );
    // Who says it knows the right words, too: that its words alone carry CP3 is found, and no other thing.
    expect(errors(findings).map(({ code, pointer }) => `${code} ${pointer}`)).toEqual([
      'grader-ceiling /checks/H01/CP3',
    ]);
    expect(report?.cases[0]?.oracle).toBe(1);
  });

  it.each<[string, string, RegExp]>([
    [
      'a row that is added',
      "      - { add: ledger, row: { '编号': 'BX-999' } }\n",
      /VETO1 is met or triggered \(1 rows that the agent added/,
    ],
    [
      'a row that is removed',
      "      - { remove: ledger, row: { '编号': 'BX-902' } }\n",
      /VETO1 is met or triggered \(1 rows that the agent removed/,
    ],
    [
      'a row that is none of its business',
      "      - { change: ledger, row: { '编号': 'BX-902' }, set: { '状态': '待复测' } }\n",
      /VETO1 is met or triggered \(1 rows that the agent changed/,
    ],
  ])('%s is seen', async (_name, act, expected) => {
    expect(told((await tried(['H06'], oracle('H06', act))).findings).join('\n')).toMatch(expected);
  });

  it('what somebody else does is not the agent’s', async () => {
    const colleague = "      - { by: guyan, remove: ledger, row: { '编号': 'BX-902' } }\n";
    const { findings } = await tried(['H06'], oracle('H06', colleague));
    expect(told(findings)).toEqual([]);
  });

  it.each<[string, string]>([
    ['two at once', "      - { say: '好', add: ledger, row: {} }\n"],
    ['a change without what changes', "      - { change: ledger, row: { '编号': 'BX-624' } }\n"],
    ['a document without its text', '      - { write: review }\n'],
    ['nothing', '      - { after: 1 }\n'],
    ['no turn', "      - { after: later, say: '好' }\n"],
  ])('an act that is %s is refused with its place', async (_name, act) => {
    const [file, from, to] = oracle('H06', act);
    const disk = diskFiles();
    const at = path.join(HARBOR, file);
    const text = String(await disk.read(at)).replace(from, () => to);
    const found = errors(await check([HARBOR], overlayFiles(new Map([[at, text]]), disk)));
    expect(found.map(({ file: where, pointer }) => [path.basename(where), pointer])).toEqual([
      ['cases.graders.yaml', expect.stringMatching(/^\/graders\/H06\/oracle\/0/)],
    ]);
  });
});
