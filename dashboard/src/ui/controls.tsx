/** Buttons, links within the page, and times. */
import type { LucideIcon } from 'lucide-preact';
import type { AnchorHTMLAttributes, ButtonHTMLAttributes, ComponentChildren } from 'preact';

import { ago, moment } from './format';
import { follow } from './router';

/** A button with words, or, with a label in their place, with an icon alone. */
export function Button({
  icon: Icon,
  look = '',
  label,
  children,
  ...rest
}: {
  icon?: LucideIcon;
  /** Classes of parts.css, such as `primary` or `small`. */
  look?: string;
  label?: string;
  children?: ComponentChildren;
} & ButtonHTMLAttributes) {
  const shape = label ? `icon quiet ${look}` : look;
  return (
    <button type="button" class={`button ${shape}`} aria-label={label} title={label} {...rest}>
      {Icon && <Icon size={label ? 18 : 16} />}
      {children}
    </button>
  );
}

/** A link that needs no reload. */
export function Link({ to, children, ...rest }: { to: string } & AnchorHTMLAttributes) {
  return (
    <a href={to} onClick={(event) => follow(event, to)} {...rest}>
      {children}
    </a>
  );
}

/** How long ago something was, or other words about it, over the exact time. */
export function When({ at, children }: { at: string; children?: ComponentChildren }) {
  return (
    <time class="muted" dateTime={at} title={moment(at)}>
      {children ?? ago(at)}
    </time>
  );
}
