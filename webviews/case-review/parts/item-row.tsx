import type { JSX } from 'preact';
import type { EvidenceItem } from '../../../schemas/review.ts';
import { Icon } from '../../shared/icon.tsx';
import { Foreign, Words } from '../../shared/text/text.tsx';
import { usePanel } from '../context.ts';
import { ItemTags, type ItemProps } from './item-tags.tsx';
import type { PlacedQuote } from '../model/quotes.ts';
import { QuotedText } from './quoted-text.tsx';

type Row = Extract<EvidenceItem, { type: 'row' }>;
type Cell = Row['cells'][number];

/** A row of a table: what was there before is struck out, what came is marked with a plus. */
export function TableRow({ item, kind, index }: ItemProps<Row>): JSX.Element {
  const { t } = usePanel();
  const still = item.op === 'same';
  const op = item.op === 'add' ? t.added : item.op === 'remove' ? t.removed : '';
  return (
    <div class={`row${item.counts && !still ? '' : ' muted'}`}>
      <div class="row-name">
        <b>
          <Foreign text={item.row} />
        </b>
        {op !== '' && <span class="tag">{op}</span>}
      </div>
      <div class="row-cells">
        {item.cells.map((cell, i) => (
          <CellChange key={i} cell={cell} kind={kind} index={index} />
        ))}
        {(item.actor !== '' || still) && (
          <p class="row-by quiet">
            {item.actor !== '' && <Icon name={item.by === 'agent' ? 'robot' : 'person'} />}
            <Words text={item.actor} />
            {!item.counts && !still && <span> · {t.notCounted}</span>}
            {still && <span>{t.unchanged}</span>}
            <ItemTags kind={kind} index={index} />
          </p>
        )}
        {item.actor === '' && !still && <ItemTags kind={kind} index={index} />}
      </div>
    </div>
  );
}

function CellChange({ cell, kind, index }: { cell: Cell } & Pick<ItemProps, 'kind' | 'index'>): JSX.Element {
  const { model } = usePanel();
  const { column, before, after, op } = cell;
  const quotes = model.quotes.at(kind, index).filter(({ quote }) => inColumn(quote, column));
  const place = { kind, index, column };
  return (
    <div class="cell" data-column={column}>
      <span class="cell-column quiet">
        <Foreign text={column} />
      </span>
      <span class="cell-values">
        {before !== undefined && op !== 'same' && (
          <del>
            <QuotedText
              text={before}
              place={place}
              quotes={after === undefined ? quotes : []}
              whole={after === undefined}
            />
          </del>
        )}
        {before !== undefined && after !== undefined && op !== 'same' && ' '}
        {after !== undefined && op !== 'same' && (
          <ins>
            <QuotedText text={after} place={place} quotes={quotes} />
          </ins>
        )}
        {op === 'same' && (after ?? before) !== undefined && (
          <QuotedText text={after ?? before ?? EMPTY} place={place} quotes={quotes} />
        )}
      </span>
    </div>
  );
}

const EMPTY = { parts: [], length: 0 };

function inColumn({ target }: PlacedQuote['quote'], column: string): boolean {
  return target?.column === column;
}
