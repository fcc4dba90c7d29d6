/** The small components that all views share. */
import { X, type LucideIcon } from 'lucide-preact';
import type { AnchorHTMLAttributes, ButtonHTMLAttributes, ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import type { Topic } from 'rekindle-client/live';

import { live, useTopic } from '../live/rekindle';
import { cut, spansOf, type Span } from '../logic/marks';
import { t } from '../strings';
import { inWordsOf } from './act';
import { hidden } from './deleting';
import { ago, moment, percent } from './format';
import { follow, go, withParams } from './router';
import { useId } from './hooks';

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

export function Page(props: {
  title: string;
  lead: string;
  actions?: ComponentChildren;
  children: ComponentChildren;
}) {
  return (
    <>
      <header class="page-head row apart">
        <div>
          <h1>{props.title}</h1>
          <p class="lead">{props.lead}</p>
        </div>
        {props.actions && <div class="row">{props.actions}</div>}
      </header>
      {props.children}
    </>
  );
}

export function Section(props: {
  title: string;
  /** What an address can name. */
  id?: string;
  lead?: ComponentChildren;
  actions?: ComponentChildren;
  /** The parameter of the address that opens it, for its button that closes it. */
  closes?: string;
  class?: string;
  children: ComponentChildren;
}) {
  const id = useId();
  const { closes } = props;
  return (
    <section id={props.id} class={`section ${props.class ?? ''}`} aria-labelledby={id}>
      <header class="section-head row apart">
        <div>
          <h2 id={id}>{props.title}</h2>
          {props.lead && <p class="muted">{props.lead}</p>}
        </div>
        {props.actions && <div class="row">{props.actions}</div>}
        {closes && (
          <Button icon={X} onClick={() => go(withParams({ [closes]: '' }))}>
            {t().common.close}
          </Button>
        )}
      </header>
      {props.children}
    </section>
  );
}

/** The data of a topic, or that it is loading, or why it failed. */
export function Show<T>(props: {
  of: Topic<T>;
  lines?: number;
  /** Whether what the last topic said stays until this one is read, as while somebody types. */
  stays?: boolean;
  children: (data: T) => ComponentChildren;
}) {
  const { data, error } = useTopic(props.of);
  const last = useRef(data);
  if (data !== undefined || !props.stays || error !== undefined) last.current = data;
  if (last.current !== undefined) return <>{props.children(last.current)}</>;
  if (error !== undefined) {
    return <Failure error={error} retry={() => void live.refresh(props.of)} />;
  }
  return <Skeleton lines={props.lines ?? 4} />;
}

export function Skeleton({ lines }: { lines: number }) {
  return (
    <div class="skeleton stack" role="status">
      <span class="hidden">{t().common.loading}</span>
      {Array.from({ length: lines }, (_, line) => (
        <div key={line} aria-hidden="true" />
      ))}
    </div>
  );
}

export function Failure({ error, retry }: { error: unknown; retry: () => void }) {
  return (
    <div class="state failure" role="alert">
      <p class="state-title">{t().errors['title']}</p>
      <p>{inWordsOf(error)}</p>
      <Button onClick={retry}>{t().common.retry}</Button>
    </div>
  );
}

export function Empty(props: {
  icon: LucideIcon;
  title: string;
  text?: string;
  children?: ComponentChildren;
}) {
  const { icon: Icon } = props;
  return (
    <div class="state">
      <Icon size={26} />
      <p class="state-title">{props.title}</p>
      {props.text && <p>{props.text}</p>}
      {props.children}
    </div>
  );
}

/** Why something has failed, if it has. */
export function Problem({ text }: { text: string }) {
  if (!text) return null;
  return (
    <p class="banner failed" role="alert">
      {text}
    </p>
  );
}

/** A share as a bar, with its percentage. */
export function Bar(props: {
  value: number;
  label: string;
  /** What the value is called, if not by its percentage. */
  text?: string;
  tone?: 'plain' | 'quiet' | 'full';
}) {
  return (
    <span class={`bar ${props.tone ?? 'plain'}`}>
      <span
        class="bar-track"
        role="meter"
        aria-label={props.label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(props.value * 100)}
        aria-valuetext={props.text ?? percent(props.value)}
      >
        {props.value > 0 && (
          <span class="bar-fill" style={{ width: `${Math.min(100, props.value * 100)}%` }} />
        )}
      </span>
    </span>
  );
}

/** What things are called, and what they are, as a description list. */
export function Terms(props: {
  class?: string;
  of: readonly (readonly [name: ComponentChildren, is: ComponentChildren])[];
}) {
  return (
    <dl class={props.class}>
      {props.of.map(([name, is], index) => (
        <div key={index}>
          <dt>{name}</dt>
          <dd>{is}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Links of which one leads to where one is, such as those to the parts of a view. */
export function Choices(props: {
  label: string;
  of: readonly (readonly [to: string, name: string, isHere: boolean])[];
}) {
  return (
    <nav class="row tight" aria-label={props.label}>
      {props.of.map(([to, name, isHere], place) => (
        // A name may hold a count. As the key, it would make a new link of each count, and the one
        // that has the focus or is being clicked would be gone.
        <Link key={place} class="chip tag" to={to} aria-current={isHere ? 'page' : undefined}>
          {name}
        </Link>
      ))}
    </nav>
  );
}

export function Chip(props: { tone?: string | undefined; children: ComponentChildren }) {
  return <span class={`chip ${props.tone ?? ''}`}>{props.children}</span>;
}

/** Lines in a card, or that there are none. */
export function Lines<T>(props: {
  of: readonly T[];
  none: string;
  children: (item: T, place: number) => ComponentChildren;
}) {
  if (!props.of.length) return <p class="card muted">{props.none}</p>;
  return <ul class="card rows compact">{props.of.map(props.children)}</ul>;
}

export function MoreButton(props: { of: { more(): Promise<unknown> }; label?: string }) {
  return (
    <Button look="wide" onClick={() => void props.of.more()}>
      {props.label ?? t().common.more}
    </Button>
  );
}

/** The rows of a list that grows, or what stands in its place while there are none. */
export function Paged<T extends { id: string }>(props: {
  of: Topic<{ items: T[]; more: boolean }> & { more(): Promise<void> };
  class?: string;
  empty: ComponentChildren;
  children: (item: T) => ComponentChildren;
}) {
  return (
    <Show of={props.of}>
      {({ items, more }) => {
        const shown = items.filter(({ id }) => !hidden.value.has(id));
        if (!shown.length) return props.empty;
        return (
          <>
            <ul class={props.class ?? 'card rows'}>{shown.map(props.children)}</ul>
            {more && <MoreButton of={props.of} />}
          </>
        );
      }}
    </Show>
  );
}

/** A text with stretches marked, such as the words of a search. */
export function Marked({ text, spans }: { text: string; spans: readonly Span[] }) {
  return (
    <>
      {cut(text, spans).map((part, index) =>
        part.span ? <mark key={index}>{part.text}</mark> : part.text,
      )}
    </>
  );
}

/** A message of the user's, in which the words that count are marked. */
export function Quoted({ text, quotes = [] }: { text: string; quotes?: readonly string[] }) {
  return (
    <blockquote>
      <q>
        <Marked text={text} spans={spansOf(text, quotes)} />
      </q>
    </blockquote>
  );
}
