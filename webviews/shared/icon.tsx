import type { JSX } from 'preact';

/** A codicon. It is decoration unless it has a label. */
export function Icon({ name, label, class: extra }: IconProps): JSX.Element {
  const classes = `codicon codicon-${name}${extra === undefined ? '' : ` ${extra}`}`;
  return label === undefined ? (
    <span class={classes} aria-hidden="true" />
  ) : (
    <span class={classes} role="img" aria-label={label} title={label} />
  );
}

interface IconProps {
  readonly name: string;
  readonly label?: string;
  readonly class?: string;
}
