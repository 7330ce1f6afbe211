import type { JSX } from 'preact';
import { pieces } from './invisible.ts';
import { langOf } from './lang.ts';

/**
 * Characters as they are, with a boxed code at each that cannot be seen. The code is drawn by the style sheet, so what
 * is selected, copied or searched stays the text to the letter.
 */
export function Characters({ text }: { readonly text: string }): JSX.Element {
  return (
    <>
      {pieces(text).map((piece, i) =>
        piece.code === undefined ? (
          piece.text
        ) : (
          <span key={i} class="hidden-char" data-code={piece.code}>
            {piece.text}
          </span>
        ),
      )}
    </>
  );
}

/** Words of an evalset or of evidence: own language and direction, and nothing in them reorders what stands around. */
export function Foreign({ text, class: name }: { text: string; class?: string }): JSX.Element {
  return (
    <span class={name === undefined ? 'foreign' : `foreign ${name}`} lang={langOf(text)} dir="auto">
      <Characters text={text} />
    </span>
  );
}

/** Words in the language of the panel that the host made; they may hold names that anybody chose. */
export function Words({ text, class: name }: { text: string; class?: string }): JSX.Element {
  return (
    <span class={name === undefined ? 'isolated' : `isolated ${name}`}>
      <Characters text={text} />
    </span>
  );
}
