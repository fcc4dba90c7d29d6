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
