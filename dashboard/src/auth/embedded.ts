/**
 * Sign-in on the embedded stack: any user, with an unsigned token like those of Firebase's Auth
 * emulator. No other server accepts it.
 */
import type { Identity } from './session';

const KEY = 'rekindle.user';
const LIFETIME = 3600;
/** In sessionStorage: whether this tab acts as an operator. */
const OPERATOR = 'rekindle.operator';

export const isActingOperator = (): boolean => sessionStorage.getItem(OPERATOR) !== null;
export const actAsOperator = (): void => sessionStorage.setItem(OPERATOR, 'yes');

export function rememberedUser(): string | null {
  return sessionStorage.getItem(KEY);
}

export function embeddedIdentity(uid: string, projectId: string): Identity {
  sessionStorage.setItem(KEY, uid);
  return {
    uid,
    label: uid,
    token: () =>
      Promise.resolve(unsignedToken(uid, projectId, Date.now() / 1000, isActingOperator())),
    signOut: () => {
      sessionStorage.removeItem(KEY);
      return Promise.resolve();
    },
  };
}

export function unsignedToken(
  uid: string,
  projectId: string,
  now: number,
  operator: boolean,
): string {
  const issued = Math.floor(now);
  const claims = {
    iss: `https://securetoken.google.com/${projectId}`,
    aud: projectId,
    auth_time: issued,
    user_id: uid,
    sub: uid,
    iat: issued,
    exp: issued + LIFETIME,
    ...(operator && { operator }),
    firebase: { identities: {}, sign_in_provider: 'custom' },
  };
  return `${part({ alg: 'none', typ: 'JWT' })}.${part(claims)}.`;
}

function part(value: unknown): string {
  const bytes = new TextEncoder().encode(JSON.stringify(value));
  const text = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
