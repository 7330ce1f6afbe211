import path from 'node:path';
import { expect, it } from 'vitest';
import { evalSteps, judgeTemplate, teamCard, worldPreset } from '../../schemas/index.ts';
import { describeWithCorpus } from '../../test/corpus.ts';
import { compileOk, evalsetOf, readJson } from './fixture.ts';
import type { StepWording } from './model.ts';
import { DEFAULT_WORDING } from './wording.ts';
import { verifyScript } from './verify/index.ts';

/** The words of the sample; its "10 分钟" beside 90 s is its own. */
const GOLDEN: StepWording = {
  ...DEFAULT_WORDING,
  pre: (c) => `${c.caseId} 题始快照（${c.version} 判分基准：本题第一条 query 落地时刻的世界快照）`,
  post: (c) =>
    `${c.caseId} 题末快照（收口 gate 之后取，含尾部写入），与题始比 changed / row_delta（前后 diff 只计本题 agent 所为的改动）`,
  waitGate: (c) =>
    `${c.caseId} 等${c.agentName}轮${c.turn}作答（${c.write ? '写题等待' : '单轮等待'}）。导演每 ${c.observeSeconds}s 观察本题话题内 thread 回复与 q 之后的 bot 顶层消息，见到实质回复即 --only 本 gate --confirm-gate 本 gate 放行…`,
  quietGate: (c) =>
    `${c.caseId} 收口：群内${c.agentName}静默 ≥10 分钟才进下一题（每题一话题，避免观察窗互相污染）`,
};

describeWithCorpus('T135', (corpus) => {
  const file = (name: string) => readJson(path.join(corpus, 'sundowner', name));
  const card = teamCard.parse(file('case-card.T135.json'));
  // The excerpt of the world cuts its assets; the sample's steps say that D15 is a base.
  const world = worldPreset.parse({
    ...(file('world-preset.bound.json') as object),
    assets: { D15: { kind: 'base', title: 'Bug 跟踪台账' } },
    phases: {},
  });
  const evalset = evalsetOf({ cards: [card], world, version: 'V4.1' });
  const options = { day0: '2026-09-06', ordinals: { T135: 31 } };

  it('gives the sample’s steps to the letter', () => {
    const script = compileOk(evalset, { ...options, wording: GOLDEN });
    const sample = file('exec-steps.T135.json');
    expect(JSON.stringify(script.execBundles[0]?.steps, null, 2)).toBe(JSON.stringify(sample, null, 2));
    expect(verifyScript({ cards: [card], files: script.files })).toEqual([]);
  });

  it('has the sample’s structure in its own words, which print the real figures', () => {
    const own = compileOk(evalset, options).execBundles[0]?.steps ?? [];
    const plain = (step: object) => ({ ...step, note: undefined, instruction: undefined });
    expect(own.map(plain)).toEqual(evalSteps.parse(file('exec-steps.T135.json')).map(plain));
    expect(JSON.stringify(own)).toContain('静默 ≥90 秒');
    expect(JSON.stringify(own)).toContain('最多等 300 秒');
  });

  it('gives the sample’s evaluation card as far as it is there', () => {
    const evaluation = compileOk(evalset, options).evalBundles[0]?.cards[0];
    const template = judgeTemplate.parse(file('judge-template.T135.json'));
    expect(evaluation?.query).toEqual(template.case.query);
    expect(evaluation?.points.slice(0, 2)).toEqual(
      template.decisions.map(({ id, kind, result, delivery_gate, text, text_rendered }) => ({
        id,
        kind,
        result,
        delivery_gate,
        text,
        text_rendered,
      })),
    );
    const cut = (text: string | undefined) => (text ?? '').replace(/…$/, '');
    expect(evaluation?.checkpoints_rendered.startsWith(cut(template.checkpoints_rendered))).toBe(true);
    expect(evaluation?.exec_notes_rendered?.startsWith(cut(template.case.exec_notes_rendered))).toBe(true);
  });

  it('uses the phases of a bound world as they are', () => {
    const phases = { preset: file('phases.preset.json'), cast: file('phases.cast.json') };
    const whole = worldPreset.parse({ ...world, phases });
    const script = compileOk(evalsetOf({ cards: [card], world: whole }), options);
    expect(script.world.phases).toEqual(phases);
    expect(script.manifests.script.steps).toMatchObject({ preset: whole.phases?.preset?.length });
  });
});
