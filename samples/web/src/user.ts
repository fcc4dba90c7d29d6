/** Who is signed in: with Firebase, or on the embedded stack as anybody. */
import { initializeApp, type FirebaseApp } from 'firebase/app';
import {
  connectAuthEmulator,
  getAuth,
  GoogleAuthProvider,
  onAuthStateChanged,
  signInWithCredential,
  signInWithPopup,
} from 'firebase/auth';
import { connectFirestoreEmulator, getFirestore } from 'firebase/firestore';
import { firebaseToken, type TokenSource } from 'rekindle-client';
import { firestoreSignal } from 'rekindle-client/firestore';
import type { Signal } from 'rekindle-client/live';

export interface User {
  uid: string;
  token: TokenSource;
  /** What tells of changes; without it, the API is asked. */
  signal?: Signal;
}

export interface Door {
  /** Lets a user in by name, or asks Firebase who it is. */
  signIn(name: string): Promise<void>;
  needsName: boolean;
}

/** Firebase's Auth emulator and a Firestore emulator, to try the sign-in and the listener for real. */
const AUTH: string | undefined = import.meta.env.VITE_AUTH_EMULATOR;
const FIRESTORE: string | undefined = import.meta.env.VITE_FIRESTORE_EMULATOR;

interface Found {
  projectId: string;
  embeddedStack?: boolean;
}

/** Calls `changed` with whoever is signed in, now and later. */
export async function findDoor(changed: (user: User | null) => void): Promise<Door> {
  const found = (await (await fetch('/__/firebase/init.json')).json()) as Found;
  return found.embeddedStack && !AUTH ? embeddedDoor(found, changed) : firebaseDoor(found, changed);
}

function firebaseDoor(config: Found, changed: (user: User | null) => void): Door {
  const app: FirebaseApp = initializeApp({ apiKey: 'any', ...config });
  const auth = getAuth(app);
  const firestore = getFirestore(app);
  if (AUTH) connectAuthEmulator(auth, `http://${AUTH}`, { disableWarnings: true });
  if (FIRESTORE) {
    const [host = '', port] = FIRESTORE.split(':');
    connectFirestoreEmulator(firestore, host, Number(port));
  }
  onAuthStateChanged(auth, (user) => {
    if (!user) return changed(null);
    const { uid } = user;
    changed({ uid, token: firebaseToken(auth), signal: firestoreSignal(firestore, uid) });
  });
  const signIn = async (name: string) => {
    if (AUTH) await signInWithCredential(auth, GoogleAuthProvider.credential(account(name)));
    else await signInWithPopup(auth, new GoogleAuthProvider());
  };
  return { signIn, needsName: !!AUTH };
}

/** A Google account, as the Auth emulator takes one: anybody's, unsigned. */
const account = (name: string) => JSON.stringify({ sub: name, email: `${name}@example.com` });

/** The embedded stack takes unsigned tokens, like those of Firebase's Auth emulator. */
function embeddedDoor({ projectId }: Found, changed: (user: User | null) => void): Door {
  const KEY = 'sample.user';
  const enter = (uid: string) => changed({ uid, token: () => unsignedToken(uid, projectId) });
  const known = sessionStorage.getItem(KEY);
  if (known) enter(known);
  const signIn = (name: string) => {
    sessionStorage.setItem(KEY, name);
    enter(name);
    return Promise.resolve();
  };
  return { signIn, needsName: true };
}

function unsignedToken(uid: string, projectId: string): string {
  const now = Math.floor(Date.now() / 1000);
  const claims = {
    iss: `https://securetoken.google.com/${projectId}`,
    aud: projectId,
    auth_time: now,
    user_id: uid,
    sub: uid,
    iat: now,
    exp: now + 3600,
    firebase: { identities: {}, sign_in_provider: 'custom' },
  };
  return `${part({ alg: 'none', typ: 'JWT' })}.${part(claims)}.`;
}

function part(value: unknown): string {
  const bytes = new TextEncoder().encode(JSON.stringify(value));
  return btoa(String.fromCharCode(...bytes))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=/g, '');
}
