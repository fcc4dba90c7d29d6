/** The logic of the sample for React Native, on a phone that loses its network and restarts. */
import assert from 'node:assert/strict';

import { profileTopic } from 'rekindle-client/live';

import { remember, type Device } from './remembering.js';

const url = process.env['REKINDLE'] ?? '';
const uid = process.env['UID'] ?? '';
const kept = new Map<string, string>();
const listeners = new Set<() => void>();
let connected = true;

const device: Device = {
  storage: {
    getItem: (key) => Promise.resolve(kept.get(key) ?? null),
    setItem: (key, value) => Promise.resolve(kept.set(key, value)),
    removeItem: (key) => Promise.resolve(kept.delete(key)),
    getAllKeys: () => Promise.resolve([...kept.keys()]),
  },
  online: (listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  foreground: () => () => undefined,
};

/** Without a network, Firebase gives no new token. */
const token = () =>
  connected
    ? Promise.resolve(process.env['TOKEN'] ?? '')
    : Promise.reject(new Error('auth/network-request-failed'));
const start = () => remember({ url, uid, token }, device);

const first = start();
first.live.watch(profileTopic, () => undefined);
await first.rekindle.profile.setAbout({ name: 'Ada' });
await first.live.check();
connected = false;
await first.queue.record('I moved to Ghent.');
await first.queue.flush();
assert.equal(first.queue.state.waiting, 1);
first.queue.close(); // the system ends the app
first.live.close();

const second = start();
await new Promise<void>((resolve) => {
  const look = () => {
    if (second.live.get(profileTopic).data?.about.name === 'Ada') resolve();
  };
  second.live.watch(profileTopic, look);
});
await second.queue.flush();
assert.equal(second.queue.state.waiting, 1);

connected = true;
for (const listener of listeners) listener();
await second.queue.flush();
assert.equal(second.queue.state.waiting, 0);
const { prompts } = await second.rekindle.account.export();
assert.deepEqual(
  prompts.map(({ content }) => content),
  ['I moved to Ghent.'],
);
await second.end();
assert.equal(kept.size, 0);
process.exit(0);
