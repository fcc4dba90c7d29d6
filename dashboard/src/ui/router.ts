/** Paths and views: plain links, without a reload. */
import { signal } from '@preact/signals';

export const VIEWS = [
  'profile',
  'memory',
  'context',
  'learning',
  'history',
  'sessions',
  'connections',
  'data',
  'settings',
] as const;
export type View = (typeof VIEWS)[number];

const viewOf = (path: string): View => VIEWS.find((view) => path === `/${view}`) ?? 'profile';

/** Whether the page asks about an app's request for access, which has no navigation. */
export const isConsent = location.pathname === '/connect';

export const view = signal<View>(viewOf(location.pathname));

export function go(to: View): void {
  if (to === view.value) return;
  history.pushState(null, '', `/${to}`);
  view.value = to;
  window.scrollTo(0, 0);
}

window.addEventListener('popstate', () => {
  view.value = viewOf(location.pathname);
});

/** Follows a link to a view, unless it should open elsewhere. */
export function follow(event: MouseEvent, to: View): void {
  if (event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  go(to);
}
