/** How learning stands, and what the user can do about it: a strip above the timeline. */
import { Pause, Play, RefreshCw } from 'lucide-preact';
import type { LearningStatus, Profile, Settings, Spent } from 'rekindle-client';

import { rekindle, useTopic } from '../../live/rekindle';
import { batches, profile, settings, status } from '../../live/topics';
import { t } from '../../strings';
import { act, say } from '../../ui/act';
import { Button } from '../../ui/controls';
import { turnLearning } from '../../ui/learning';
import { dollars, number } from '../../ui/format';
import { Bar, Show, Terms } from '../../ui/parts';

type Learned = LearningStatus['learning'];

export function Standing() {
  const limits = useTopic(settings).data;
  const known = useTopic(profile).data;
  return (
    <Show of={status} lines={2}>
      {({ learning }) => (
        <section class="card standing row apart" aria-label={t().learning.title}>
          <Progress learning={learning} />
          {learning.lastError && (
            <div class="banner failed" role="alert">
              <strong>{t().learning.lastError}.</strong>{' '}
              {t().learning.errors[learning.lastError.reason] ?? learning.lastError.message}{' '}
              <Button look="small" onClick={() => void analyse()}>
                {t().learning.again}
              </Button>
            </div>
          )}
          <Terms
            class="facts columns"
            of={[
              [
                t().learning.analyzer,
                t().learning.analyzers[learning.analyzer] ?? learning.analyzer,
              ],
              [t().learning.costToday, <Cost key="today" of={learning.spentToday} />],
              [t().learning.costSoFar, <Cost key="total" of={learning.spentTotal} />],
              ...(limits && known ? roomIn(known, limits) : []),
            ]}
          />
        </section>
      )}
    </Show>
  );
}

/** Analyses what is pending, and tries failed analyses again. */
export async function analyse(): Promise<void> {
  await act(async () => {
    const answer = await rekindle.profile.refresh();
    say(answer.batchId ? t().learning.refreshed : t().learning.nothingPending);
  });
}

function Progress({ learning }: { learning: Learned }) {
  const words = t().learning;
  const { pending, interval, enabled } = learning;
  const label = words.progress(pending, interval);
  return (
    <>
      <div>
        <h2>{useHeadline(learning)}</h2>
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
  const rooms = [
    [words.preferences, known.preferences, settings.userProfileMaxPreferences],
    [words.patterns, known.patterns, settings.userProfileMaxPatterns],
    [words.workflows, known.workflows, settings.userProfileMaxWorkflows],
  ] as const;
  return rooms.map(([name, { length }, most]) => [
    name,
    t().learning.ofAtMost(number(length), number(most)),
  ]);
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

function useHeadline({ enabled, interval, pending }: Learned): string {
  const words = t().learning;
  const isRunning = useTopic(batches).data?.items.some(({ state }) =>
    ['queued', 'running'].includes(state),
  );
  if (!enabled) return words.off;
  if (isRunning) return words.running;
  if (interval === 1) return words.everyMessage;
  return pending < interval ? words.until(interval - pending) : words.ready;
}
