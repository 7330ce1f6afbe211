import type { SourceVerdict } from '../../schemas/review.ts';
import { plain, type Words } from '../report/index.ts';
import { batchRef } from './batch-ref.ts';
import type { CaseModel } from './case.ts';
import type { FoundQuote } from './quotes.ts';
import { sentence } from './review.ts';

/** A verdict as it is drawn into an author's file; null when the case has none. */
export function sourceVerdictOf(model: CaseModel, words: Words): SourceVerdict | null {
  const { judged, facts, caseId, frozen } = model;
  const { verdict } = judged;
  if (verdict === null) return null;
  return {
    case_id: caseId,
    batch: batchRef(facts, words),
    state: verdict.status,
    text: plain(sentence(model, words)),
    judged_at: verdict.judge.judged_at,
    ...(frozen === null ? {} : { card_hash: frozen.hash }),
    points: model.points.map((point) => {
      const first = point.judgements.find((one) => one.by === 'first');
      const second = point.judgements.find((one) => one.by === 'second');
      // What decided is shown: a person's word where there is one.
      const decided = point.human.find((one) => one.adopted && one.who === point.decidedBy) ?? first;
      const differs = second !== undefined && second.word !== (first?.word ?? 'none');
      return {
        id: point.id,
        text: point.text,
        state: point.state,
        label: point.label(words),
        ...(differs ? { second: second.word } : {}),
        reason: decided?.reason ?? '',
        quotes: (decided?.quotes ?? []).map((quote) => ({
          text: quote.text(words),
          source: sourceOf(quote, model),
          verified: quote.verified,
        })),
      };
    }),
  };
}

/** Whose words they are, where and when; else the file. */
function sourceOf(quote: FoundQuote, { evidence, cast }: CaseModel): string {
  const placed = evidence.messages.find(({ message }) => message.message_id === messageIdOf(quote));
  if (placed === undefined) {
    const asset = evidence.assets.find((file) => file.path === quote.path)?.evidence;
    return asset === undefined ? quote.path : (asset.title ?? cast.asset(asset.asset));
  }
  const { message } = placed;
  return [
    cast.name(message.author),
    cast.group(message.chat),
    cast.clock(message.ts, message.ts_precision),
  ].join(' · ');
}

function messageIdOf(quote: FoundQuote): string | undefined {
  return quote.message_id ?? quote.found;
}
