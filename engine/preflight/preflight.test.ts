import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { TeamCard, WorldPreset } from '../../schemas/index.ts';
import { cardOf, compileOk, evalsetOf, WORLD } from '../compile/fixture.ts';
import { diskFiles, loadEvalset, type Evalset, type Finding } from '../evalset/index.ts';
import { preflight, PreflightError, reportOf, sorted, toFinding } from './index.ts';
import type { PreflightContext, Problem, TenantFacts } from './model.ts';

const dir = mkdtempSync(path.join(os.tmpdir(), 'sundowner-preflight-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

const CARDS = [
  cardOf('A1', { write_targets: ['tracker'], seed_refs: ['plan'] }),
  cardOf('B1', { group_key: 'cs' }),
];

/** A run of a small company that nothing stands in the way of. */
function context(
  over: Partial<PreflightContext> = {},
  { cards = CARDS, world = WORLD }: { cards?: readonly TeamCard[]; world?: WorldPreset } = {},
): PreflightContext {
  const evalset = evalsetOf({ cards, world });
  const { world: bound, execBundles, selection } = compileOk(evalset);
  return {
    evalset,
    findings: [],
    script: { world: bound, execBundles, selection },
    batch: null,
    agent: { name: 'helm', driver: 'member', command: ['${node}', '--version'] },
    judges: [{ name: 'rule' }],
    tenant: null,
    places: { node: process.execPath, electron: false, sundowner: undefined },
    env: { PATH: process.env['PATH'] },
    home: path.join(dir, 'runs/not-there-yet'),
    ...over,
  };
}

const told = async (given: PreflightContext): Promise<string[]> =>
  (await preflight(given)).map(({ severity, code, message }) => `${severity} ${code}: ${message}`);

/** The only problem there is. */
async function only(given: PreflightContext): Promise<Problem> {
  const problems = await preflight(given);
  expect(problems).toHaveLength(1);
  return problems[0]!;
}

const finding = (code: string, file: string, severity: Finding['severity'] = 'warning'): Finding => ({
  file,
  code,
  severity,
  message: `${code} of ${file}`,
  pointer: '',
  range: { start: { line: 4, character: 0 }, end: { line: 4, character: 3 } },
});

const TENANT: TenantFacts = {
  name: 'pier',
  file: '/evalset/evalset.yaml',
  actors: new Set(['asker', 'bo']),
  agents: new Set(['helm']),
  missingSecrets: [],
  scopes: null,
};

/** The phases of the bound world, changed. */
function withPhases(
  change: (phases: NonNullable<WorldPreset['phases']>) => WorldPreset['phases'],
): PreflightContext {
  const given = context();
  const { world } = given.script;
  return { ...given, script: { ...given.script, world: { ...world, phases: change(world.phases ?? {}) } } };
}

describe('before a run', () => {
  it('nothing stands in the way of a run that is well', async () => {
    expect(await told(context())).toEqual([]);
  });

  it.each<[string, Partial<PreflightContext>, RegExp]>([
    [
      'a script that was changed',
      {
        batch: {
          root: '/b',
          scriptDir: '/b/script',
          script: [{ case_id: 'A1', field: '/turns/0/text', code: 'text', message: 'Another text.' }],
          journal: { file: '/b/journal.jsonl', fault: null },
          worldGone: null,
        },
      },
      /^blocks script-differs: .*case A1: \/turns\/0\/text: Another text\. Compile a new batch\.$/,
    ],
    [
      'a journal that was edited',
      {
        batch: {
          root: '/b',
          scriptDir: '/b/script',
          script: [],
          journal: {
            file: '/b/journal.jsonl',
            fault: '/b/journal.jsonl:3: the hash chain does not hold here',
          },
          worldGone: null,
        },
      },
      /^blocks journal-broken: \/b\/journal\.jsonl:3: .*start a new batch\.$/,
    ],
    [
      'a world that was thrown away',
      {
        batch: {
          root: '/b',
          scriptDir: '/b/script',
          script: [],
          journal: { file: '/b/journal.jsonl', fault: null },
          worldGone: 'the world was removed; run the case again',
        },
      },
      /^blocks world-gone: the world was removed; run the case again\.$/,
    ],
    [
      'nobody who says how the agent is started',
      { agent: { name: 'helm', driver: 'member' } },
      /^blocks agent-missing/,
    ],
    [
      'an agent’s program that is not there',
      { agent: { name: 'helm', driver: 'member', command: [path.join(dir, 'none')] } },
      /^blocks agent-program: .*none\) could not be started: .*none is not a program.*mend its command/,
    ],
    [
      'an agent’s program that is nowhere on the path',
      { agent: { name: 'helm', driver: 'member', command: ['no-such-program-of-mine'] } },
      /^blocks agent-program: .*no-such-program-of-mine is not a program/,
    ],
    [
      'a folder in place of the agent’s program',
      { agent: { name: 'helm', driver: 'member', command: [dir] } },
      /^blocks agent-program/,
    ],
    [
      'a script of the agent that is not built',
      { agent: { name: 'helm', driver: 'member', command: ['${node}', path.join(dir, 'bot.mjs')] } },
      /^blocks agent-program: .*bot\.mjs does not exist\. Build it first/,
    ],
    [
      'an agent that needs the bundle where there is none',
      { agent: { name: 'helm', driver: 'member', command: ['${sundowner}/bot.mjs'] } },
      /^blocks agent-program: .*give the whole path\.$/,
    ],
    [
      'a variable that the agent is to get',
      { agent: { name: 'helm', driver: 'member', command: ['${node}'], passEnv: ['HELM_KEY'] } },
      /^warns agent-environment: .*HELM_KEY/,
    ],
    [
      'an agent that does not connect',
      { tryAgent: () => Promise.resolve('exited with code 3') },
      /^blocks agent-unreachable: .*was started and exited with code 3\./,
    ],
    [
      'a judge that nobody is',
      { judges: 'there is no judge "x"' },
      /^blocks judge-unusable: there is no judge "x"\.$/,
    ],
    [
      'a judge without its key',
      {
        judges: [
          { name: 'rule' },
          {
            name: 'strict',
            definition: { base_url: 'http://127.0.0.1/v1', model: 'm', key_env: 'STRICT_KEY' },
          },
        ],
      },
      /^blocks judge-key: Judge "strict": .*STRICT_KEY is not set/,
    ],
    [
      'an account that somebody lacks',
      { tenant: { ...TENANT, actors: new Set(['asker']) } },
      /^blocks account-missing: The actor "bo"/,
    ],
    [
      'a bot that the agent lacks',
      { tenant: { ...TENANT, agents: new Set() } },
      /^blocks account-missing: The agent "helm"/,
    ],
    [
      'a secret that is not set',
      { tenant: { ...TENANT, missingSecrets: [{ variable: 'PIER_SECRET', of: 'the operator' }] } },
      /^blocks secret-missing: .*PIER_SECRET.*the operator/,
    ],
  ])('is told of %s', async (_what, over, expected) => {
    expect(await told(context(over))).toEqual([expect.stringMatching(expected)]);
  });

  it('asks no program of an agent that runs in this process, and none that runs on the tenant', async () => {
    expect(await told(context({ agent: { name: 'rehearsal', driver: 'rehearsal' } }))).toEqual([]);
    const tenant = TENANT;
    expect(await told(context({ tenant, agent: { name: 'helm', driver: 'member' } }))).toEqual([]);
  });

  it('names the scopes that the script needs, and those that a tenant has not been given', async () => {
    const given = context({ tenant: { ...TENANT, scopes: new Set(['im:chat', 'im:message']) } });
    const { scopes, problems } = reportOf(await preflight(given), given);
    expect(scopes).toContain('bitable:app:readonly');
    const missing = problems.map(({ message }) => /the scope (\S+),/.exec(message)?.[1]);
    expect([...missing, 'im:chat', 'im:message'].sort()).toEqual([...scopes].sort());
  });

  it('tells what the check found in what is played, and leaves out the rest', async () => {
    const given = context();
    const [played, left] = given.evalset.cards.map(({ file }) => file.path) as [string, string];
    const findings = [
      finding('seed-ref-not-shared', played),
      finding('sensitive-word', left),
      finding('length-limit', '/evalset/world.json'),
      finding('private-group-joined', '/evalset/world.json', 'error'),
      finding('literal-date', played),
      finding('bare-weekday', played, 'info'),
    ];
    const script = { ...given.script, selection: { cases: ['A1'] } };
    expect((await preflight({ ...given, findings, script })).map((one) => [one.severity, one.code])).toEqual([
      ['blocks', 'private-group-joined'],
      ['warns', 'seed-ref-not-shared'],
      ['warns', 'length-limit'],
    ]);
  });

  it.each<[string, PreflightContext, RegExp]>([
    [
      'asset',
      withPhases((phases) => ({
        ...phases,
        preset: (phases.preset ?? []).filter((step) => step.op !== 'base.provision'),
      })),
      /^blocks asset-not-built: No step of the world makes "tracker"/,
    ],
    [
      'document that a case rests on',
      withPhases((phases) => ({
        ...phases,
        preset: (phases.preset ?? []).filter((step) => step.op !== 'doc.create'),
      })),
      /^warns asset-not-built: No step of the world makes "plan"/,
    ],
    [
      'group',
      withPhases((phases) => ({
        ...phases,
        preset: (phases.preset ?? []).filter((step) => step.op !== 'group.create' || step.key !== 'cs'),
      })),
      /^blocks group-not-built: .*"cs"/,
    ],
    ['bot', withPhases((phases) => ({ ...phases, cast: [] })), /^blocks agent-not-admitted: .*"helm"/],
  ])('misses a step that makes what cases need: %s', async (_what, given, expected) => {
    expect(await told(given)).toEqual([expect.stringMatching(expected)]);
  });

  it('sees a minute that is over before the day begins', async () => {
    const clock = (at: string) =>
      cardOf('K1', { clock_batch: true, clock_at: `{{D|YYYY-MM-DD}}T${at}:00+08:00` });
    const run = (at: string): PreflightContext => {
      const given = context({}, { cards: [clock(at)] });
      const steps = compileOk(given.evalset).evalBundles[0]!.steps;
      return {
        ...given,
        script: { ...given.script, execBundles: [{ group: 'ops', steps }], selection: { cases: ['K1'] } },
      };
    };
    expect(await told(run('09:30'))).toEqual([]);
    expect(await told(run('08:30'))).toEqual([expect.stringMatching(/^warns clock-before-start: .*08:30/)]);
  });

  it('sees a port that somebody has', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    expect(await told(context({ port }))).toEqual([expect.stringMatching(`^blocks port-busy: Port ${port}`)]);
    server.close();
    await once(server, 'close');
    expect(await told(context({ port }))).toEqual([]);
  });
});

describe('where a problem stands', () => {
  async function onDisk(world: string, more = ''): Promise<Evalset> {
    const root = mkdtempSync(path.join(dir, 'evalset-'));
    writeFileSync(
      path.join(root, 'evalset.yaml'),
      `name: pier\nversion: V1\ncases: [A1.case.yaml]\nworld: pier.world.yaml\n${more}`,
    );
    writeFileSync(path.join(root, 'pier.world.yaml'), world);
    writeFileSync(path.join(root, 'there.png'), 'png');
    writeFileSync(
      path.join(root, 'A1.case.yaml'),
      'case_id: A1\nstoryline: A\ngroup_key: ops\nasker: asker\nturns: [{ turn: 1, kind: query, speaker: asker, text: "@Helm a?" }]\ncheckpoints_raw: "[CP1·结果][必选] a\\n[CP2·结果][必选] b"\n',
    );
    const { evalset, findings } = await loadEvalset(root, diskFiles());
    if (evalset === null) throw new Error(JSON.stringify(findings));
    return evalset;
  }

  const PIER = `scenario_id: pier
schema_version: 2
label: Pier
render: { agent_name: Helm, kickoff_local: '{{D|YYYY-MM-DD}}T09:00:00+08:00', exec_params: {} }
actors: { asker: { display_name: Ada } }
groups: { ops: { name: '#ops', members: [asker] } }
team_agents: [{ key: helm, name: Helm, groups: [ops] }]
assets:
  plan:
    kind: doc
    title: Plan
    markdown: |-
      ![a](there.png) ![b](https://example.invalid/x.png)
      ![c](gone.png "title")
`;

  async function at(evalset: Evalset, over: Partial<PreflightContext>): Promise<[string, string, string]> {
    const { world, execBundles, selection } = compileOk(evalset);
    const { code, range, file } = await only(
      context({ evalset, script: { world, execBundles, selection }, ...over }),
    );
    const source = evalset.sources.find((one) => one.path === file)!;
    const lines = source.text.split('\n');
    const { start, end } = range!;
    return [code, path.basename(file!), lines[start.line]!.slice(start.character, end.character)];
  }

  it('a picture that is missing: its name in the document', async () => {
    expect(await at(await onDisk(PIER), {})).toEqual(['image-missing', 'pier.world.yaml', 'gone.png']);
  });

  const plain = PIER.slice(0, PIER.indexOf('assets:'));

  it('an agent’s program: its command in evalset.yaml', async () => {
    const evalset = await onDisk(plain, 'agents: { helm: { driver: member, command: [/none/bot] } }\n');
    const agent = { name: 'helm', driver: 'member', command: ['/none/bot'] };
    expect(await at(evalset, { agent })).toEqual(['agent-program', 'evalset.yaml', '/none/bot']);
  });

  it('a judge’s key and its budget: in evalset.yaml', async () => {
    const judge = (rest: string): string =>
      `judges: { strict: { base_url: 'http://127.0.0.1/v1', model: m, ${rest} } }\n`;
    const judges = (evalset: Evalset): PreflightContext['judges'] => [
      { name: 'strict', definition: evalset.file!.value.judges!['strict'] },
    ];
    const keyed = await onDisk(plain, judge('key_env: STRICT_KEY'));
    expect(await at(keyed, { judges: judges(keyed) })).toEqual(['judge-key', 'evalset.yaml', 'STRICT_KEY']);
    const small = await onDisk(plain, judge('budget: { calls: 1 }'));
    expect(await at(small, { judges: judges(small) })).toEqual(['judge-budget', 'evalset.yaml', '1']);
    const enough = await onDisk(plain, judge('budget: { calls: 2 }'));
    expect(
      await told(context({ evalset: enough, judges: judges(enough), script: scriptOf(enough) })),
    ).toEqual([]);
  });

  const scriptOf = (evalset: Evalset): PreflightContext['script'] => {
    const { world, execBundles, selection } = compileOk(evalset);
    return { world, execBundles, selection };
  };
});

describe('the report', () => {
  const problems: Problem[] = [
    { severity: 'warns', code: 'a', file: '/x', pointer: '', range: null, message: 'A.' },
    { severity: 'blocks', code: 'b', file: null, pointer: '', range: null, message: 'B.' },
    { severity: 'blocks', code: 'b', file: null, pointer: '', range: null, message: 'B.' },
  ];

  it('has what blocks first, each thing once', () => {
    expect(sorted(problems).map(({ code }) => code)).toEqual(['b', 'a']);
    expect(reportOf(sorted(problems), null)).toMatchObject({ blocks: 1, warns: 1, checks: [] });
  });

  it('is told in Chinese', async () => {
    const given = context({ agent: { name: 'helm', driver: 'member' } });
    expect(reportOf(await preflight(given), given, 'zh-cn').problems[0]?.message).toMatch(/没有启动命令/);
  });

  it('what has a file is a finding for who shows findings', () => {
    expect(problems.map((one) => toFinding(one)?.severity)).toEqual(['warning', undefined, undefined]);
    expect(new PreflightError(problems).problems).toHaveLength(3);
  });
});
