import type { JSX } from 'preact';
import type { EvidenceItem } from '../../../schemas/review.ts';
import { Icon } from '../../shared/icon.tsx';
import { Foreign, Words } from '../../shared/text/text.tsx';
import { usePanel } from '../context.ts';
import { DocumentLine, EventRow } from './item-line.tsx';
import { Message } from './item-message.tsx';
import { TableRow } from './item-row.tsx';
import { ItemTags, type ItemProps } from './item-tags.tsx';

type ItemOf<T extends EvidenceItem['type']> = Extract<EvidenceItem, { type: T }>;

/** One item of evidence, by its kind. */
export function Item({ item, kind, index }: ItemProps): JSX.Element {
  switch (item.type) {
    case 'section':
      return <Section item={item} />;
    case 'message':
      return <Message item={item} kind={kind} index={index} />;
    case 'conditional':
      return <ConditionalNote item={item} kind={kind} index={index} />;
    case 'row':
      return <TableRow item={item} kind={kind} index={index} />;
    case 'line':
      return <DocumentLine item={item} kind={kind} index={index} />;
    case 'event':
      return <EventRow item={item} kind={kind} index={index} />;
    case 'note':
      return <Note item={item} />;
  }
}

const SECTION_ICON: Readonly<Record<ItemOf<'section'>['icon'], string>> = {
  thread: 'comment-discussion',
  group: 'comment-discussion',
  table: 'table',
  document: 'file',
  events: 'shield',
  warning: 'warning',
};

function Section({ item }: { readonly item: ItemOf<'section'> }): JSX.Element {
  const { control, t } = usePanel();
  const { path } = item;
  return (
    <div class="section" role="heading" aria-level={3}>
      <Icon name={SECTION_ICON[item.icon]} />
      <span class="section-words">
        <b>
          <Foreign text={item.title} />
        </b>{' '}
        <span class="quiet">
          <Words text={item.note} />
        </span>
      </span>
      {path !== undefined && (
        <button
          type="button"
          class="icon-button"
          aria-label={t.openFile}
          title={t.openFile}
          onClick={() => control.send({ type: 'open', path })}
        >
          <Icon name="go-to-file" />
        </button>
      )}
    </div>
  );
}

/** Why a conditional line was said, or was not. */
function ConditionalNote({ item, kind, index }: ItemProps<ItemOf<'conditional'>>): JSX.Element {
  const { control, t } = usePanel();
  const { path } = item;
  return (
    <div class={item.fired ? 'conditional' : 'conditional not-sent'}>
      <p>
        <b>
          <Words text={item.title} />
        </b>
        {item.reason !== '' && (
          <>
            {item.fired ? t.because : ' · '}
            <Words text={item.reason} />
          </>
        )}
      </p>
      <p class="quiet">
        {item.condition !== '' && (
          <>
            {t.condition}: <Foreign text={item.condition} />
            {' · '}
          </>
        )}
        {t.decidedBy} <Words text={item.decided_by} />
        {path !== undefined && (
          <>
            {' · '}
            <button type="button" class="link" onClick={() => control.send({ type: 'open', path })}>
              {t.decisionFile}
            </button>
          </>
        )}
        <ItemTags kind={kind} index={index} />
      </p>
    </div>
  );
}

const NOTE_ICON: Readonly<Record<ItemOf<'note'>['icon'], string>> = {
  info: 'info',
  warning: 'warning',
  waiting: 'watch',
};

function Note({ item }: { readonly item: ItemOf<'note'> }): JSX.Element {
  return (
    <p class={`note note-${item.icon}`}>
      <Icon name={NOTE_ICON[item.icon]} />
      <Words text={item.text} />
    </p>
  );
}
