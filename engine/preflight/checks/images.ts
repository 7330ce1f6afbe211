import { access } from 'node:fs/promises';
import path from 'node:path';
import type { SourceFile, ValuePath } from '../../evalset/index.ts';
import { tell } from '../../evalset/told.ts';
import type { Check, Problem } from '../model.ts';
import { problemAt } from '../problem.ts';

interface Named {
  readonly file: SourceFile;
  readonly at: ValuePath;
  readonly name: string;
  readonly span: { readonly from: number; readonly to: number };
}

/** A picture in Markdown that is a file of here: no address, no data. */
const PICTURE = /(!\[[^\]\n]*\]\()<?((?![a-z][a-z\d+.-]*:|\/\/|#)[^)>\s]+)>?[^)\n]*\)/giu;

/** `image-missing`: a document shows a picture from a file that is not there. */
export const images: Check = async ({ evalset }) => {
  const { file, at, value } = evalset.world;
  const texts: (readonly [ValuePath, string])[] = [
    ...Object.entries(value.assets ?? {}).flatMap(([key, asset]) =>
      asset.kind === 'doc' && asset.markdown !== undefined
        ? [[['assets', key, 'markdown'], asset.markdown] as const]
        : [],
    ),
    ...(value.phases?.preset ?? []).flatMap((step, i) =>
      step.op === 'doc.create' ? [[['phases', 'preset', i, 'markdown'], step.markdown] as const] : [],
    ),
  ];
  const named = texts.flatMap(([where, text]) => picturesIn(file, [...at, ...where], text));
  const problems = await Promise.all(
    named.map(async (one): Promise<Problem[]> => {
      const folders = [path.dirname(one.file.path), evalset.root];
      const there = await Promise.all(folders.map((folder) => isThere(path.resolve(folder, one.name))));
      if (there.includes(true)) return [];
      return [
        problemAt(
          { file: one.file, at: one.at, locate: { span: one.span } },
          'warns',
          'image-missing',
          tell`There is no file ${one.name} beside this file, nor in the evalset's folder. Put it there, or correct the path.`,
        ),
      ];
    }),
  );
  return problems.flat();
};

function picturesIn(file: SourceFile, at: ValuePath, text: string): Named[] {
  return [...text.matchAll(PICTURE)].map(({ index, 1: head = '', 2: name = '' }) => {
    const from = text.indexOf(name, index + head.length);
    return { file, at, name, span: { from, to: from + name.length } };
  });
}

const isThere = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  );
