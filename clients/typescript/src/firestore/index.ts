/** Firestore's listeners as a signal. Needs `firebase`, and the rules that Rekindle deploys. */
import {
  collection,
  doc,
  limit,
  onSnapshot,
  orderBy,
  query,
  type DocumentReference,
  type Firestore,
  type Query,
} from 'firebase/firestore';

import { anyOf, everySoOften, type Signal } from '../live/signals.js';

/** How often to ask anyway, for what no listener hears of: an older note that is deleted elsewhere. */
const ANYWAY = 60_000;

/**
 * A signal from the user's documents: the profile, settings and learning, the newest note, and the
 * session that was last active. What is heard is not shown, only that something was.
 *
 * If Firestore refuses or is out of reach, the API is asked at intervals instead.
 */
export function firestoreSignal(firestore: Firestore, uid: string): Signal {
  const user = doc(firestore, 'users', uid);
  const newest = (name: string, field: string) =>
    query(collection(user, name), orderBy(field, 'desc'), limit(1));
  const notes = newest('memory', 'createdAt');
  const sessions = newest('sessions', 'lastActiveAt');
  return anyOf(heard(user), heard(notes), heard(sessions), everySoOften(ANYWAY));
}

function heard(what: DocumentReference | Query): Signal {
  return (changed) => {
    let instead: (() => void) | undefined;
    const failed = () => (instead = everySoOften()(changed));
    const told = () => void changed();
    const stop =
      what.type === 'document' ? onSnapshot(what, told, failed) : onSnapshot(what, told, failed);
    return () => {
      stop();
      instead?.();
    };
  };
}
