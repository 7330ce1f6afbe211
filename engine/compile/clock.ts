import type { TeamCard } from '../../schemas/index.ts';
import type { RenderedText } from './pipeline.ts';
import { renderText, type RenderContext } from './render.ts';
import { isInstant } from './world.ts';
import { tell, type Told } from '../evalset/told.ts';

export interface ClockMinute {
  /** Null for a case that is not played at a fixed minute. */
  readonly instant: string | null;
  /** The card's own text of it, rendered; null where the minute is the execution's. */
  readonly text: RenderedText | null;
  readonly at: 'clock_at';
  readonly problems: readonly Told[];
}

/**
 * The minute at which a clock case is asked (ours): its `clock_at`, or the first whole minute at or behind the instant of
 * the execution, in the same offset.
 */
export function clockMinute(card: TeamCard, kickoff: string, context: RenderContext): ClockMinute {
  const none = { instant: null, text: null, at: 'clock_at' } as const;
  const { clock_at: source } = card;
  if (card.clock_batch !== true)
    return {
      ...none,
      problems:
        source === undefined
          ? []
          : [tell`Only a clock case has a minute. Set clock_batch: true, or remove it.`],
    };
  if (source === undefined) return { ...none, instant: wholeMinute(kickoff), problems: [] };
  const { text, moves, problems } = renderText(source, context);
  if (problems.length > 0) return { ...none, problems: problems.map(({ told }) => told) };
  if (!isInstant(text) || !/T\d\d:\d\d(:00(\.0+)?)?[Z+-]/.test(text))
    return {
      ...none,
      problems: [
        tell`"${text}" is no instant of a whole minute; write it as {{D|YYYY-MM-DD}}Thh:mm:00+hh:mm.`,
      ],
    };
  return { ...none, instant: text, text: { source, moves }, problems: [] };
}

const MINUTE = 60_000;

function wholeMinute(instant: string): string | null {
  const zone = /(Z|([+-])(\d\d):(\d\d))$/.exec(instant);
  const [, suffix = 'Z', sign, hours = '0', minutes = '0'] = zone ?? [];
  const offset = (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * MINUTE;
  const at = Math.ceil(Date.parse(instant) / MINUTE) * MINUTE;
  // A kickoff that is no instant was reported with the world.
  if (Number.isNaN(at)) return null;
  return `${new Date(at + offset).toISOString().slice(0, 19)}${suffix}`;
}
