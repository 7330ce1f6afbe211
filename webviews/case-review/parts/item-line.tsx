import type { JSX } from 'preact';
import type { EvidenceItem } from '../../../schemas/review.ts';
import { Icon } from '../../shared/icon.tsx';
import { Words } from '../../shared/text/text.tsx';
import { usePanel } from '../context.ts';
import { ItemTags, type ItemProps } from './item-tags.tsx';
import { QuotedText } from './quoted-text.tsx';

type ItemOf<T extends EvidenceItem['type']> = Extract<EvidenceItem, { type: T }>;

/** A line of a document, as it was before or after the case. */
export function DocumentLine({ item, kind, index }: ItemProps<ItemOf<'line'>>): JSX.Element {
  const { model, t } = usePanel();
  const text = <QuotedText text={item.text} place={{ kind, index }} quotes={model.quotes.at(kind, index)} />;
  const changed = item.op !== 'same';
  return (
    <div class={`line line-${item.op}`}>
      <span class="line-number quiet">{item.n}</span>
      <span class="line-sign" aria-hidden="true">
        {item.op === 'add' ? '+' : item.op === 'remove' ? '−' : ''}
      </span>
      <div class="line-text">
        {item.op === 'add' ? <ins>{text}</ins> : item.op === 'remove' ? <del>{text}</del> : text}
        <ItemTags kind={kind} index={index} />
        {changed && item.actor !== '' && (
          <span class="line-by quiet">
            {' '}
            <Icon name={item.by === 'agent' ? 'robot' : 'person'} />
            <Words text={item.actor} />
            {item.by !== 'agent' && <span> · {t.notCounted}</span>}
          </span>
        )}
      </div>
    </div>
  );
}

const EVENT_ICON: Readonly<Record<ItemOf<'event'>['icon'], string>> = {
  read: 'eye',
  wrote: 'edit',
  sent: 'send',
  restored: 'discard',
  blocked: 'circle-slash',
  other: 'pulse',
};

/** What the platform recorded, never what the agent told. */
export function EventRow({ item, kind, index }: ItemProps<ItemOf<'event'>>): JSX.Element {
  const { model } = usePanel();
  return (
    <div class={item.by === 'agent' ? 'event' : 'event muted'}>
      <span class="when quiet">
        <Words text={item.when} />
      </span>
      <span class="event-verb">
        <Icon name={EVENT_ICON[item.icon]} />
        <Words text={item.verb} />
      </span>
      <span class="event-object">
        <QuotedText text={item.object} place={{ kind, index }} quotes={model.quotes.at(kind, index)} />
        {item.actor !== '' && (
          <span class="quiet">
            {' · '}
            <Words text={item.actor} />
          </span>
        )}
        <ItemTags kind={kind} index={index} />
      </span>
    </div>
  );
}
