/** A Firestore listener tells of a change; the API tells what it is. */
import assert from 'node:assert/strict';

import { initializeApp } from 'firebase/app';
import { connectFirestoreEmulator, getFirestore, terminate } from 'firebase/firestore';
import { Rekindle } from 'rekindle-client';
import { firestoreSignal } from 'rekindle-client/firestore';
import { Live, notesTopic, profileTopic, type Topic, type Signal } from 'rekindle-client/live';

const rekindle = new Rekindle({
  url: process.env['REKINDLE'] ?? '',
  token: process.env['TOKEN'] ?? '',
});
const [host = '', port] = (process.env['FIRESTORE'] ?? '').split(':');
const firestore = getFirestore(initializeApp({ projectId: process.env['PROJECT'] ?? '' }));
connectFirestoreEmulator(firestore, host, Number(port), { mockUserToken: 'owner' });

let heard = 0;
const signal = firestoreSignal(firestore, process.env['UID'] ?? '');
const counted: Signal = (changed) =>
  signal(() => {
    heard += 1;
    return changed();
  });
const live = new Live({ rekindle, signal: counted });

function until<T>(topic: Topic<T>, holds: (data: T) => boolean): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      const { data } = live.get(topic);
      if (data !== undefined && holds(data)) resolve();
    };
    live.watch(topic, look);
    look();
  });
}

const started = Date.now();
await until(profileTopic, ({ version }) => version === 0);
await rekindle.profile.setAbout({ name: 'Ada' });
await until(profileTopic, ({ about }) => about.name === 'Ada');
await rekindle.memory.save('The tests need Docker.');
await until(notesTopic(), ({ entries }) => entries.length === 1);
assert.ok(heard > 0);
console.log(`${heard} signals in ${Date.now() - started} ms`);
live.close();
await terminate(firestore);
process.exit(0);
