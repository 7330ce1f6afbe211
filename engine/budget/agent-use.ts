import type { MostPerTurn } from '../../schemas/index.ts';
import type { Told, UsageReports } from '../agents/usage.ts';
import { NOTHING, sum, type Amounts } from './amounts.ts';
import type { Attempt, Turn } from './attempts.ts';

export interface AgentUse {
  readonly used: Amounts;
  readonly turns: number;
  /** Of them those of which something counts as the most that a turn takes, because no report tells it. */
  readonly assumed: number;
}

/**
 * What the agent used in one playing. A report replaces what was taken for its turn, each of tokens and money by itself;
 * where a report is silent about one of them, that is the most that a turn takes, or what the others tell if it is more.
 */
export function useOfAttempt(attempt: Attempt, most: MostPerTurn, reports: UsageReports): AgentUse {
  const turns = attempt.turns.map((turn) => useOfTurn(turn, most, reports));
  const lines = attempt.turns.length;
  const written = lines === 0 ? 0 : (attempt.agentMessages ?? times(most.messages, lines));
  return {
    used: {
      ...sum(turns.map(({ tokens, cost }) => ({ messages: 0, tokens, cost }))),
      messages: written === null ? null : lines + written,
    },
    turns: lines,
    assumed: turns.filter(({ assumed }) => assumed).length,
  };
}

function useOfTurn({ messageId }: Turn, most: MostPerTurn, reports: UsageReports) {
  const reported = messageId === null ? undefined : reports.of(messageId);
  const tokens = oneOf(reported?.tokens, most.tokens);
  const cost = oneOf(reported?.cost, most.cost);
  // What nobody declared is not waited for in a report.
  const asked = [tokens, ...(most.cost === undefined ? [] : [cost])];
  return { tokens: tokens.amount, cost: cost.amount, assumed: asked.some((one) => !one.known) };
}

function oneOf(told: Told | undefined, most: number | undefined): { amount: number | null; known: boolean } {
  if (told?.silent === 0 || most === 0) return { amount: told?.sum ?? 0, known: true };
  return { amount: most === undefined ? null : Math.max(most, told?.sum ?? 0), known: false };
}

/** What the agent reported of messages that are no lines of the batch: where it is silent, each counts as a turn. */
export function useBeside(attempts: readonly Attempt[], most: MostPerTurn, reports: UsageReports): Amounts {
  const known = new Set(attempts.flatMap(({ turns }) => turns.flatMap(({ messageId }) => messageId ?? [])));
  const { tokens, cost } = reports.beside(known);
  const whole = ({ sum: told, silent }: Told, one: number | undefined): number | null => {
    const rest = silent === 0 ? 0 : times(one, silent);
    return rest === null ? null : told + rest;
  };
  return { ...NOTHING, tokens: whole(tokens, most.tokens), cost: whole(cost, most.cost) };
}

const times = (one: number | undefined, count: number): number | null =>
  one === undefined ? null : one * count;
