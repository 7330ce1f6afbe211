import type { Fact, TeamCard } from '../../../schemas/index.ts';
import { parseCheckpoints } from '../checkpoints.ts';
import { didYouMean, listed, meaning } from '../did-you-mean.ts';
import type { Located, ValuePath } from '../model.ts';
import { tell } from '../told.ts';
import type { EvalsetView } from '../view.ts';
import { cardsById, Findings, type EvalsetRule } from './rule.ts';

/**
 * `dependency-without-cause`: what a fact is to come about by does not exist (a line, a conditional line or a point that
 * its case has not), or nothing says by what it comes about. Then it is unknown in every batch, and so are the points
 * whose branches rest on it.
 */
export const dependencyCause: EvalsetRule = (view) => {
  const findings = new Findings();
  const { deps, excerpts } = view;
  if (deps === null) return findings.list;
  const byId = cardsById(view.cards);
  for (const [id, { leaves_facts: facts = [] }] of Object.entries(deps.value.cases)) {
    const card = byId.get(id);
    if (card === undefined || excerpts.has(card.file.path)) continue;
    facts.forEach((fact, i) => {
      look(findings, view, card, fact, { file: deps.file, at: ['cases', id, 'leaves_facts', i] });
    });
  }
  return findings.list;
};

function look(
  findings: Findings,
  view: EvalsetView,
  card: Located<TeamCard>,
  { id: name, by }: Fact,
  place: { readonly file: Located<TeamCard>['file']; readonly at: ValuePath },
): void {
  const id = card.value.case_id;
  const lines = linesOf(view, card.value);
  if (by === undefined) {
    if (lines.some((line) => line.by === 'colleague')) return;
    findings.add(
      'warning',
      'dependency-without-cause',
      { ...place, at: [...place.at, 'id'] },
      tell`Nothing says by what "${name}" comes about: case "${id}" has no line of a colleague. Say it in by (sent, check or point).`,
    );
    return;
  }
  if ('check' in by) return;
  const [key, wanted, known] =
    'sent' in by
      ? (['sent', String(by.sent), lines.map((line) => line.name)] as const)
      : (['point', by.point, pointsOf(view, card.value)] as const);
  if (known.includes(wanted)) return;
  findings.add(
    'error',
    'dependency-without-cause',
    { ...place, at: [...place.at, 'by', key] },
    tell`Case "${id}" has no ${key === 'sent' ? tell`line` : tell`point`} "${wanted}".${didYouMean(wanted, known)} It has: ${listed(known)}.`,
    meaning(wanted, known),
  );
}

/** Names of the lines of a card: numbers of turns, and `cond1` … of the conditional ones. */
function linesOf(
  { corrections }: EvalsetView,
  card: TeamCard,
): { name: string; by: 'asker' | 'colleague' }[] {
  const added = (corrections?.value.corrections ?? []).filter(
    (one) => one.op === 'add_turn' && one.case === card.case_id,
  );
  let conditionals = 0;
  return [...card.turns, ...added].flatMap((turn) => {
    if (!('kind' in turn) || !('turn' in turn)) return [];
    const conditional = turn.kind === 'npc_reply_conditional';
    if (conditional) conditionals += 1;
    return [
      {
        name: conditional ? `cond${conditionals}` : String(turn.turn),
        by: turn.kind === 'query' ? ('asker' as const) : ('colleague' as const),
      },
    ];
  });
}

const pointsOf = ({ memo }: EvalsetView, card: TeamCard): readonly string[] =>
  memo.points.of(card, () => parseCheckpoints(card.checkpoints_raw).points.map((point) => point.id));
