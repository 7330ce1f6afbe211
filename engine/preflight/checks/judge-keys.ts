import { phrase, tell } from '../../evalset/told.ts';
import type { Check } from '../model.ts';
import { problemAt, problemOf } from '../problem.ts';

/** `judge-unusable`: who is to judge is nobody. `judge-key`: the key of a judge is not there. */
export const judgeKeys: Check = ({ judges, evalset, env }) => {
  const { file } = evalset;
  if (typeof judges === 'string')
    return [problemOf(file?.file.path ?? null, 'blocks', 'judge-unusable', phrase(`${judges}.`))];
  return judges.flatMap(({ name, definition }) => {
    const key = definition?.key_env;
    if (key === undefined || (env[key] ?? '') !== '') return [];
    const told = tell`Judge "${name}": the environment variable ${key} is not set; it must hold the key. Set it, or judge with --judge rule or manual.`;
    return [
      file?.value.judges?.[name] === undefined
        ? problemOf(file?.file.path ?? null, 'blocks', 'judge-key', told)
        : problemAt(
            { file: file.file, at: [...file.at, 'judges', name, 'key_env'] },
            'blocks',
            'judge-key',
            told,
          ),
    ];
  });
};
