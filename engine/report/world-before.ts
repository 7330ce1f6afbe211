import type { JudgeTemplate, Reading } from '../../schemas/index.ts';
import { indented, oneLine, visible } from './terminal.ts';
import { en } from './words.en.ts';

const ids = (all: readonly { readonly case_id: string }[]): string =>
  all.map(({ case_id: id }) => id).join(', ');

/** What stood in the world before a case, and which messages of its window are not its own. */
export function worldBeforeLines(template: JudgeTemplate | undefined, width: number): string[] {
  const { world_before: world, agent_messages: messages = [], of_other_cases: others = [] } = template ?? {};
  const words = en.worldBefore;
  const facts = world === undefined || world.facts.length === 0 ? [] : world.facts;
  const shared = messages.filter((one) => one.shared_window !== undefined);
  return [
    ...(world === undefined || facts.length === 0
      ? []
      : [
          '',
          ...indented(
            oneLine(
              `${words.title}: ${words.order(ids(world.ran_before), world.earlier ?? 0, ids(world.ran_beside))}`,
            ),
            '',
            width,
          ),
        ]),
    ...facts.flatMap(({ id, case_id, text, stood, at, reason }) => [
      ...indented(oneLine(words.fact(stood, id, case_id, at ?? '')), '  ', width),
      ...indented(visible(text), '    ', width),
      ...indented(visible(reason), '    ', width),
    ]),
    ...shared.flatMap(({ message_id: id, chat, shared_window: cases = [] }) =>
      indented(oneLine(`message ${id} in ${chat}: ${en.sharedWindow(cases.join(', '))}`), '', width),
    ),
    ...others.flatMap(({ message_id: id, chat, case_id, why }) =>
      indented(oneLine(`message ${id} in ${chat} ${en.ofOtherCase(case_id)}: ${why}`), '', width),
    ),
  ];
}

/** The branches of a point, each with whether it applies. */
export function readingLines(readings: readonly Reading[] | undefined, width: number): string[] {
  return (readings ?? []).flatMap(({ applies, when, fact, text, or_as_written: either }) =>
    indented(
      `${oneLine(en.worldBefore.reading(applies, when, fact, either === true))}: ${visible(text)}`,
      '    ',
      width,
    ),
  );
}
