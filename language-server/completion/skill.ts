import { CompletionItemKind } from 'vscode-languageserver';
import { SECTIONS, SECTION_KEYS, sectionOf } from '../../engine/skills/sections.ts';
import { describe } from '../schema/describe.ts';
import { modelsAt } from '../schema/walk.ts';
import { skillFile } from '../../schemas/skill.ts';
import type { Words } from '../l10n/words.ts';
import type { Proposal } from './asked.ts';

const FRONT = /^---[ \t]*\r?\n([\s\S]*?)(?:^---[ \t]*$|(?![\s\S]))/m;

/** The front matter of a skill’s text, with the offset that it begins at; null where there is none. While its end is not typed yet, all that follows. */
export function frontOf(text: string): { readonly text: string; readonly from: number } | null {
  const found = FRONT.exec(text);
  if (found?.index !== 0) return null;
  const front = found[1] ?? '';
  return { text: front, from: found[0].indexOf('\n') + 1 };
}

/** Sections that a skill lacks, where a heading may stand: at the beginning of a line of its body. */
export function sectionProposals(text: string, offset: number, words: Words): Proposal[] {
  const from = text.lastIndexOf('\n', offset - 1) + 1;
  const typed = text.slice(from, offset);
  if (!/^#{0,2} ?[^\n#]*$/.test(typed) || (typed !== '' && !typed.startsWith('#'))) return [];
  const present = new Set(
    [...text.matchAll(/^##[ \t]+(.*)$/gm)].map(([, heading = '']) => sectionOf(heading)),
  );
  const end = /\r?\n|$/.exec(text.slice(offset));
  const place = { from, to: offset + (end?.index ?? 0) };
  const missing = SECTION_KEYS.filter((key) => !present.has(key)).map((key, i): Proposal => {
    const [chinese, english] = SECTIONS[key];
    const about = describe(modelsAt(skillFile, {}, [key]))?.text;
    return {
      label: `## ${chinese}`,
      kind: CompletionItemKind.Struct,
      detail: english,
      ...(about === undefined ? {} : { documentation: about }),
      filterText: `${typed} ${chinese} ${english}`,
      sortText: String(i),
      insert: key === 'process' ? `## ${chinese}\n\n### Step 1: $0` : `## ${chinese}\n\n- $0`,
      snippet: true,
      ...place,
    };
  });
  return [...(text.trim() === '' ? [wholeSkill(words, place)] : []), ...missing];
}

function wholeSkill(words: Words, place: { readonly from: number; readonly to: number }): Proposal {
  const sections = SECTION_KEYS.map((key) =>
    key === 'process' ? `## ${SECTIONS[key][0]}\n\n### Step 1: $4\n` : `## ${SECTIONS[key][0]}\n\n- \n`,
  );
  return {
    label: words.snippets.skill,
    kind: CompletionItemKind.Snippet,
    sortText: '!',
    insert: `---\nname: \${1:name}\ndescription: \${2}\n---\n\n# \${3:title}\n\n${sections.join('\n')}`,
    snippet: true,
    ...place,
  };
}
