import { yamlOf } from '../../convert/yaml-text.ts';
import { isFileName } from '../../evalset/names.ts';
import { readCase, type ImportedCase } from './case.ts';
import { contradictionsIn } from './contradictions/index.ts';
import { readDocument } from './document.ts';
import type { Problem } from './lines.ts';
import { repeatedLines, reportText, type C1Report } from './report.ts';
import { skillStub } from './skill-stub.ts';

/** Largest document that is read, in characters. */
const LIMIT = 5_000_000;

/** An evalset made from a document: its files by their paths in it. */
export interface C1Import {
  readonly files: ReadonlyMap<string, string>;
  readonly report: C1Report;
}

/**
 * Makes an evalset of skill cards from a document of cases: a card each, stubs of its skills, `evalset.yaml`, and a
 * report. Text is taken over to the letter. Never throws on a bad document: what cannot be taken over is a problem.
 * @param name the document's name, for the report
 */
export function importC1(text: string, name: string): C1Import {
  if (text.length > LIMIT || text.includes('\0'))
    return refused(
      name,
      text.includes('\0') ? 'the file is not text (it holds a NUL byte)' : 'the file is too long',
    );
  const document = readDocument(text);
  const problems: Problem[] = [];
  const cases: ImportedCase[] = [];
  const taken = new Map<string, number>();
  const files = new Map<string, string>();
  for (const raw of document.cases) {
    const before = taken.get(raw.id);
    if (before !== undefined) {
      problems.push({
        line: raw.line,
        message: `${raw.id} already stands on line ${before}; give it an id of its own`,
      });
      continue;
    }
    const read = readCase(raw, problems);
    if (read === null) continue;
    taken.set(raw.id, raw.line);
    cases.push(read);
  }
  if (document.cases.length === 0)
    problems.push({
      line: 1,
      message: 'no case was found; a case begins with a line such as "C1-ST-01 · title"',
    });
  for (const skill of document.skills) {
    if (isFileName(skill.name)) files.set(`skills/${skill.name}/SKILL.md`, skillStub(skill));
    else
      problems.push({
        line: skill.line,
        message: `"${skill.name}" cannot name a folder; use letters, digits, - and _`,
      });
  }
  const caseFiles = cases.map(({ card }) => {
    const file = `cases/${card.case_id}.case.yaml`;
    files.set(file, yamlOf('skill-card', card));
    return file;
  });
  if (caseFiles.length > 0)
    files.set(
      'evalset.yaml',
      yamlOf('evalset', {
        name: document.title,
        version: document.updated ?? 'imported',
        ...(document.status === '' ? {} : { description: document.status }),
        cases: caseFiles,
      }),
    );
  const report: C1Report = {
    document: name,
    cases: cases.map(({ card }) => card.case_id),
    skills: document.skills.map((skill) => skill.name),
    contradictions: contradictionsIn({ document, cases }),
    repeated: repeatedLines(cases),
    problems: problems.sort((a, b) => a.line - b.line),
  };
  files.set('import-report.md', reportText(report));
  return { files, report };
}

function refused(document: string, message: string): C1Import {
  const report: C1Report = {
    document,
    cases: [],
    skills: [],
    contradictions: [],
    repeated: [],
    problems: [{ line: 1, message }],
  };
  return { files: new Map([['import-report.md', reportText(report)]]), report };
}
