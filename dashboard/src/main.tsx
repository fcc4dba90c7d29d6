import '@fontsource-variable/inter/wght.css';
import '@fontsource-variable/newsreader/wght.css';
import '@fontsource-variable/newsreader/wght-italic.css';
import './styles/tokens.css';
import './styles/base.css';
import './styles/frame.css';
import './styles/parts.css';
import './styles/views.css';
import './styles/media.css';

import { render } from 'preact';
import { lazy } from 'preact/compat';

import { App } from './app';
import { embeddedIdentity, rememberedUser } from './auth/embedded';
import { environment, findEnvironment, identity } from './auth/session';
import { keepUpToDate } from './live/rekindle';
import { loadLanguage } from './strings';
import { keepFocus } from './ui/focus';
import { NothingHere } from './ui/frame';
import { later, Loaded } from './ui/loaded';
import { isConsent } from './ui/router';
import './ui/theme';
import { SignIn } from './views/sign-in';

const Consent = lazy(async () => (await later()).Consent);

function Root() {
  const who = identity.value;
  if (!who) return environment.value ? <SignIn where={environment.value} /> : null;
  if (!isConsent) return <App key={who.uid} />;
  return (
    <Loaded key={who.uid}>
      <Consent />
    </Loaded>
  );
}

/** Lets the browser draw, and answer a tap, between two pieces of work. */
const breathe = () => new Promise((resolve) => setTimeout(resolve));

async function start(): Promise<void> {
  const place = document.getElementById('app');
  if (!place) return;
  if ('nothingHere' in document.documentElement.dataset) {
    await loadLanguage();
    render(<NothingHere />, place);
    return;
  }
  await Promise.all([findEnvironment(), loadLanguage()]);
  const where = environment.value;
  const user = rememberedUser();
  if (where?.kind === 'embedded' && user) identity.value = embeddedIdentity(user, where.projectId);
  await breathe();
  if (!isConsent) keepUpToDate();
  keepFocus();
  await breathe();
  render(<Root />, place);
}

void start();
