/** The profile: what is known, how certain it is, and why. */
import { Sprout } from 'lucide-preact';
import type { Profile as ProfileData } from 'rekindle-client';

import { useTopic } from '../../live/rekindle';
import { profile, settings } from '../../live/topics';
import { leavesOf } from '../../logic/about';
import { t } from '../../strings';
import { ago, moment, number } from '../../ui/format';
import { Empty, Page, Show } from '../../ui/parts';
import { follow } from '../../ui/router';
import { AboutSection } from './about';
import { Patterns, Skills, Workflows } from './habits';
import { Preferences } from './preferences';

export function Profile() {
  const { data: rules } = useTopic(settings);
  return (
    <Page title={t().profile.title} lead={t().profile.lead}>
      <Show of={profile} lines={8}>
        {(data) => (
          <>
            <Facts profile={data} />
            {isEmpty(data) && <Beginning />}
            <AboutSection profile={data} settings={rules} />
            <Preferences profile={data} settings={rules} />
            <div class="columns">
              <Patterns patterns={data.patterns} />
              <Workflows workflows={data.workflows} />
            </div>
            <Skills skills={data.skillLevel} />
          </>
        )}
      </Show>
    </Page>
  );
}

function isEmpty(data: ProfileData): boolean {
  return (
    !leavesOf(data.about).length &&
    !data.preferences.length &&
    !data.patterns.length &&
    !data.workflows.length
  );
}

function Facts({ profile: data }: { profile: ProfileData }) {
  const words = t().profile;
  return (
    <dl class="facts">
      <div>
        <dt>{words.preferencesCount}</dt>
        <dd>{number(data.preferences.length)}</dd>
      </div>
      <div>
        <dt>{words.prompts}</dt>
        <dd>{number(data.totalPromptsAnalyzed)}</dd>
      </div>
      <div>
        <dt>{words.lastAnalyzed}</dt>
        <dd>
          {data.lastAnalyzed ? (
            <time dateTime={data.lastAnalyzed} title={moment(data.lastAnalyzed)}>
              {ago(data.lastAnalyzed)}
            </time>
          ) : (
            t().common.never
          )}
        </dd>
      </div>
      <div>
        <dt>{words.version}</dt>
        <dd data-testid="version">{number(data.version)}</dd>
      </div>
    </dl>
  );
}

function Beginning() {
  const words = t().profile;
  return (
    <Empty
      icon={<Sprout size={28} aria-hidden="true" />}
      title={words.emptyTitle}
      text={words.emptyText}
    >
      <a class="button" href="/timeline" onClick={(event) => follow(event, '/timeline')}>
        {words.toLearning}
      </a>
    </Empty>
  );
}
