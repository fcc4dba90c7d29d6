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
  type Auth,
  type User,
} from '@firebase/auth/web-extension';

import { identity, type CloudConfig, type Identity } from './session';

export class CloudAuth {
  private readonly auth: Auth;

  private constructor(config: CloudConfig) {
    this.auth = initializeAuth(initializeApp(config), { persistence: indexedDBLocalPersistence });
    onAuthStateChanged(this.auth, (user) => {
      identity.value = user ? this.identityOf(user) : null;
    });
  }

  /** Resolves once it is known whether somebody is already signed in. */
  static async start(config: CloudConfig): Promise<CloudAuth> {
    const started = new CloudAuth(config);
    await started.auth.authStateReady();
    return started;
  }

  async signIn(email: string, password: string): Promise<void> {
    await signInWithEmailAndPassword(this.auth, email, password);
  }

  async signUp(email: string, password: string): Promise<void> {
    await createUserWithEmailAndPassword(this.auth, email, password);
  }

  async sendReset(email: string): Promise<void> {
    await sendPasswordResetEmail(this.auth, email);
  }

  private identityOf(user: User): Identity {
    return {
      uid: user.uid,
      label: user.displayName ?? user.email ?? user.uid,
      token: (refresh) => user.getIdToken(refresh),
      signOut: () => signOut(this.auth),
    };
  }
}
