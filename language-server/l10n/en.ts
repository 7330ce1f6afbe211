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
  registers: { actor: 'actor', group: 'group', asset: 'asset', case: 'case', agent: 'agent' },
  renameFixed: (key) => `"${key}" stands for whoever asks and keeps its name.`,
  renameUnsafe: (name) =>
    `"${name}" cannot be a key. Use letters, digits, "_", "-" and "."; begin with a letter, a digit or "_".`,
  renameTaken: (register, name) => `There is already ${article(register)} "${name}". Choose another name.`,
  renameBroken: (file) => `${file} cannot be read whole and may use the key. Mend it first.`,
  renameFrozen: 'This is the copy that a run froze. Rename in the evalset itself.',
  weekdays: ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'],
  required1: 'required',
  whoeverAsks: 'whoever asks',
  tags: {
    result: 'A point on the result. A delivery gate that is not met takes it.',
    process: 'A point on the way to the result.',
    required: 'Must be met: the score counts these points.',
    gate: 'Delivery gate: when it is not met, no point on the result is.',
    and: 'Met only when all that its line asks for is.',
    deduction: 'Takes one point off the score when it is triggered.',
    veto: 'Makes the score 0 when it is triggered.',
    protocol: 'States how the case is scored. First line.',
  },
  snippets: {
    card: 'New case',
    query: 'Question to the agent',
    inject: 'Follow-up by a colleague',
    conditional: 'Conditional line of a colleague',
    world: 'New world',
    playbook: 'New playbook',
    evalset: 'New evalset',
    storyline: 'storyline',
    condition: 'when it is said',
  },
};

function article(word: string): string {
  return `${/^[aeiou]/.test(word) ? 'an' : 'a'} ${word}`;
}
