import type { Words } from './words.ts';

export const en: Words = {
  runCase: 'Run case',
  required: (count) => `${count} required`,
  deductions: (count) => `${count} ${count === 1 ? 'deduction' : 'deductions'}`,
  vetoes: (count) => `${count} ${count === 1 ? 'veto' : 'vetoes'}`,
  gates: (ids) => `${ids.length === 1 ? 'gate' : 'gates'} ${ids.join(', ')}`,
  noPoints: 'no checkpoints',
  actors: 'Actors',
  groups: 'Groups',
  assets: 'Assets',
  agents: 'Agents',
  checkpoints: 'Checkpoints',
};
