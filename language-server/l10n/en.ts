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
};

function article(word: string): string {
  return `${/^[aeiou]/.test(word) ? 'an' : 'a'} ${word}`;
}
