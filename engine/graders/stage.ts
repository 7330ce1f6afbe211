import type { Author, EvalStep, EvaluationCard, TableRow, TeamCard } from '../../schemas/index.ts';
import { renderTextOn, type CompiledScript } from '../compile/index.ts';
import type { Evalset, Located } from '../evalset/index.ts';

/** An evalset on a day, ready for transcripts to be played on it in memory. */
export interface Stage {
  readonly evalset: Evalset;
  readonly day0: string;
  readonly agent: Author;
  readonly agentName: string;
  /** Groups that the agent is a member of. */
  readonly agentGroups: readonly string[];
  /** Display names by actor key. */
  readonly names: ReadonlyMap<string, string>;
  /** Names of groups by key. */
  readonly groupNames: ReadonlyMap<string, string>;
  readonly documents: ReadonlyMap<string, { readonly title: string; readonly text: string }>;
  readonly tables: ReadonlyMap<string, { readonly title: string; readonly rows: readonly TableRow[] }>;
  /** Options of the choice columns of all tables. */
  readonly options: readonly (readonly string[])[];
  /** What the agent may read: seed messages, lines of documents, rows of tables; each as a line of text. */
  readonly readable: readonly string[];
  readonly cases: readonly StagedCase[];
  readonly render: (text: string) => string;
}

export interface StagedCase {
  readonly card: Located<TeamCard>;
  readonly evaluation: EvaluationCard;
  readonly group: string;
  readonly crossGroups: readonly string[];
  readonly steps: readonly EvalStep[];
}

/** The text of a document as its readers see it: no signs of headings. */
const plain = (markdown: string): string =>
  markdown
    .split('\n')
    .map((line) => line.replace(/^#{1,6} /, '').trim())
    .filter((line) => line !== '')
    .join('\n');

const rowLine = (title: string, { fields }: TableRow): string =>
  `${title} ${Object.entries(fields)
    .map(([name, cell]) => `${name}：${Array.isArray(cell) ? cell.join('、') : String(cell ?? '')}`)
    .join('；')}`;

/** Takes the stage out of a compiled script. Only cases that can be run are on it. */
export function openStage(
  evalset: Evalset,
  script: Pick<CompiledScript, 'world' | 'evalBundles'> & {
    readonly selection: { readonly cases: readonly string[] };
  },
  day0: string,
): Stage {
  const { world } = script;
  const team = world.team_agents[0];
  const preset = world.phases?.preset ?? [];
  const documents = new Map<string, { title: string; text: string }>();
  const tables = new Map<string, { title: string; rows: TableRow[] }>();
  const options: string[][] = [];
  const said: string[] = [];
  for (const step of preset) {
    if (step.op === 'doc.create') documents.set(step.key, { title: step.title, text: plain(step.markdown) });
    else if (step.op === 'base.provision') {
      tables.set(step.key, { title: step.name, rows: [] });
      options.push(
        ...step.fields.flatMap((field) =>
          field.options === undefined ? [] : [field.options.map(({ name }) => name)],
        ),
      );
    } else if (step.op === 'base.record') {
      const rows = tables.get(step.base)?.rows;
      for (const fields of step.records)
        rows?.push({ record_id: `rec-${step.base}-${rows.length + 1}`, fields });
    } else if (step.op === 'msg' && team?.groups.includes(step.group) === true) said.push(step.text);
  }
  const mayRead = (key: string): boolean => {
    const asset = world.assets?.[key];
    return (
      asset?.agent !== undefined ||
      asset?.shares?.some(({ group }) => team?.groups.includes(group) === true) === true
    );
  };
  const steps = script.evalBundles.flatMap((bundle) => bundle.steps);
  const evaluations = script.evalBundles.flatMap((bundle) => bundle.cards);
  return {
    evalset,
    day0,
    agent: { kind: 'agent', key: team?.key ?? 'agent' },
    agentName: team?.name ?? 'agent',
    agentGroups: team?.groups ?? [],
    names: new Map(Object.entries(world.actors).map(([key, actor]) => [key, actor.display_name])),
    groupNames: new Map(Object.entries(world.groups).map(([key, group]) => [key, group.name])),
    documents,
    tables,
    options,
    readable: [
      ...said,
      ...[...documents].flatMap(([key, { title, text }]) =>
        mayRead(key) ? [title, ...text.split('\n')] : [],
      ),
      ...[...tables].flatMap(([key, { title, rows }]) =>
        mayRead(key) ? rows.map((row) => rowLine(title, row)) : [],
      ),
    ],
    cases: evalset.cards.flatMap((card) => {
      const id = card.value.case_id;
      const evaluation = evaluations.find((one) => one.case_id === id);
      if (evaluation === undefined || !script.selection.cases.includes(id)) return [];
      return [
        {
          card,
          evaluation,
          group: card.value.group_key,
          crossGroups: card.value.cross_group ?? [],
          steps: steps.filter((step) => step.case_id === id),
        },
      ];
    }),
    render: renderTextOn(day0, evalset.file?.value.date_forms),
  };
}
