/** How learning stands, and what the user can do about it: a strip above the timeline. */
import { Pause, Play, RefreshCw } from 'lucide-preact';
import type { LearningStatus, Profile, Settings, Spent } from 'rekindle-client';

import { rekindle, useTopic } from '../../live/rekindle';
import { batches, profile, settings, status } from '../../live/topics';
import { t } from '../../strings';
import { act, say } from '../../ui/act';
import { dollars, number } from '../../ui/format';
import { Bar, Show } from '../../ui/parts';

type Learned = LearningStatus['learning'];

export function Standing() {
  const limits = useTopic(settings).data;
  const known = useTopic(profile).data;
  return (
    <Show of={status} lines={2}>
      {({ learning }) => (
        <section class="card standing" aria-label={t().learning.title}>
          <Progress learning={learning} />
          <Controls learning={learning} />
          {learning.lastError && (
            <div class="banner failed" role="alert">
              <strong>{t().learning.lastError}.</strong>{' '}
              {t().learning.errors[learning.lastError.reason] ?? learning.lastError.message}{' '}
              <button type="button" class="button small" onClick={() => void analyse()}>
                {t().learning.again}
              </button>
            </div>
          )}
          <dl class="standing-facts">
            <Fact name={t().learning.analyzer}>
              {t().learning.analyzers[learning.analyzer] ?? learning.analyzer}
            </Fact>
            <Fact name={t().learning.costToday}>
              <Cost of={learning.spentToday} />
            </Fact>
            <Fact name={t().learning.costSoFar}>
              <Cost of={learning.spentTotal} />
            </Fact>
            {limits && known && <Room profile={known} settings={limits} />}
          </dl>
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
  const running = useTopic(batches).data?.items.some(
    ({ state }) => state === 'queued' || state === 'running',
  );
  const label = words.progress(pending, interval);
  return (
    <div class="standing-progress">
      <h2>{headline(learning, running ?? false)}</h2>
      {enabled && interval > 1 && (
        <span class="standing-bar">
          <Bar value={pending / interval} label={label} />
          <span class="small muted figure">{label}</span>
        </span>
      )}
      {!enabled && <p class="muted">{interval ? words.offText : words.offByInterval}</p>}
    </div>
  );
}

function Controls({ learning: { enabled, interval } }: { learning: Learned }) {
  const words = t().learning;
  const turn = () =>
    act(
      () =>
        rekindle.account.set(
          enabled
            ? { learningEnabled: false }
            : { learningEnabled: true, ...(interval ? {} : { userMemoryAnalysisInterval: 10 }) },
        ),
      enabled ? words.pausedDone : words.resumedDone,
    );
  const Icon = enabled ? Pause : Play;
  return (
    <div class="row">
      <button type="button" class="button primary" onClick={() => void analyse()}>
        <RefreshCw size={16} aria-hidden="true" /> {words.refresh}
      </button>
      <button type="button" class="button" onClick={() => void turn()}>
        <Icon size={16} aria-hidden="true" />
        {enabled ? words.pause : words.resume}
      </button>
    </div>
  );
}

/** How many items of each kind there are, of how many at most. */
function Room(props: { profile: Profile; settings: Settings }) {
  const words = t().timeline;
  const { preferences, patterns, workflows } = props.profile;
  const { settings } = props;
  const rooms = [
    [words.sections.preferences, preferences.length, settings.userProfileMaxPreferences],
    [words.sections.patterns, patterns.length, settings.userProfileMaxPatterns],
    [words.sections.workflows, workflows.length, settings.userProfileMaxWorkflows],
  ] as const;
  return (
    <>
      {rooms.map(([name, count, most]) => (
        <Fact key={name} name={name}>
          {t().learning.ofAtMost(number(count), number(most))}
        </Fact>
      ))}
    </>
  );
}

function Fact(props: { name: string; children: preact.ComponentChildren }) {
  return (
    <div>
      <dt>{props.name}</dt>
      <dd>{props.children}</dd>
    </div>
  );
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

function headline({ enabled, interval, pending }: Learned, running: boolean): string {
  const words = t().learning;
  if (!enabled) return words.off;
  if (running) return words.running;
  if (interval === 1) return words.everyMessage;
  return pending < interval ? words.until(interval - pending) : words.ready;
}
