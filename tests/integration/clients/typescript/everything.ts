/** Every part of the client, against the API. */
import assert from 'node:assert/strict';

import { Aborted, AlreadyExists, detailOf, Rekindle } from 'rekindle-client';

const url = process.env['REKINDLE'] ?? '';
const rekindle = new Rekindle({ url, token: process.env['TOKEN'] ?? '' });

/** What a call is refused with. */
const refused = async (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => assert.fail('it was not refused'),
    (error: unknown) => error,
  );

async function promptsAndBatches() {
  const content = 'I love Python. <private>I also love Bob.</private>';
  const [recorded] = await rekindle.recordAll([{ id: 'first', content }]);
  assert.deepEqual(recorded, { id: 'first', status: 'recorded' });
  const again = await rekindle.record({ id: 'first', content });
  assert.equal(again.status, 'duplicate');
  const { batchId } = await rekindle.profile.refresh({ wait: true });
  assert.ok(batchId);
  assert.equal((await rekindle.batches.get(batchId)).state, 'done');
  assert.equal((await rekindle.prompts.get('first')).content, 'I love Python.');
  for await (const batch of rekindle.batches.all()) assert.equal(batch.id, batchId);
}

async function profile() {
  const { version } = await rekindle.profile.get();
  const changed = await rekindle.profile.setAbout({ work: { role: 'baker' } }, { version });
  assert.equal(changed.about.work?.role, 'baker');
  const moved = await refused(rekindle.profile.setAbout({ name: 'Ann' }, { version }));
  assert.ok(moved instanceof Aborted);
  assert.equal(detailOf(moved, 'VERSION_MOVED')?.version, changed.version);
  const back = await rekindle.profile.rollBack(version);
  assert.equal(back.about.work?.role, undefined);
  const changes = [];
  for await (const change of rekindle.profile.changes()) changes.push(change);
  assert.deepEqual(
    changes.map(({ changeType }) => changeType),
    ['rollback', 'update', 'create'],
  );
  assert.ok(changes[0] && (await rekindle.profile.change(changes[0].id)).version);
  assert.equal((await rekindle.profile.status()).learning.pending, 0);
  assert.deepEqual(await rekindle.inbox.list(), []);
}

async function preferences() {
  const { id } = await rekindle.preferences.add({ type: 'like', description: 'green tea' });
  await rekindle.preferences.switch(id, false);
  assert.equal((await rekindle.preferences.get(id)).active, false);
  await rekindle.preferences.switch(id, true);
  await rekindle.preferences.change(id, { description: 'black tea' });
  const listed = await rekindle.preferences.list({ type: 'like' });
  assert.ok(listed.some(({ description }) => description === 'black tea'));
  await rekindle.preferences.delete(id, { purge: true });
  await rekindle.preferences.deleteAll();
  assert.deepEqual(await rekindle.preferences.list(), []);
}

async function memory() {
  const note = { id: 'n', content: 'The tests need Docker.', tags: ['ci'] };
  assert.equal((await rekindle.memory.save(note)).entry.target, 'memory');
  const { results } = await rekindle.memory.saveAll([{ content: 'Ann is CFO.' }]);
  assert.equal(results[0]?.status, 'created');
  await rekindle.memory.change('n', { content: 'The tests need Podman.' });
  assert.equal((await rekindle.memory.get('n')).content, 'The tests need Podman.');
  assert.equal((await rekindle.memory.search('Podman', { limit: 1 })).results[0]?.entry.id, 'n');
  const taken = await refused(rekindle.memory.save({ id: 'n', content: 'Something else.' }));
  assert.ok(taken instanceof AlreadyExists);
  await rekindle.memory.delete('n');
  const left = [];
  for await (const { content } of rekindle.memory.all()) left.push(content);
  assert.deepEqual(left, ['Ann is CFO.']);
}

async function sessions() {
  const { id } = await rekindle.sessions.start({ projectPath: '/bakery' });
  const { processedTurns } = await rekindle.sessions.takeTurns(id, 0, [
    { role: 'user', content: '<private>I use Emacs.</private>' },
    { role: 'assistant', content: 'Good.' },
    { role: 'user', content: 'I use Vim.' },
  ]);
  assert.equal(processedTurns, 3);
  await rekindle.sessions.report(id, { summary: 'Talked of editors.' });
  assert.equal((await rekindle.sessions.get(id)).summary, 'Talked of editors.');
  for await (const each of rekindle.sessions.all()) assert.equal(each.projectPath, '/bakery');
  await rekindle.sessions.delete(id);
}

async function connections() {
  const made = await rekindle.connections.create({ name: 'Script', scopes: ['read'] });
  assert.ok(made.key);
  const reader = new Rekindle({ url, token: made.key });
  await reader.profile.get();
  const no = await refused(reader.memory.save('x'));
  assert.equal(detailOf(no, 'INSUFFICIENT_SCOPE')?.scope, 'write');
  await rekindle.connections.undo(made.id);
  await rekindle.connections.delete(made.id);
  assert.deepEqual(await rekindle.connections.list(), []);
}

async function contextAndTools() {
  assert.equal((await rekindle.context({ format: 'messages' })).openai.messages.length, 1);
  assert.match(await rekindle.context({ format: 'text' }), /Ann is CFO/);
  assert.ok((await rekindle.tools.list()).tools.length > 3);
  assert.match(JSON.stringify(await rekindle.tools.call('search_memory', { query: 'CFO' })), /Ann/);
  const seen = await rekindle.changes();
  assert.ok(seen);
  assert.equal(await rekindle.changes(seen.tag), null);
}

async function account() {
  await rekindle.account.set({ learningEnabled: false });
  assert.equal((await rekindle.account.settings()).learningEnabled, false);
  const { refused: lost = [] } = await rekindle.account.import(await rekindle.account.export());
  assert.deepEqual(lost, []);
  assert.ok((await rekindle.account.erase())['memory']);
  assert.equal((await rekindle.profile.get()).version, 0);
}

await promptsAndBatches();
await profile();
await preferences();
await memory();
await sessions();
await connections();
await contextAndTools();
await account();
