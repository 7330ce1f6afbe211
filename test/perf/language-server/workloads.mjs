// Evalsets of the sizes that are measured, made of the sample company.
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parse, stringify } from 'yaml';

const SAMPLE = path.resolve(import.meta.dirname, '../../../samples/harbor');
const read = (file) => readFileSync(file, 'utf8');
// Conditional replies belong to a playbook's case, so the cards that have one are not copied.
const SOURCES = [1, 3, 5, 6, 7, 8, 9, 10, 11, 12].map(
  (n) => `cases/H${String(n).padStart(2, '0')}.case.yaml`,
);
const sources = () => SOURCES.map((name) => read(path.join(SAMPLE, name)));
const idOf = (i) => `P${String(i + 1).padStart(5, '0')}`;
const cards = (count) => {
  const parsed = sources().map((text) => parse(text));
  return Array.from({ length: count }, (_, i) => ({
    ...parsed[i % parsed.length],
    case_id: idOf(i),
  }));
};

/** As an author writes it: nothing that is kept to the letter stands as plain text. */
const written = (value) =>
  stringify(value, {
    lineWidth: 0,
    aliasDuplicateObjects: false,
    defaultStringType: 'QUOTE_SINGLE',
    defaultKeyType: 'PLAIN',
    singleQuote: true,
  });

/** The sample with so many cards more, a file each. */
export function manyFiles(root, count) {
  cpSync(SAMPLE, root, { recursive: true });
  rmSync(path.join(root, 'runs'), { recursive: true, force: true });
  const texts = sources();
  const ids = Array.from({ length: count - 12 }, (_, i) => idOf(i));
  ids.forEach((id, i) =>
    writeFileSync(
      path.join(root, 'cases', `${id}.case.yaml`),
      texts[i % texts.length].replace(/^case_id: .*$/m, `case_id: ${id}`),
    ),
  );
  const list = path.join(root, 'evalset.yaml');
  writeFileSync(
    list,
    read(list).replace('world:', `${ids.map((id) => `  - cases/${id}.case.yaml\n`).join('')}world:`),
  );
  return {
    what: `${count} card files`,
    card: path.join(root, 'cases/H01.case.yaml'),
    other: path.join(root, 'cases/H02.case.yaml'),
    world: path.join(root, 'world/harbor.world.yaml'),
    languageId: 'evalset',
    schema: 'case-card',
    share: 0,
  };
}

/** An exported evalset: all cards in one cases.json. */
export function oneJson(root, count) {
  mkdirSync(path.join(root, 'evalset'), { recursive: true });
  mkdirSync(path.join(root, 'script'), { recursive: true });
  const card = path.join(root, 'evalset/cases.json');
  writeFileSync(card, `${JSON.stringify(cards(count), null, 2)}\n`);
  writeFileSync(
    path.join(root, 'script/world-preset.json'),
    `${JSON.stringify(parse(read(path.join(SAMPLE, 'world/harbor.world.yaml'))), null, 2)}\n`,
  );
  return { what: `cases.json of ${count} cards`, card, languageId: 'json', schema: 'case-cards', share: 0.6 };
}

/** One YAML list of cards with at least so many lines. */
export function oneYaml(root, lines) {
  mkdirSync(path.join(root, 'world'), { recursive: true });
  const some = written(cards(100)).split('\n').length / 100;
  const card = path.join(root, 'cards.yaml');
  const text = written(cards(Math.ceil(lines / some)));
  writeFileSync(card, text);
  cpSync(path.join(SAMPLE, 'world/harbor.world.yaml'), path.join(root, 'world/harbor.world.yaml'));
  writeFileSync(
    path.join(root, 'evalset.yaml'),
    'name: Large\nversion: V1\ncases: [cards.yaml]\nworld: world/harbor.world.yaml\n',
  );
  return {
    what: `YAML of ${text.split('\n').length - 1} lines`,
    card,
    languageId: 'evalset',
    schema: 'case-cards',
  };
}
