import { TextEdit } from 'vscode-languageserver';
import { placed, type LoadedFile, type SourceDocument, type TreeNode } from '../../engine/evalset/index.ts';
import { KINDS } from '../../schemas/kinds.ts';
import { rangeOf } from '../convert.ts';
import { filesAround } from '../keys/occurrences.ts';
import { describe } from '../schema/describe.ts';
import { formOf } from '../schema/members.ts';
import { modelsAt } from '../schema/walk.ts';
import { inPlace, type Fix, type Fixer } from './fix.ts';
import { insertAt } from './insert.ts';
import { lineEndOf } from './layout.ts';

/** A missing key is entered, with the nearest thing to nothing that its model allows. */
export const missingKey: Fixer = (broken) => {
  const { finding, loaded, at, words } = broken;
  const { data } = finding;
  if (data?.kind !== 'missing-key' || loaded.kind === undefined) return [];
  const path = [...at, data.key];
  const [model] = modelsAt(KINDS[loaded.kind].schema, loaded.document.value, path);
  const edit = model === undefined ? null : insertAt(loaded.document, path, emptyOf(model));
  return edit === null ? [] : [inPlace(broken, words.fixes.add(data.key), false, [edit])];
};

function emptyOf(model: Parameters<typeof formOf>[0]): unknown {
  const [choice] = describe(modelsAt(model, undefined, []))?.choices ?? [];
  switch (formOf(model)) {
    case 'map':
      return {};
    case 'maps':
    case 'list':
    case 'letters':
      return [];
    case 'flag':
      return false;
    case 'number':
      return choice ?? 1;
    default:
      return choice ?? '';
  }
}

/** Of two equal keys the second goes. */
export const duplicateKey: Fixer = (broken) => {
  const { loaded, finding, words } = broken;
  const { document } = loaded;
  const found = entryAt(document.tree, document.offsetAt(finding.range.start));
  if (found === null) return [];
  const { map, index, base } = found;
  const entry = map.entries[index];
  const before = map.entries[index - 1];
  if (entry === undefined || before === undefined) return [];
  const end = placed(entry.value, base);
  const last = placed(before.value, base);
  const to = Math.max(end.base + end.node.to, base + entry.keyRange.to);
  const flow = /[{]/.test(document.text.charAt(base + map.from));
  const range = flow
    ? { from: last.base + last.node.to, to }
    : {
        from: document.text.lastIndexOf('\n', base + entry.keyRange.from - 1) + 1,
        to: lineEndOf(document, base + entry.keyRange.to, to) + 1,
      };
  return [
    inPlace(broken, words.fixes.removeSecond(entry.key), false, [TextEdit.del(rangeOf(document, range))]),
  ];
};

/** The map whose key begins at an offset. */
function entryAt(
  tree: TreeNode | undefined,
  offset: number,
): { map: Extract<TreeNode, { type: 'map' }>; index: number; base: number } | null {
  let next = tree === undefined ? undefined : placed(tree);
  while (next !== undefined) {
    const { node, base }: { node: TreeNode; base: number } = next;
    if (node.type === 'map') {
      const index = node.entries.findIndex(({ keyRange }) => base + keyRange.from === offset);
      if (index >= 0) return { map: node, index, base };
    }
    const below =
      node.type === 'map' ? node.entries.map(({ value }) => value) : node.type === 'list' ? node.items : [];
    next = below
      .map((value) => placed(value, base))
      .find((inside) => inside.base + inside.node.from <= offset && offset < inside.base + inside.node.to);
  }
  return null;
}

/** A person or group that nobody made yet is made in the world, as a stub. */
export const makeKey: Fixer = (broken) => {
  const { finding, file, words } = broken;
  const { data } = finding;
  if (data?.kind !== 'dangling' || (data.register !== 'actor' && data.register !== 'group')) return [];
  const world = filesAround(file).find(({ kind }) => kind === 'world-preset');
  if (world === undefined) return [];
  const stub = data.register === 'actor' ? { display_name: data.key } : { name: `#${data.key}`, members: [] };
  const path = [`${data.register}s`, data.key];
  const title = data.register === 'actor' ? words.fixes.makeActor(data.key) : words.fixes.makeGroup(data.key);
  return changed(world, insertAt(world.document, path, stub), title);
};

/** A conditional line gets its entry in the checks sidecar, which is made where there is none. */
export const addRule: Fixer = (broken) => {
  const { finding, file, loaded, words } = broken;
  const { data } = finding;
  if (data?.kind !== 'no-rule' || file.evalset === null) return [];
  const files = filesAround(file);
  const checks = files.find(({ kind }) => kind === 'checks');
  const rule = { message: { author: 'agent', mentions: data.actor } };
  const path = ['conditionals', data.caseId, data.rule];
  const title = words.fixes.addRule(`${data.caseId} ${data.rule}`);
  if (checks !== undefined) return changed(checks, insertAt(checks.document, path, rule), title);
  const exported = !files.some(({ kind }) => kind === 'evalset');
  const separator = loaded.document.path.includes('\\') ? '\\' : '/';
  const at = [file.evalset.root, ...(exported ? ['evalset'] : []), 'cases.checks.yaml'].join(separator);
  const start = { line: 0, character: 0 };
  const text = `checks: {}\nconditionals:\n  ${data.caseId}:\n    ${data.rule}:\n      message: { author: agent, mentions: ${data.actor} }\n`;
  return [
    {
      title,
      preferred: false,
      changes: [{ path: at, create: true, edits: [{ range: { start, end: start }, newText: text }] }],
    },
  ];
};

function changed(
  { document }: LoadedFile | { document: SourceDocument },
  edit: TextEdit | null,
  title: string,
): Fix[] {
  return edit === null
    ? []
    : [{ title, preferred: false, changes: [{ path: document.path, edits: [edit] }] }];
}
