import type { EvaluationCard } from '../../../schemas/index.ts';
import { parseCheckpoints } from '../../evalset/checkpoints.ts';
import { describeCharacter, firstDifference } from './characters.ts';
import type { Report } from './model.ts';
import type { Day } from './placeholders.ts';
import type { PlayedTurn, Quote } from './played.ts';
import type { FrozenCard, Script } from './read.ts';
import { verifyText } from './texts.ts';

/** Verifies an evaluation card: its texts are the rendered source, and its points are the lines of the checkpoints. */
export function verifyEvaluation(
  card: FrozenCard,
  turns: readonly PlayedTurn[],
  evaluation: EvaluationCard,
  script: Script,
  day: Day,
  report: Report,
): void {
  const { case_id } = card;
  const origins = script.provenance.cards[case_id] ?? {};
  const seen = new Set<string>();
  const claim = (
    name: string,
    actual: string,
    lines: readonly (Omit<Quote, 'turn'> & { turn?: number })[],
  ) => {
    seen.add(name);
    const own = lines.map((line) => ({ ...line, lead: '' }));
    verifyText(
      { caseId: case_id, lines: own, actual, origin: origins[name], compiled: `/${name}` },
      day,
      report,
    );
  };
  const text = (name: string, field: string, source: string, actual: string) =>
    claim(name, actual, [{ field, source, from: 0, to: source.length }]);
  const queries = turns.filter(({ kind }) => kind === 'query');
  queries.forEach(({ lines }, n) => {
    const actual = evaluation.query[n];
    if (actual !== undefined) claim(`query/${n}`, actual, lines);
  });
  if (evaluation.query.length !== queries.length)
    report({
      case_id,
      field: '/turns',
      code: 'query-count',
      message: `The evaluation card has ${evaluation.query.length} queries; the card asks ${queries.length}.`,
    });
  text('checkpoints_rendered', '/checkpoints_raw', card.checkpoints_raw, evaluation.checkpoints_rendered);
  if ((card.exec_notes === undefined) !== (evaluation.exec_notes_rendered === undefined))
    report({
      case_id,
      field: '/exec_notes',
      code: 'notes-missing',
      message: 'Only one of card and evaluation card has notes for director and judge.',
    });
  else if (card.exec_notes !== undefined)
    text('exec_notes_rendered', '/exec_notes', card.exec_notes, evaluation.exec_notes_rendered ?? '');
  for (const name of Object.keys(origins))
    if (!seen.has(name))
      report({
        case_id,
        field: '',
        code: 'provenance-extra',
        message: `The provenance names "${name}", which the evaluation card does not have.`,
      });
  verifyPoints(card, evaluation, report);
}

function verifyPoints(card: FrozenCard, evaluation: EvaluationCard, report: Report): void {
  const { case_id } = card;
  const place = { case_id, field: '/checkpoints_raw' };
  const whole = evaluation.checkpoints_rendered.split('\n');
  const lines = parseCheckpoints(card.checkpoints_raw).points;
  if (lines.length !== evaluation.points.length)
    report({
      ...place,
      code: 'point-count',
      message: `The evaluation card has ${evaluation.points.length} points; the checkpoints have ${lines.length}.`,
    });
  lines.forEach((line, i) => {
    const actual = evaluation.points[i];
    if (actual === undefined) return;
    for (const name of ['id', 'kind', 'result', 'delivery_gate'] as const)
      if (actual[name] !== line[name])
        report({
          ...place,
          code: 'point-field',
          message: `${name} of point ${i + 1} is ${JSON.stringify(actual[name])}; its line says ${JSON.stringify(line[name])}.`,
        });
    differs(line.text, actual.text, `Point ${line.id}`, `/points/${i}/text`);
    // Rendering keeps lines, so the point's line in the whole (verified on its own) is what it must say.
    const number = card.checkpoints_raw.slice(0, line.span.from).split('\n').length - 1;
    differs(
      whole[number] ?? '',
      actual.text_rendered,
      `Point ${line.id}, rendered,`,
      `/points/${i}/text_rendered`,
    );
  });
  function differs(expected: string, actual: string, what: string, compiled: string): void {
    const at = firstDifference(expected, actual);
    if (at !== null)
      report({
        ...place,
        at,
        compiled,
        expected,
        code: 'point-differs',
        message: `${what} is not its line: at offset ${at} it has ${describeCharacter(actual, at)} where the line has ${describeCharacter(expected, at)}.`,
      });
  }
}
