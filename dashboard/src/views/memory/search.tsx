/** Search over all notes, showing the mode and the scores. */
import { Search as SearchIcon } from 'lucide-preact';
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { SearchAnswer, SearchMode, Tier } from 'rekindle-client';

import { rekindle, useTopic } from '../../live/rekindle';
import { chosenTag, usage } from '../../live/topics';
import { SEARCH_MODES, TIERS } from '../../logic/choices';
import { t } from '../../strings';
import { decimal } from '../../ui/format';
import { Bar, Empty, Failure, SelectField, Skeleton, TextField } from '../../ui/parts';
import { useDelayed } from '../../ui/use-delayed';
import { Entry, type EntryActions } from './entry';

export function Search(props: { actions: EntryActions; children: ComponentChildren }) {
  const words = t().memory;
  const [text, setText] = useState('');
  const [mode, setMode] = useState<SearchMode>('auto');
  const [target, setTarget] = useState<Tier | 'all'>('all');
  return (
    <>
      <form class="card search" role="search" onSubmit={(event) => event.preventDefault()}>
        <TextField
          class="search-text"
          label={words.search}
          placeholder={words.searchPlaceholder}
          type="search"
          maxLength={2000}
          value={text}
          onValue={setText}
        />
        <SelectField
          label={words.mode}
          value={mode}
          onValue={setMode}
          options={SEARCH_MODES.map((name) => [name, words.modes[name]] as const)}
        />
        <SelectField
          label={words.searchIn}
          value={target}
          onValue={setTarget}
          options={[
            ['all', words.everywhere],
            ...TIERS.map((name) => [name, words.tiers[name]] as const),
          ]}
        />
      </form>
      {chosenTag.value !== undefined && (
        <p class="banner tag-banner" role="status">
          {words.onlyTag(chosenTag.value)}
          <button
            type="button"
            class="button small"
            onClick={() => {
              chosenTag.value = undefined;
            }}
          >
            {words.allTags}
          </button>
        </p>
      )}
      {text.trim() ? (
        <Results text={text.trim()} mode={mode} target={target} actions={props.actions} />
      ) : (
        props.children
      )}
    </>
  );
}

function Results(props: {
  text: string;
  mode: SearchMode;
  target: Tier | 'all';
  actions: EntryActions;
}) {
  const words = t().memory;
  const { mode, target, actions } = props;
  const text = useDelayed(props.text);
  const [answer, setAnswer] = useState<SearchAnswer | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [turn, setTurn] = useState(0);
  // Every change to the notes changes their usage, too, so results are as fresh as the lists.
  const moved = useTopic(usage).data;
  const tag = chosenTag.value;

  useEffect(() => {
    const asked = new AbortController();
    rekindle.memory
      .search(
        text,
        { mode, target: target === 'all' ? undefined : target, tag, limit: 20 },
        { signal: asked.signal },
      )

      .then((found) => {
        setAnswer(found);
        setError(null);
      })
      .catch((reason: unknown) => {
        if (!asked.signal.aborted) setError(reason);
      });
    return () => asked.abort();
  }, [text, mode, target, tag, turn, moved]);

  if (error) return <Failure error={error} retry={() => setTurn(turn + 1)} />;
  if (!answer) return <Skeleton lines={4} />;
  const best = Math.max(...answer.results.map((result) => result.score), 1e-9);
  return (
    <section aria-live="polite">
      <p class="muted" role="status">
        {words.found(answer.results.length, words.modes[answer.mode])}
      </p>
      {answer.warnings?.length ? <p class="banner">{words.byWords}</p> : null}
      {answer.results.length === 0 && (
        <Empty
          icon={<SearchIcon size={26} aria-hidden="true" />}
          title={words.nothingFound}
          text={words.nothingFoundText}
        />
      )}
      {answer.results.length > 0 && (
        <ul class="card rows entries">
          {answer.results.map(({ entry, score, scores }) => (
            <Entry key={entry.id} entry={entry} actions={actions} showTier>
              <span class="score">
                <Bar value={score / best} label={words.score(decimal(score))} />
                <span class="figure">{words.score(decimal(score))}</span>
                {Object.entries(scores).map(([name, value]) => (
                  <span class="muted" key={name}>
                    {words.scores[name] ?? name} {decimal(value)}
                  </span>
                ))}
              </span>
            </Entry>
          ))}
        </ul>
      )}
    </section>
  );
}
