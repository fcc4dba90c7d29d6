/** The exact text that an assistant gets, live while a question is typed. */
import { Copy, EyeOff } from 'lucide-preact';
import { useEffect, useRef } from 'preact/hooks';
import type { ContextBlock } from 'rekindle-client';

import { useTopic } from '../live/rekindle';
import { contextFor, usage } from '../live/topics';
import { addressInContext } from '../logic/items';
import { cut } from '../logic/marks';
import { t } from '../strings';
import { act } from '../ui/act';
import { TextField } from '../ui/fields';
import { Button, Chip, Empty, Lines, Link, Page, Section, Show } from '../ui/parts';
import { inLine, number } from '../ui/format';
import { go, param, withParams } from '../ui/router';
import { useDelayed } from '../ui/hooks';
import { factLabel } from '../ui/facts';

export function Context() {
  const words = t().context;
  const query = param('q');
  const limit = param('max');
  const choose = (name: string) => (value: string) =>
    go(withParams({ [name]: value }), { replace: true });
  return (
    <Page title={words.title} lead={words.lead}>
      <div class="card fields">
        <TextField
          class="longest"
          label={words.query}
          placeholder={words.queryPlaceholder}
          maxLength={2000}
          value={query}
          onValue={choose('q')}
        />
        <TextField
          label={`${words.maxChars} (${words.maxCharsUnit})`}
          type="number"
          min="0"
          max="1000000"
          step="100"
          placeholder={words.unlimited}
          value={limit}
          onValue={choose('max')}
        />
      </div>
      <Show of={contextFor(useDelayed(query.trim()), useDelayed(limit.trim()))} lines={8} stays>
        {(answer) => (
          <div class="context">
            <Block answer={answer} isAsked={query.trim() !== ''} />
            <Omitted answer={answer} />
          </div>
        )}
      </Show>
    </Page>
  );
}

function Block({ answer, isAsked }: { answer: ContextBlock; isAsked: boolean }) {
  const words = t().context;
  const pre = useRef<HTMLPreElement>(null);
  const added = useRef<HTMLElement>(null);
  const length = Array.from(answer.text).length;
  const stable = answer.stablePrefixLength;
  const [empty, emptyText] = answer.omitted.some(({ why }) => why === 'maxChars')
    ? [words.nothingFits, words.nothingFitsText]
    : [words.empty, words.emptyText];
  useEffect(() => {
    if (!pre.current) return;
    const top = added.current ? added.current.offsetTop - pre.current.offsetTop - 40 : 0;
    pre.current.scrollTop = Math.max(0, top);
    added.current?.scrollIntoView({ block: 'nearest' });
  }, [answer.text]);
  const copy = () => act(() => navigator.clipboard.writeText(answer.text), words.copied);
  return (
    <Section
      title={words.block}
      lead={inLine(
        words.tokens(number(length), number(Math.ceil(length / CHARS_PER_TOKEN))),
        stable > 0 && words.stable(number(stable)),
      )}
      actions={
        answer.text ? (
          <Button icon={Copy} onClick={() => void copy()}>
            {words.copy}
          </Button>
        ) : null
      }
    >
      {answer.warnings.length > 0 && (
        <p class="banner" role="status">
          {answer.text ? words.unsearched : words.unread}
        </p>
      )}
      {isAsked && length > 0 && stable >= length && (
        <p class="banner" role="status">
          {words.addsNothing}
        </p>
      )}
      {answer.text ? (
        // A scrolling region must be reachable by keyboard.
        // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <pre ref={pre} class="block" tabIndex={0} aria-label={words.block}>
          {linked(answer, 0, stable)}
          {stable < length && (
            <mark ref={added} aria-label={words.forQuestion}>
              {linked(answer, stable, length)}
            </mark>
          )}
        </pre>
      ) : (
        <Empty icon={EyeOff} title={empty} text={emptyText} />
      )}
    </Section>
  );
}

/** Characters per token, as a rule of thumb for English. */
const CHARS_PER_TOKEN = 4;

/** Where one reads and changes what a line says. */
function placeOf(section: string, id: string): string {
  const item = addressInContext(section, id);
  return item ? withParams({ item }) : `/memory?note=${encodeURIComponent(id)}`;
}

/** A part of the text, each item in it a link to what it shows. */
const linked = (answer: ContextBlock, from: number, to: number) =>
  cut(answer.text, answer.items ?? [], from, to).map(({ text, span }) =>
    span ? (
      <Link key={span.start} to={placeOf(span.section, span.id)}>
        {text}
      </Link>
    ) : (
      text
    ),
  );

function Omitted({ answer }: { answer: ContextBlock }) {
  const words = t().context;
  const archived = useTopic(usage).data?.archive.entries ?? 0;
  const named = [...(answer.items ?? []), ...answer.omitted];
  const unnamed = archived - named.filter(({ section }) => section === 'archive').length;
  return (
    <Section title={words.omitted}>
      {unnamed > 0 && (
        <p class="card">
          <Link to="/memory?tab=archive">{words.archiveOmitted(unnamed)}</Link>
        </p>
      )}
      {(answer.omitted.length > 0 || unnamed <= 0) && (
        <Lines of={answer.omitted} none={words.nothingOmitted}>
          {(item, place) => (
            <li key={`${item.section} ${item.id ?? place}`}>
              <span class="omitted-name">
                {item.section === 'about' && item.id ? factLabel(item.id) : item.label}
              </span>{' '}
              <Chip tone="warn">{words.why[item.why] ?? item.why}</Chip>{' '}
              <span class="muted small">{words.sections[item.section] ?? item.section}</span>
            </li>
          )}
        </Lines>
      )}
    </Section>
  );
}
