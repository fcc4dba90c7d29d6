import { RekindleError } from './http/errors.js';
import type { TokenSource } from './http/transport.js';

/** What is needed of Firebase Auth, of any of its SDKs. */
export interface FirebaseAuth {
  readonly currentUser: { getIdToken(forceRefresh?: boolean): Promise<string> } | null;
}

/** The tokens of whoever is signed in with Firebase: `new Rekindle({ url, token: firebaseToken(auth) })`. */
export function firebaseToken(auth: FirebaseAuth): TokenSource {
  return ({ refresh }) => {
    if (!auth.currentUser) throw new SignedOut('Nobody is signed in. Sign in, then try again.');
    return auth.currentUser.getIdToken(refresh);
  };
}

/** Nobody is signed in, so there is no token to send. */
export class SignedOut extends RekindleError {
  override name = 'SignedOut';
}

/** The tokens of an OAuth grant, as an app keeps them. */
export interface OAuthTokens {
  accessToken: string;
  refreshToken: string;
  /** When the access token ends, in milliseconds. */
  expiresAt: number;
}

export interface OAuthOptions {
  /** Where Rekindle is. */
  url: string;
  clientId: string;
  tokens: OAuthTokens;
  /** Keeps new tokens. A refresh token works once, so the app must not lose the next one. */
  save: (tokens: OAuthTokens) => void | Promise<void>;
  fetch?: typeof fetch;
}

/** Milliseconds before its end at which a token is renewed. */
const EARLY = 60_000;

/** The tokens of an OAuth grant, renewed in time. Once the user has cut it off, it is `SignedOut`. */
export function oauthToken(options: OAuthOptions): TokenSource {
  let { tokens } = options;
  let renewing: Promise<void> | undefined;
  const ask = options.fetch ?? ((input, init) => fetch(input, init));

  const renew = async () => {
    const response = await ask(`${options.url.replace(/\/+$/, '')}/oauth/token`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: form({
        grant_type: 'refresh_token',
        refresh_token: tokens.refreshToken,
        client_id: options.clientId,
      }),
    });
    if (response.status === 400 || response.status === 401) {
      throw new SignedOut('The connection has ended. Ask the user to connect again.');
    }
    if (!response.ok)
      throw new RekindleError(`No new token: the server answered ${response.status}.`);
    const answer = (await response.json()) as {
      access_token: string;
      refresh_token?: string;
      expires_in: number;
    };
    tokens = {
      accessToken: answer.access_token,
      refreshToken: answer.refresh_token ?? tokens.refreshToken,
      expiresAt: Date.now() + answer.expires_in * 1000,
    };
    await options.save(tokens);
  };

  return async ({ refresh }) => {
    if (refresh || Date.now() > tokens.expiresAt - EARLY) {
      renewing ??= renew().finally(() => (renewing = undefined));
      await renewing;
    }
    return tokens.accessToken;
  };
}

const form = (fields: Record<string, string>) =>
  Object.entries(fields)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&');
