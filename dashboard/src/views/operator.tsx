/** What whoever runs the deployment needs: what failed, what it costs, how it is set. No content. */
import { Gauge, RotateCw } from 'lucide-preact';
import type { ComponentChildren } from 'preact';
import type { FailedBatch, ParkedWork, Rekindle, TriedAgain } from 'rekindle-client';
import { topic, type Topic } from 'rekindle-client/live';

import { actAsOperator } from '../auth/embedded';
import { findOut, isOperator } from '../auth/operator';
import { environment } from '../auth/session';
import { live, rekindle, useTopic } from '../live/rekindle';
import { t } from '../strings';
import { act, say } from '../ui/act';
import { Bar, Button, Chip, Empty, Lines, Page, Section, Show, Terms } from '../ui/parts';
import { ago, day, dollars, moment, number } from '../ui/format';

// Read when the view opens and when asked to: each look is logged, so nothing here asks by itself.
type Ask<T> = (all: Rekindle['operating'], options: Parameters<Topic<T>['read']>[1]) => Promise<T>;
const asked = <T,>(name: string, ask: Ask<T>) =>
  topic(`operator ${name}`, [], ({ operating }, options) => ask(operating, options));
const PAGE = { pageSize: 25 };
const failures = asked('failures', async (all, opts) => (await all.failures(PAGE, opts)).batches);
const parked = asked('parked', async (all, options) => (await all.parked(PAGE, options)).parked);
const spending = asked('spending', (all, options) => all.spending(7, options));
const runs = asked('runs', (all, options) => all.runs({ pageSize: 10 }, options));
const configuration = asked('configuration', (all, options) => all.configuration(options));
const ALL: Topic<unknown>[] = [failures, parked, spending, runs, configuration];

export function Operator() {
  const words = t().operator;
  if (!isOperator.value) return <Nobody />;
  const unset = <span class="muted">{words.unset}</span>;
  return (
    <Page
      title={words.title}
      lead={words.lead}
      actions={
        <Button icon={RotateCw} onClick={() => ALL.forEach((one) => void live.refresh(one))}>
          {words.refresh}
        </Button>
      }
    >
      {/* Whoever may not read one part may read none, and is told so once. */}
      <Show of={configuration} lines={8}>
        {({ version, variables }) => (
          <div class="columns settings">
            <Tries
              title={words.failures}
              of={failures}
              none={words.noFailures}
              verb={words.retry}
              all={words.retryAll}
              again={(id) => rekindle.operating.retry(id)}
              row={(batch: FailedBatch) => [
                batch.reason ?? words.noReason,
                words.failed(ago(batch.failedAt), batch.prompts, batch.attempts),
              ]}
            />
            <Tries
              title={words.parked}
              of={parked}
              none={words.noParked}
              verb={words.release}
              all={words.releaseAll}
              again={(id) => rekindle.operating.release(id)}
              row={(work: ParkedWork) => [
                work.kind,
                `${work.reason} · ${words.parkedSince(ago(work.parkedAt ?? work.dueAt), work.tries)}`,
              ]}
            />
            <Spending />
            <Section title={words.runs}>
              <Runs />
            </Section>
            <Section title={words.configuration} class="whole">
              <Terms
                class="card facts columns"
                of={[
                  [words.version, version],
                  ...Object.entries(variables).map(
                    ([name, value]) => [<code key={name}>{name}</code>, value || unset] as const,
                  ),
                ]}
              />
            </Section>
          </div>
        )}
      </Show>
    </Page>
  );
}

/** For whoever is no operator. On the embedded stack, anybody may be one. */
function Nobody() {
  const words = t().operator;
  const isLocal = environment.value?.kind === 'embedded';
  return (
    <Page title={words.title} lead={words.lead}>
      <Empty
        icon={Gauge}
        title={words.notYou}
        text={isLocal ? words.notYouLocal : words.notYouText}
      >
        {isLocal && (
          <Button
            look="primary"
            onClick={() => {
              actAsOperator();
              void findOut();
            }}
          >
            {words.become}
          </Button>
        )}
      </Empty>
    </Page>
  );
}

/** A list of what can be tried again, one by one or all at once. */
function Tries<Item extends { id: string; user: string }>(props: {
  title: string;
  of: Topic<Item[]>;
  none: string;
  verb: string;
  all: string;
  again: (id?: string) => Promise<TriedAgain>;
  row: (item: Item) => [what: string, about: string];
}) {
  const words = t().operator;
  const again = (id?: string) =>
    act(async () => {
      const { done, left } = await props.again(id);
      const reasons = Object.entries(left).map(([reason, count]) => words.left(reason, count));
      say([words.done(done), ...reasons].join(' '), reasons.length ? 'failed' : 'done');
      await live.refresh(props.of);
    });
  return (
    <Section
      title={props.title}
      actions={
        useTopic(props.of).data?.length ? (
          <Button onClick={() => void again()}>{props.all}</Button>
        ) : null
      }
    >
      <Show of={props.of}>
        {(items) => (
          <Lines of={items} none={props.none}>
            {(item) => (
              <Row key={item.id} of={[...props.row(item), `${item.user.slice(0, 12)}…`]}>
                <Button look="small" onClick={() => void again(item.id)}>
                  {props.verb}
                </Button>
              </Row>
            )}
          </Lines>
        )}
      </Show>
    </Section>
  );
}

/** A few words one below the other, the first of which name something. */
const Row = (props: { of: (string | null | undefined)[]; children: ComponentChildren }) => (
  <li class="apart">
    <span class="lines">
      {props.of.map((text, place) => (
        <span key={place} class={place ? 'muted small' : ''}>
          {text}
        </span>
      ))}
    </span>
    {props.children}
  </li>
);

function Spending() {
  const words = t().operator;
  return (
    <Section title={words.spending}>
      <Show of={spending}>
        {({ days, deploymentBudget, userBudget }) => {
          const most = Math.max(deploymentBudget ?? 0, ...days.map(({ amount }) => amount)) || 1;
          return (
            <div class="card stack">
              <Terms
                class="facts"
                of={days.map(({ day: date, amount }) => [
                  day(date),
                  <span key={date} class="row">
                    <Bar
                      value={amount / most}
                      label={day(date)}
                      tone={deploymentBudget && amount >= 0.8 * deploymentBudget ? 'full' : 'plain'}
                    />
                    {dollars(amount)}
                  </span>,
                ])}
              />
              <p class="muted small">
                {deploymentBudget ? words.budget(dollars(deploymentBudget)) : words.noBudget}{' '}
                {userBudget ? words.userBudget(dollars(userBudget)) : words.noUserBudget}
              </p>
            </div>
          );
        }}
      </Show>
    </Section>
  );
}

function Runs() {
  const words = t().operator;
  const sum = (counts: Record<string, number>) =>
    number(Object.values(counts).reduce((total, count) => total + count, 0));
  return (
    <Show of={runs}>
      {(page) => (
        <Lines of={page.runs} none={words.noRuns}>
          {(run) => (
            <Row
              key={run.at}
              of={[
                moment(run.at),
                words.run(sum(run.enqueued), sum(run.failed), number(run.parked)),
                run.reason,
              ]}
            >
              <Chip tone={run.complete ? 'good' : 'warn'}>
                {run.complete ? words.complete : words.incomplete}
              </Chip>
            </Row>
          )}
        </Lines>
      )}
    </Show>
  );
}
