/** 500 messages from a browser whose pages reload at random, to a server that goes and comes. */
import assert from 'node:assert/strict';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

import { IDBFactory } from 'fake-indexeddb';
import { type Batch, Rekindle } from 'rekindle-client';
import { indexedDBStore, OfflineQueue } from 'rekindle-client/offline';

const gateway = process.env['REKINDLE'] ?? '';
const token = process.env['TOKEN'] ?? '';
const MESSAGES = 500;

/** Stands before the server, and loses requests and answers. */
async function trouble(): Promise<string> {
  const proxy = createServer((asked, answer) => {
    const chance = Math.random();
    if (chance < 0.15) return asked.socket.destroy(); // the server is away
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

const rekindle = new Rekindle({ url: gateway, token });
await rekindle.account.set({ userMemoryAnalysisInterval: 50 });
let queue = page();
const ids: string[] = [];
for (let number = 0; number < MESSAGES; number += 1) {
  const kept = await queue.record(`I like color number ${number}.`);
  assert.equal(kept.status, 'queued');
  ids.push(kept.id);
  if (Math.random() < 0.05) {
    queue.close();
    const ended = Date.now();
    while (Date.now() === ended) await turn(); // a page does not load within a millisecond
    queue = page();
  }
}
while (queue.state.waiting || queue.state.sending) await queue.flush();
queue.close();

const idle = () => fetch(`${process.env['CONTROL'] ?? ''}/__emulator/idle`, { method: 'POST' });
let analyzed: string[];
do {
  await idle();
  await rekindle.profile.refresh({ wait: true });
  const batches: Batch[] = [];
  for await (const batch of rekindle.batches.all()) batches.push(batch);
  const done = batches.filter(({ state }) => state === 'done');
  for (const { promptIds } of done) {
    const said = ids.filter((id) => promptIds.includes(id));
    assert.deepEqual(promptIds, said, 'they are analyzed in the order in which they were said');
  }
  analyzed = done.flatMap(({ promptIds }) => promptIds);
} while (new Set(analyzed).size < MESSAGES);
assert.equal(analyzed.length, MESSAGES, 'each is analyzed once');
assert.deepEqual(new Set(analyzed), new Set(ids));

const { prompts } = await rekindle.account.export();
// The API leaves out a fraction of zero, which would sort behind all others.
const whole = (time: unknown) => String(time).replace(/(:\d\d)Z$/, '$1.000000Z');
const saidAt = new Map(prompts.map(({ id, createdAt }) => [id, whole(createdAt)]));
const times = ids.map((id) => saidAt.get(id) ?? '');
assert.deepEqual(times, [...times].sort(), 'they keep the order in which they were said');
assert.equal(new Set(times).size, MESSAGES);
