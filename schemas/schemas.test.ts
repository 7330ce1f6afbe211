import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, it } from 'vitest';
import { describeWithCorpus } from '../test/corpus.ts';
import { jsonSchemas } from './json-schema.ts';
import { KINDS, detectKind } from './kinds.ts';

it('has its JSON Schemas committed as the models say (npm run schemas)', () => {
  const dir = path.join(import.meta.dirname, 'json');
  const committed = new Map(
    readdirSync(dir).map((name) => [name, readFileSync(path.join(dir, name), 'utf8')]),
  );
  expect(committed).toEqual(jsonSchemas());
});

describeWithCorpus('every file of the corpus', (corpus) => {
  const dir = path.join(corpus, 'sundowner');
  it.each(readdirSync(dir))(
    '%s is told by its content and accepted by zod and by the JSON Schema',
    (name) => {
      const value: unknown = JSON.parse(readFileSync(path.join(dir, name), 'utf8'));
      const kind = detectKind('sample.json', value);
      expect(kind).toBeDefined();
      const result = KINDS[kind!].schema.safeParse(value);
      expect(result.error?.issues ?? []).toEqual([]);
      const schema: unknown = JSON.parse(jsonSchemas().get(`${kind!}.schema.json`)!);
      const ajv = new Ajv2020({ strict: false });
      const valid = ajv.validate(schema as object, value);
      expect(valid ? [] : ajv.errors).toEqual([]);
    },
  );
});
