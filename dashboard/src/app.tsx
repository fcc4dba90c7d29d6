/** The frame: navigation, the signed-in user, and the state of the connection. */
import {
  BookOpen,
  Brain,
  Database,
  Eye,
  History as HistoryIcon,
  LogOut,
  MoreHorizontal,
  Plug,
  Settings as SettingsIcon,
  UserRound,
  type LucideIcon,
} from 'lucide-preact';
import { lazy } from 'preact/compat';
import { useEffect, useRef } from 'preact/hooks';

import { identity, signOut } from './auth/session';
import { connection } from './live/rekindle';
import { t } from './strings';
import { Brand, Toasts } from './ui/frame';
import { later, Loaded } from './ui/loaded';
import { Actions } from './ui/menu';
import { follow, go, view, VIEWS, type View } from './ui/router';
import { Profile } from './views/profile';

const ICONS: Record<View, LucideIcon> = {
  profile: UserRound,
  memory: BookOpen,
  context: Eye,
  learning: Brain,
  history: HistoryIcon,
  connections: Plug,
  data: Database,
  settings: SettingsIcon,
};
/** The views in the bottom bar of a phone; the rest are behind "More". */
const ON_PHONE: readonly View[] = ['profile', 'memory', 'context', 'learning'];

// The first view is part of the first script. The others load when they are opened or when the page
// is idle, so that they are available offline, too.
const LATER = {
  memory: async () => (await later()).Memory,
  context: async () => (await later()).Context,
  learning: async () => (await later()).Learning,
  history: async () => (await import('./views/history')).History,
  connections: async () => (await later()).Connections,
  data: async () => (await later()).Data,
  settings: async () => (await later()).Settings,
};
const PAGES = {
  profile: Profile,
  memory: lazy(LATER.memory),
  context: lazy(LATER.context),
  learning: lazy(LATER.learning),
  history: lazy(LATER.history),
  connections: lazy(LATER.connections),
  data: lazy(LATER.data),
  settings: lazy(LATER.settings),
};
const TIME_TO_SPARE = 1500;

export function App() {
  const main = useRef<HTMLElement>(null);
  const shown = view.value;
  const first = useRef(true);
  const title = t().nav[shown];

  useEffect(() => {
    document.title = `${title} · Rekindle`;
  }, [title]);
  useEffect(() => {
    // The focus goes where a reload would put it; a screen reader then reads the new view.
    if (!first.current) main.current?.focus();
    first.current = false;
  }, [shown]);

  useEffect(() => {
    const load = () => Object.values(LATER).forEach((get) => void get().catch(() => undefined));
    const timer = window.setTimeout(load, TIME_TO_SPARE);
    return () => window.clearTimeout(timer);
  }, []);

  const Shown = PAGES[shown];
  return (
    <div class="frame">
      <a class="skip" href="#main">
        {t().common.skip}
      </a>
      <aside class="side">
        <Brand />
        <nav aria-label={t().nav.label}>
          {VIEWS.map((name) => (
            <NavLink key={name} to={name} />
          ))}
        </nav>
        <div class="side-foot">
          <Live />
          <Who />
        </div>
      </aside>
      <header class="top">
        <Brand />
        <Live />
        <Who />
      </header>
      <main id="main" ref={main} tabIndex={-1}>
        {connection.value === 'offline' && (
          <div class="banner" role="status">
            <strong>{t().offline.title}.</strong> {t().offline.text}
          </div>
        )}
        <Loaded key={shown}>
          <Shown />
        </Loaded>
      </main>
      <nav class="bottom" aria-label={t().nav.label}>
        {ON_PHONE.map((name) => (
          <NavLink key={name} to={name} />
        ))}
        <Actions
          label={t().nav.more}
          className={`nav-link ${ON_PHONE.includes(shown) ? '' : 'here'}`}
          actions={VIEWS.filter((name) => !ON_PHONE.includes(name)).map((name) => {
            const Icon = ICONS[name];
            return {
              label: t().nav[name],
              icon: <Icon size={18} aria-hidden="true" />,
              run: () => go(`/${name}`),
            };
          })}
        >
          <MoreHorizontal size={20} aria-hidden="true" />
          <span>{t().nav.more}</span>
        </Actions>
      </nav>
      <Toasts />
    </div>
  );
}

function NavLink({ to }: { to: View }) {
  const Icon = ICONS[to];
  return (
    <a
      class="nav-link"
      href={`/${to}`}
      aria-current={view.value === to ? 'page' : undefined}
      onClick={(event) => follow(event, `/${to}`)}
    >
      <Icon size={19} aria-hidden="true" />
      <span>{t().nav[to]}</span>
    </a>
  );
}

function Live() {
  const state = connection.value;
  return (
    <span class={`live ${state}`} role="status">
      <span class="live-dot" aria-hidden="true" />
      {t().live[state]}
    </span>
  );
}

function Who() {
  const who = identity.value;
  if (!who) return null;
  const label = t().nav.signedInAs(who.label);
  return (
    <div class="who">
      <span class="avatar" aria-hidden="true">
        {Array.from(who.label)[0]?.toUpperCase()}
      </span>
      <span class="who-name" title={label}>
        <span class="hidden">{label}</span>
        <span aria-hidden="true">{who.label}</span>
      </span>
      <button
        type="button"
        class="button icon quiet"
        aria-label={t().nav.signOut}
        title={t().nav.signOut}
        onClick={() => void signOut()}
      >
        <LogOut size={17} aria-hidden="true" />
      </button>
    </div>
  );
}
