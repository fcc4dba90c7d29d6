/** What the pages about access compute. Pure. */
import type { Connection, Scope } from 'rekindle-client';

const HOUR = 3_600_000;

/**
 * The parameters of a query, or null if one is there twice: which of the two holds would be anybody's
 * guess.
 */
export function parametersOf(query: string): Record<string, string> | null {
  const all = [...new URLSearchParams(query)];
  const found = Object.fromEntries(all);
  return Object.keys(found).length === all.length ? found : null;
}

/** Where an answer goes: to a program on this computer, to an app on this device, or to a site. */
export function destinationOf(redirectHost: string) {
  if (redirectHost.endsWith(':')) return 'app';
  return ['127.0.0.1', '::1', 'localhost'].includes(redirectHost) ? 'here' : 'site';
}

/**
 * Whether to warn before allowing: unless the app's host was checked and the answer goes to a site, any
 * program on the device could be the one that asks.
 */
export const isDoubtful = (client: { host?: string | null; redirectHost: string }): boolean =>
  !client.host || destinationOf(client.redirectHost) !== 'site';

/** What is ticked at first of what an app asks for: to speak for the user, it needs their own tick. */
export const tickedOf = (asked: readonly Scope[]): Scope[] =>
  asked.filter((one) => one !== 'record');

/** What tells a person where a URL leads: its host, or the scheme of an app. */
export function placeOf(url: string): string {
  const { hostname, protocol } = new URL(url);
  return protocol === 'http:' || protocol === 'https:' ? hostname : protocol;
}

export const isOver = (connection: Pick<Connection, 'expiresAt'>, now: Date): boolean =>
  !!connection.expiresAt && new Date(connection.expiresAt) <= now;

/** A time so many hours from another one; negative for before. */
export const hoursFrom = (now: Date, hours: number): string =>
  new Date(now.getTime() + hours * HOUR).toISOString();
