/** Addresses: the view, and what the view keeps behind the question mark. Plain links, no reload. */
import { computed, signal } from '@preact/signals';

export const VIEWS = [
  'today',
  'timeline',
  'memory',
  'context',
  'connections',
  'settings',
  'operator',
] as const;
export type View = (typeof VIEWS)[number];

/** Whether the page asks about an app's request for access, which has no navigation. */
export const isConsent = location.pathname === '/connect';

/** Where views moved that others have taken in. */
const MOVED: Record<string, string> = {
  '/profile': '/today',
  '/history': '/timeline',
  '/learning': '/timeline',
  '/sessions': '/memory?tab=conversations',
  '/data': '/settings#data',
};

/** The address, without a slash at its end; an old one is replaced by what took its place. */
function here(): URL {
  const url = new URL(location.href);
  const path = url.pathname.replace(/(?<=.)\/+$/, '');
  const to = new URL(MOVED[path] ?? path, url);
  if (url.search) to.search = url.search;
  to.hash ||= url.hash;
  if (to.href !== url.href) history.replaceState(history.state, '', to);
  return to;
}

const address = signal(here());

export const view = computed<View>(
  () => VIEWS.find((name) => address.value.pathname === `/${name}`) ?? 'today',
);

/** A value that the view keeps in its address, such as a search or what is open. */
export const param = (name: string): string => address.value.searchParams.get(name) ?? '';

/** The address here with other values; an empty one is left out. */
export function withParams(values: Record<string, string>): string {
  const url = new URL(address.value);
  for (const [name, value] of Object.entries(values)) {
    if (value) url.searchParams.set(name, value);
    else url.searchParams.delete(name);
  }
  return url.pathname + url.search;
}

/**
 * Goes to an address of the page.
 *
 * @param replace whether Back skips the address before, as while somebody types a search
 */
export function go(to: string, { replace = false } = {}): void {
  const before = address.value;
  const next = new URL(to, before);
  if (next.href === before.href) return;
  if (replace) history.replaceState(null, '', next);
  else history.pushState(null, '', next);
  address.value = next;
  if (next.pathname !== before.pathname) window.scrollTo(0, 0);
}

window.addEventListener('popstate', () => {
  address.value = here();
});

/** Follows a link within the page, unless it should open elsewhere. */
export function follow(event: MouseEvent, to: string): void {
  if (event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  go(to);
}
