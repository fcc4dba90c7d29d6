/** How learning stands, and what the user can do about it: a strip above the timeline. */
import { Pause, Play, RefreshCw } from 'lucide-preact';
import type { LearningStatus, Profile, Settings, Spent } from 'rekindle-client';

import { rekindle, useTopic } from '../../live/rekindle';
import { batches, profile, settings, status } from '../../live/topics';
import { t } from '../../strings';
import { act, say, turnLearning } from '../../ui/act';
import { Bar, Button, Show, Terms } from '../../ui/parts';
import { dollars, number } from '../../ui/format';

type Learned = LearningStatus['learning'];

export function Standing() {
  const words = t().learning;
  const limits = useTopic(settings).data;
  const known = useTopic(profile).data;
  return (
    <Show of={status} lines={2}>
      {({ learning }) => (
        <section class="card standing row apart" aria-label={words.title}>
          <Progress learning={learning} />
          {learning.lastError && <Failed what={words.lastError} by={learning.lastError} />}
          <Terms
            class="facts columns"
            of={[
              [words.analyzer, words.analyzers[learning.analyzer] ?? learning.analyzer],
              [words.costToday, <Cost key="today" of={learning.spentToday} />],
              [words.costSoFar, <Cost key="total" of={learning.spentTotal} />],
              ...(limits && known ? roomIn(known, limits) : []),
            ]}
          />
        </section>
      )}
    </Show>
  );
}

/** Why an analysis failed, and a button that tries again. */
export function Failed(props: { what: string; by: NonNullable<Learned['lastError']> }) {
  const words = t().learning;
  return (
    <div class="banner failed" role="alert">
      <strong>{props.what}.</strong> {words.errors[props.by.reason] ?? props.by.message}{' '}
      <Button look="small" onClick={() => void analyse()}>
        {words.again}
      </Button>
    </div>
  );
}

/** Analyses what is pending, and tries failed analyses again. */
async function analyse(): Promise<void> {
  await act(async () => {
    const answer = await rekindle.profile.refresh();
    say(answer.batchId ? t().learning.refreshed : t().learning.nothingPending);
  });
}

function Progress({ learning }: { learning: Learned }) {
  const words = t().learning;
  const { pending, interval, enabled } = learning;
  const label = words.progress(pending, interval);
  const isRunning = useTopic(batches).data?.items.some(({ state }) =>
    ['queued', 'running'].includes(state),
  );
  const next =
    interval === 1 ? words.everyMessage : pending < interval && words.until(interval - pending);
  return (
    <>
      <div>
        <h2>{!enabled ? words.off : isRunning ? words.running : next || words.ready}</h2>
        {enabled && interval > 1 && (
          <span class="row">
            <Bar value={pending / interval} label={label} />
            <span class="small muted figure">{label}</span>
          </span>
        )}
        {!enabled && <p class="muted">{interval ? words.offText : words.offByInterval}</p>}
      </div>
      <div class="row">
        <Button look="primary" icon={RefreshCw} onClick={() => void analyse()}>
          {words.refresh}
        </Button>
        <Button icon={enabled ? Pause : Play} onClick={() => void turnLearning(enabled, interval)}>
          {enabled ? words.pause : words.resume}
        </Button>
      </div>
    </>
  );
}

/** How many items of each kind there are, of how many at most. */
function roomIn(known: Profile, settings: Settings): [string, string][] {
  const words = t().timeline.sections;
  const room = (items: unknown[], most: number) =>
    t().learning.ofAtMost(number(items.length), number(most));
  return [
    [words.preferences, room(known.preferences, settings.userProfileMaxPreferences)],
    [words.patterns, room(known.patterns, settings.userProfileMaxPatterns)],
    [words.workflows, room(known.workflows, settings.userProfileMaxWorkflows)],
  ];
}

/** What was spent, and on how many tokens. */
export function Cost({ of }: { of: Spent }) {
  const words = t().learning;
  const tokens = of.promptTokens + of.completionTokens;
  return (
    <>
      {of.cost ? dollars(of.cost) : words.costFree}
      {tokens > 0 && <span class="muted small"> {words.tokens(number(tokens))}</span>}
    </>
  );
}
