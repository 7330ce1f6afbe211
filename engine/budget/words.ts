import type { BatchLimits } from '../../schemas/index.ts';
import type { Counted } from './amounts.ts';

const number = (amount: number | null): string =>
  amount === null ? 'an amount that is not known' : String(Number(amount.toPrecision(6)));

/** The limit of one thing with its unit: `200000 tokens`, `12.5 USD`. */
export function amountText(counted: Counted, amount: number | null, currency: string): string {
  return `${number(amount)} ${counted === 'cost' ? currency : counted}`;
}

/** Why a case is not begun, or (`caseId` null) a question not asked. */
export function noRoomFor(
  { limits, currency }: { readonly limits: BatchLimits; readonly currency: string },
  counted: Counted,
  taken: number | null,
  caseId: string | null,
  need: number | null,
): string {
  const text = (amount: number | null): string => amountText(counted, amount, currency);
  const what = caseId === null ? 'this question' : `case ${caseId}`;
  return `the budget of the batch is ${text(limits[counted] ?? null)}; ${text(taken)} are used or reserved, and ${what} may take ${text(need)}`;
}

export function noTimeFor(minutes: number, playedSec: number, caseId: string, longestSec: number): string {
  const text = (seconds: number): string => String(Math.round(seconds / 6) / 10);
  return `the budget of the batch is ${number(minutes)} minutes of play; ${text(playedSec)} are over, and case ${caseId} may take ${text(longestSec)}`;
}
