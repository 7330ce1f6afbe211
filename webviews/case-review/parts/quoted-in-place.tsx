import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import type { ReviewPoint } from '../../../schemas/review.ts';
import { Words } from '../../shared/text/text.tsx';
import { usePanel } from '../context.ts';
import { quotesOf } from '../model/quotes.ts';
import { Item } from './item.tsx';

/** In one column: the message that the chosen point rests on, under the point. */
export function QuotedInPlace({ point }: { readonly point: ReviewPoint }): JSX.Element | null {
  const { model, control, t } = usePanel();
  const placed =
    model.quotes.byId.get(model.quote ?? '') ?? quotesOf(model.quotes, point.id, model.view.tab)[0];
  const target = placed?.quote.point === point.id ? placed.quote.target : null;
  useEffect(() => {
    if (target != null) control.want(target.kind, target.index, target.index);
  });
  if (target == null || placed === undefined) return null;
  const item = model.evidence.item(target.kind, target.index);
  if (item === undefined) return <p class="quiet">{t.loading}</p>;
  const section = model.evidence.sectionOf(target.kind, target.index);
  return (
    <div class="in-place">
      <p class="in-place-head">
        <span class="quiet">
          {section !== undefined && <Words text={section.title} />}
          {section !== undefined && section.note !== '' && (
            <>
              {' · '}
              <Words text={section.note} />
            </>
          )}
        </span>
        <button type="button" class="link" onClick={() => control.goTo(placed.quote.id, true)}>
          {t.showInThread[target.kind]}
        </button>
      </p>
      <Item item={item} kind={target.kind} index={target.index} />
    </div>
  );
}
