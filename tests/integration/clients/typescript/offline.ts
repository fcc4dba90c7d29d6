/** 500 messages from a browser whose pages reload at random, to a server that stops and starts. */
import assert from 'node:assert/strict';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

import { IDBFactory } from 'fake-indexeddb';
import { type Batch, Rekindle } from 'rekindle-client';
import { indexedDBStore, OfflineQueue } from 'rekindle-client/offline';

let gateway = process.env['REKINDLE'] ?? '';
let control = process.env['CONTROL'] ?? '';
const token = process.env['TOKEN'] ?? '';
const MESSAGES = 500;
/** The messages with which the server stops. */
const STOPS = new Set([120, 340]);

/** Stops the server and starts it again, while the browser goes on. */
async function restart(): Promise<void> {
  const answer = await fetch(process.env['RESTART'] ?? '', { method: 'POST' });
  ({ gateway, control } = (await answer.json()) as { gateway: string; control: string });
}

/** Stands before the server, and loses more requests and answers. */
async function trouble(): Promise<string> {
  const proxy = createServer((asked, answer) => {
    const chance = Math.random();
    if (chance < 0.15) return asked.socket.destroy(); // it has not arrived
    const options = { method: asked.method, headers: asked.headers };
    const passed = request(new URL(asked.url ?? '/', gateway), options, (told) => {
      if (chance < 0.3) {
        told.resume().on('end', () => asked.socket.destroy()); // it has recorded, unheard
        return;
      }
      answer.writeHead(told.statusCode ?? 500, told.headers);
      told.pipe(answer);
    });
    passed.on('error', () => asked.socket.destroy());
    return asked.pipe(passed);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  proxy.unref();
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
}

const url = await trouble();
const browser = new IDBFactory();
const turn = () => new Promise<void>((resolve) => setImmediate(resolve));
const page = () =>
  new OfflineQueue({
    rekindle: new Rekindle({ url, token }),
    store: indexedDBStore('ada', browser),
    pause: turn,
  });

await new Rekindle({ url: gateway, token }).account.set({ userMemoryAnalysisInterval: 50 });
let restarted = Promise.resolve();
let queue = page();
const ids: string[] = [];
for (let number = 0; number < MESSAGES; number += 1) {
  const kept = await queue.record(`I like color number ${number}.`);
  assert.equal(kept.status, 'queued');
  ids.push(kept.id);
  if (STOPS.has(number)) {
    await queue.flush(); // something has been recorded
    restarted = restarted.then(restart);
  }
  if (Math.random() < 0.05) {
    queue.close();
    const ended = Date.now();
    while (Date.now() === ended) await turn(); // a page does not load within a millisecond
    queue = page();
  }
}
await restarted;
do await queue.flush();
while (queue.state.waiting);
queue.close();

const rekindle = new Rekindle({ url: gateway, token });
let analyzed: string[];
do {
  await fetch(`${control}/__emulator/idle`, { method: 'POST' });
  await rekindle.profile.refresh({ wait: true });
  const batches: Batch[] = [];
  for await (const batch of rekindle.batches.all()) batches.push(batch);
  const done = batches.reverse().filter(({ state }) => state === 'done');
  analyzed = done.flatMap(({ promptIds }) => promptIds);
} while (analyzed.length < MESSAGES);
assert.deepEqual(analyzed, ids, 'each is analyzed once, in the order in which they were said');

const { prompts } = await rekindle.account.export();
// The API leaves out a fraction of zero, which would sort behind all others.
const whole = (time: unknown) => String(time).replace(/(:\d\d)Z$/, '$1.000000Z');
const saidAt = new Map(prompts.map(({ id, createdAt }) => [id, whole(createdAt)]));
const times = ids.map((id) => saidAt.get(id) ?? '');
assert.deepEqual(times, [...times].sort(), 'they keep the order in which they were said');
assert.equal(new Set(times).size, MESSAGES);
