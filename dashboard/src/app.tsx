/** The frame: navigation, the signed-in user, and the state of the connection. */
import {
  BookOpen,
  Eye,
  Gauge,
  History as HistoryIcon,
  LogOut,
  Plug,
  Search,
  Settings as SettingsIcon,
  Sun,
  type LucideIcon,
} from 'lucide-preact';
import type { ComponentType } from 'preact';
import { lazy } from 'preact/compat';
import { useEffect, useRef, useState } from 'preact/hooks';

import { isOperator } from './auth/operator';
import { identity } from './auth/session';
import { connection, setback } from './live/rekindle';
import { t } from './strings';
import { inWordsOf, kindOf } from './ui/act';
import { Button, Link } from './ui/parts';
import { Brand, leave, Toasts } from './ui/frame';
import { later, Loaded } from './ui/loaded';
import { param, view, VIEWS, type View } from './ui/router';
import { Today } from './views/today';

const ICONS: Record<View, LucideIcon> = {
  today: Sun,
  memory: BookOpen,
  context: Eye,
  timeline: HistoryIcon,
  connections: Plug,
  settings: SettingsIcon,
  operator: Gauge,
};

// The first view is part of the first script. The others load when they are opened or when the page
// is idle, so that they are available offline, too.
const LATER = {
  memory: async () => (await later()).Memory,
  context: async () => (await later()).Context,
  timeline: async () => (await import('./views/timeline')).Timeline,
  connections: async () => (await later()).Connections,
  settings: async () => (await later()).Settings,
  operator: async () => (await import('./views/operator')).Operator,
};
const PAGES: Record<string, ComponentType> = Object.fromEntries(
  Object.entries(LATER).map(([name, load]) => [name, lazy(load)]),
);
const ItemPanel = lazy(async () => (await later()).ItemPanel);
const Palette = lazy(() => import('./ui/palette'));
const TIME_TO_SPARE = 1500;

/** The views in the navigation. */
const offered = () => VIEWS.filter((name) => name !== 'operator' || isOperator.value);

export function App() {
  const main = useRef<HTMLElement>(null);
  const shown = view.value;
  const first = useRef(true);
  const title = t().nav[shown];
  const [isFinding, setFinding] = useState(false);

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

  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isChord = (event.metaKey || event.ctrlKey) && !event.altKey && !event.shiftKey;
      if (!isChord || event.key.toLowerCase() !== 'k') return;
      // What is typed in a dialog stays in front; the panel at the side is in nobody's way.
      if (document.querySelector('[role=dialog]:not(.palette, .panel)')) return;
      event.preventDefault();
      setFinding((was) => !was);
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);

  const Shown = PAGES[shown] ?? Today;
  return (
    <div class={`frame ${param('item') ? 'with-panel' : ''}`}>
      <a class="button primary skip" href="#main">
        {t().common.skip}
      </a>
      <aside class="side">
        <Brand />
        <Find onOpen={() => setFinding(true)} />
        <nav aria-label={t().nav.label}>
          {offered().map((name) => (
            <NavLink key={name} to={name} />
          ))}
        </nav>
        <div class="stack tight">
          <Live />
          <Who />
        </div>
      </aside>
      <header class="top">
        <Brand />
        <Live />
        <Find onOpen={() => setFinding(true)} />
        <NavLink to="settings" />
        <Who />
      </header>
      <main id="main" ref={main} tabIndex={-1}>
        {connection.value === 'failed' && (
          <div class="banner" role="status">
            <strong>{t().live[kindOf(setback.value)]}.</strong> {inWordsOf(setback.value)}{' '}
            {t().staleUntilThen}
          </div>
        )}
        <Loaded key={shown}>
          <Shown />
        </Loaded>
      </main>
      {param('item') && (
        <Loaded above>
          <ItemPanel address={param('item')} />
        </Loaded>
      )}
      <nav class="bottom" aria-label={t().nav.label}>
        {offered()
          .filter((name) => name !== 'settings')
          .map((name) => (
            <NavLink key={name} to={name} />
          ))}
      </nav>
      <Toasts />
      {isFinding && (
        <Loaded above>
          <Palette views={offered()} onClose={() => setFinding(false)} />
        </Loaded>
      )}
    </div>
  );
}

const isApple = /mac|iphone|ipad/i.test(navigator.userAgent);

function Find({ onOpen }: { onOpen: () => void }) {
  const words = t().palette;
  return (
    <button
      type="button"
      class="nav-link find"
      aria-keyshortcuts="Meta+K Control+K"
      onClick={onOpen}
    >
      <Search size={18} />
      <span>{words.open}</span>
      <kbd aria-hidden="true">{isApple ? '⌘K' : words.keys}</kbd>
    </button>
  );
}

function NavLink({ to }: { to: View }) {
  const Icon = ICONS[to];
  return (
    <Link class="nav-link" to={`/${to}`} aria-current={view.value === to ? 'page' : undefined}>
      <Icon size={19} />
      <span>{t().nav[to]}</span>
    </Link>
  );
}

function Live() {
  const state = connection.value === 'failed' ? kindOf(setback.value) : connection.value;
  return (
    <span class={`live small muted ${connection.value}`} role="status">
      <span class="live-dot" aria-hidden="true" /> {t().live[state]}
    </span>
  );
}

function Who() {
  const who = identity.value;
  if (!who) return null;
  const label = t().nav.signedInAs(who.label);
  return (
    <div class="apart">
      <span class="who-name" title={label}>
        <span class="hidden">{label}</span>
        <span aria-hidden="true">{who.label}</span>
      </span>
      <Button icon={LogOut} label={t().nav.signOut} onClick={leave} />
    </div>
  );
}
