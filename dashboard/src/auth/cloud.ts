/**
 * Sign-in with Firebase Auth. Loaded only in the cloud, as a separate chunk.
 *
 * It offers only sign-in by plain requests. Why not by Google or Apple: docs/dashboard.md.
 */
import { initializeApp } from '@firebase/app';
import {
  createUserWithEmailAndPassword,
  indexedDBLocalPersistence,
  initializeAuth,
  onAuthStateChanged,
  sendPasswordResetEmail,
  signInWithEmailAndPassword,
  signOut,
  type User,
} from '@firebase/auth/web-extension';

import { identity, type CloudConfig, type Identity } from './session';

export type CloudAuth = Awaited<ReturnType<typeof startAuth>>;

/** Resolves once it is known whether somebody is already signed in. */
export async function startAuth(config: CloudConfig) {
  const auth = initializeAuth(initializeApp(config), { persistence: indexedDBLocalPersistence });
  const identityOf = (user: User): Identity => ({
    uid: user.uid,
    label: user.displayName ?? user.email ?? user.uid,
    token: (refresh) => user.getIdToken(refresh),
    signOut: () => signOut(auth),
  });
  onAuthStateChanged(auth, (user) => {
    identity.value = user && identityOf(user);
  });
  await auth.authStateReady();
  return {
    signIn: (email: string, password: string) => signInWithEmailAndPassword(auth, email, password),
    signUp: (email: string, password: string) =>
      createUserWithEmailAndPassword(auth, email, password),
    sendReset: (email: string) => sendPasswordResetEmail(auth, email),
  };
}
