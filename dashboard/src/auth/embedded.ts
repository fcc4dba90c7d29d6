/**
 * Sign-in on the embedded stack: any user, with an unsigned token like those of Firebase's Auth
 * emulator. No other server accepts it.
 *
 * A tab keeps its user, so that two windows can show two users. A new tab has the user of the
 * window that was in front last. Signing out ends every tab of that user.
 */
import { identity, signOut, type Identity } from './session';

/** In sessionStorage: the user of this tab. */
const TAB = 'rekindle.user';
/** In localStorage: who is signed in, the user of the window in front first. */
const SIGNED_IN = 'rekindle.signedIn';
/** In localStorage: who has signed in here before, the last first. */
const RECENT = 'rekindle.recent';
const MOST_RECENT = 5;
/** Who newcomers can look around as; nobody signs in as them again by chance. */
export const SAMPLE = 'maya-sample';
const LIFETIME = 3600;
/** In sessionStorage: whether this tab acts as an operator. */
const OPERATOR = 'rekindle.operator';

export const actAsOperator = (): void => sessionStorage.setItem(OPERATOR, 'yes');

export function rememberedUser(): string | null {
  const users = usersIn(SIGNED_IN);
  const own = sessionStorage.getItem(TAB);
  return own !== null && users.includes(own) ? own : (users[0] ?? null);
}

export const recentUsers = (): string[] => usersIn(RECENT);

/** A user from before whose name differs from this one only in its capitals. */
export function namesake(name: string): string | undefined {
  const users = recentUsers();
  if (users.includes(name)) return undefined;
  return users.find((user) => user.toLowerCase() === name.toLowerCase());
}

export function embeddedIdentity(uid: string, projectId: string): Identity {
  const others = () => usersIn(SIGNED_IN).filter((user) => user !== uid);
  const toFront = () => {
    sessionStorage.setItem(TAB, uid);
    keep(SIGNED_IN, [uid, ...others()]);
  };
  toFront();
  const recent = [...new Set([uid, ...recentUsers()])].filter((user) => user !== SAMPLE);
  keep(RECENT, recent.slice(0, MOST_RECENT));
  const tab = new AbortController();
  window.addEventListener('focus', toFront, tab);
  const leave = () => {
    if (identity.value?.uid === uid && !usersIn(SIGNED_IN).includes(uid)) void signOut();
  };
  window.addEventListener('storage', leave, tab);
  return {
    uid,
    label: uid,
    token: () => Promise.resolve(unsignedToken(uid, projectId)),
    signOut: () => {
      tab.abort();
      sessionStorage.removeItem(TAB);
      keep(SIGNED_IN, others());
      return Promise.resolve();
    },
  };
}

function usersIn(key: string): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    return Array.isArray(kept) ? kept.filter((user) => typeof user === 'string') : [];
  } catch {
    return [];
  }
}

function keep(key: string, users: string[]): void {
  localStorage.setItem(key, JSON.stringify(users));
}

function unsignedToken(uid: string, projectId: string): string {
  const issued = Math.floor(Date.now() / 1000);
  const claims = {
    iss: `https://securetoken.google.com/${projectId}`,
    aud: projectId,
    auth_time: issued,
    user_id: uid,
    sub: uid,
    iat: issued,
    exp: issued + LIFETIME,
    ...(sessionStorage.getItem(OPERATOR) && { operator: true }),
    firebase: { identities: {}, sign_in_provider: 'custom' },
  };
  return `${part({ alg: 'none', typ: 'JWT' })}.${part(claims)}.`;
}

function part(value: unknown): string {
  const bytes = new TextEncoder().encode(JSON.stringify(value));
  const text = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
