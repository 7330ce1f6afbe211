import type { JSX } from 'preact';
import type { CaseReview } from '../../../schemas/review.ts';
import { Words } from '../../shared/text/text.tsx';
import { instant } from '../../shared/text/when.ts';
import { usePanel } from '../context.ts';

/** Where the verdict comes from, for whoever has read to the end. */
export function About({ review }: { readonly review: CaseReview }): JSX.Element {
  const { t } = usePanel();
  const { batch } = review;
  const rows: readonly (readonly [string, string])[] = [
    [
      t.about.batch,
      [batch.name, batch.mode, instant(batch.created_at, t.locale)].filter((s) => s !== '').join(' · '),
    ],
    [t.about.evalset, [batch.evalset, batch.day0].filter((s) => s !== '').join(' · ')],
    [t.about.agent, batch.agent],
    [t.about.place, [review.storyline, review.group_name].filter((s) => s !== '').join(' · ')],
    [t.about.judges, review.judges.join(', ')],
    [t.about.judged, instant(review.judged_at ?? '', t.locale)],
    [t.about.attempt, review.attempt > 1 ? String(review.attempt) : ''],
  ];
  return (
    <dl class="about">
      {rows
        .filter(([, value]) => value !== '')
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <Words text={value} />
            </dd>
          </div>
        ))}
    </dl>
  );
}
