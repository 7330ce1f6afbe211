import type { JSX } from 'preact';
import type { EvidenceItem } from '../../../schemas/review.ts';
import { Icon } from '../../shared/icon.tsx';
import { Foreign, Words } from '../../shared/text/text.tsx';
import { usePanel } from '../context.ts';
import { ItemTags, type ItemProps } from './item-tags.tsx';
import { QuotedText } from './quoted-text.tsx';

/** A message in its thread: the agent's indented with a bar, an actor's flat. */
export function Message({
  item,
  kind,
  index,
}: ItemProps<Extract<EvidenceItem, { type: 'message' }>>): JSX.Element {
  const { model, t } = usePanel();
  const agent = item.author === 'agent';
  return (
    <article data-message-id={item.message_id} class={agent ? 'message agent' : 'message'}>
      <header class="message-head">
        <Icon name={agent ? 'robot' : 'person'} />
        <b class="message-name">
          <Foreign text={item.name} />
        </b>
        <span class="quiet message-role">
          <Words text={item.role} />
        </span>
        {item.label !== '' && (
          <span class="tag">
            <Words text={item.label} />
          </span>
        )}
        <span class="quiet when">
          <Words text={item.when} />
        </span>
      </header>
      <div class={item.deleted ? 'message-text deleted' : 'message-text'}>
        <QuotedText text={item.text} place={{ kind, index }} quotes={model.quotes.at(kind, index)} />
        <ItemTags kind={kind} index={index} />
      </div>
      {(item.deleted || item.edits > 0 || item.attachments.length > 0) && (
        <p class="message-foot quiet">
          {item.deleted && (
            <span>
              <Icon name="trash" />
              {t.deleted}
            </span>
          )}
          {item.edits > 0 && (
            <span>
              <Icon name="edit" />
              {t.edits(item.edits)}
            </span>
          )}
          {item.attachments.map((name, i) => (
            <span key={i}>
              <Icon name="file" />
              <Foreign text={name} />
            </span>
          ))}
        </p>
      )}
    </article>
  );
}
