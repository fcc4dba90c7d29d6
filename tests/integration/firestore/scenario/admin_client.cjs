// What back ends do with firebase-admin. The arguments are the emulator's host:port, which the
// client reads from FIRESTORE_EMULATOR_HOST instead, and the project.
const { initializeApp, deleteApp } = require('firebase-admin/app');
const { getFirestore, FieldValue, FieldPath, Filter, AggregateField, Timestamp } = require('firebase-admin/firestore');
const { assert, codeOf, run, Snapshots } = require('./checks.cjs');

const app = initializeApp({ projectId: process.argv[3] });
const db = getFirestore(app);

const ALREADY_EXISTS = 6;
const FAILED_PRECONDITION = 9;
const idsOf = snapshot => snapshot.docs.map(document => document.id);

async function numbers(path, count) {
    const batch = db.batch();
    for (let n = 0; n < count; n++) batch.set(db.doc(`${path}/d${n}`), { n, even: n % 2 === 0 });
    await batch.commit();
    return db.collection(path);
}

const checks = {
    'creating what exists': async path => {
        const one = db.doc(`${path}/one`);
        const { writeTime } = await one.create({ at: FieldValue.serverTimestamp() });
        assert.equal(await codeOf(() => one.create({})), ALREADY_EXISTS);
        // The server's time has milliseconds only.
        assert.equal((await one.get()).get('at').toMillis(), writeTime.toMillis());
    },

    'preconditions': async path => {
        const one = db.doc(`${path}/one`);
        await one.set({ n: 1 });
        const { updateTime } = await one.get();
        await one.update({ n: 2 }, { lastUpdateTime: updateTime });
        assert.equal(await codeOf(() => one.delete({ lastUpdateTime: updateTime })), FAILED_PRECONDITION);
        await one.delete({ exists: true });
        assert.ok(!(await one.get()).exists);
    },

    'queries': async path => {
        const all = await numbers(path, 6);
        const either = Filter.or(Filter.where('n', '>', 4), Filter.and(Filter.where('even', '==', true), Filter.where('n', '<', 3)));
        assert.deepEqual(idsOf(await all.where(either).orderBy('n', 'desc').get()), ['d5', 'd2', 'd0']);
        const by = await all.where(FieldPath.documentId(), 'in', ['d1', 'd4']).select('n').get();
        assert.deepEqual(by.docs.map(document => document.data()), [{ n: 1 }, { n: 4 }]);
        const page = await all.orderBy('n').startAfter(await all.doc('d2').get()).limit(2).get();
        assert.deepEqual(idsOf(page), ['d3', 'd4']);
    },

    'streams of documents': async path => {
        const all = await numbers(path, 60);
        const found = [];
        for await (const document of all.orderBy('n').stream()) found.push(document.get('n'));
        assert.deepEqual(found, [...Array(60).keys()]);
    },

    'aggregations': async path => {
        const all = await numbers(path, 5);
        const found = await all.aggregate({
            count: AggregateField.count(),
            sum: AggregateField.sum('n'),
            average: AggregateField.average('n'),
        }).get();
        assert.deepEqual(found.data(), { count: 5, sum: 10, average: 2 });
    },

    'nearest neighbors': async path => {
        for (const [id, vector] of Object.entries({ far: [9, 9], near: [1, 1], mid: [3, 3] })) {
            await db.doc(`${path}/${id}`).set({ at: FieldValue.vector(vector) });
        }
        const nearest = db.collection(path).findNearest({
            vectorField: 'at',
            queryVector: [0, 0],
            limit: 2,
            distanceMeasure: 'EUCLIDEAN',
        });
        assert.deepEqual(idsOf(await nearest.get()), ['near', 'mid']);
    },

    'many documents at once, with a mask': async path => {
        await numbers(path, 2);
        const refs = ['d1', 'none', 'd0'].map(id => db.doc(`${path}/${id}`));
        const found = await db.getAll(...refs, { fieldMask: ['n'] });
        assert.deepEqual(found.map(document => document.data()), [{ n: 1 }, undefined, { n: 0 }]);
    },

    'lists of collections and documents': async path => {
        await db.doc(`${path}/one/inner/deep`).set({});
        await db.doc(`${path}/two`).set({});
        assert.deepEqual((await db.doc(`${path}/one`).listCollections()).map(each => each.id), ['inner']);
        // A document that does not exist is listed if there is one below it.
        assert.deepEqual((await db.collection(path).listDocuments()).map(each => each.id), ['one', 'two']);
    },

    'bulk writes and deleting a tree': async path => {
        const writer = db.bulkWriter();
        for (let n = 0; n < 50; n++) writer.set(db.doc(`${path}/d${n % 7}/inner/e${n}`), { n });
        await writer.close();
        assert.equal((await db.collectionGroup('inner').where('n', '>=', 0).count().get()).data().count, 50);
        await db.recursiveDelete(db.collection(path));
        assert.deepEqual(await db.collection(path).listDocuments(), []);
    },

    'a transaction that reads, queries and writes': async path => {
        const all = await numbers(path, 4);
        const moved = await db.runTransaction(async transaction => {
            const even = await transaction.get(all.where('even', '==', true));
            const one = await transaction.get(all.doc('d1'));
            transaction.update(one.ref, { n: FieldValue.increment(even.size) });
            transaction.delete(all.doc('d3'));
            transaction.create(all.doc('new'), { even: even.size });
            return even.size;
        });
        assert.equal(moved, 2);
        assert.deepEqual(idsOf(await all.get()), ['d0', 'd1', 'd2', 'new']);
        assert.equal((await all.doc('d1').get()).get('n'), 3);
    },

    'contending and read-only transactions': async path => {
        const one = db.doc(`${path}/one`);
        await one.set({ n: 0 });
        const increment = () =>
            db.runTransaction(
                async transaction => transaction.update(one, { n: (await transaction.get(one)).get('n') + 1 }),
                { maxAttempts: 20 },
            );
        await Promise.all([increment(), increment(), increment()]);
        const read = await db.runTransaction(transaction => transaction.get(one), { readOnly: true });
        assert.equal(read.get('n'), 3);
    },

    'listeners': async path => {
        const all = await numbers(path, 3);
        const snapshots = new Snapshots((seen, failed) =>
            all.where('n', '>', 0).orderBy('n').onSnapshot(seen, failed),
        );
        assert.deepEqual(idsOf(await snapshots.until(() => true, 'first snapshot')), ['d1', 'd2']);
        await all.doc('d1').update({ n: 9, at: Timestamp.now() });
        assert.deepEqual(idsOf(await snapshots.until(() => true, 'change')), ['d2', 'd1']);
        await all.doc('d2').delete();
        const last = await snapshots.until(() => true, 'deletion');
        assert.deepEqual(last.docChanges().map(change => [change.type, change.doc.id]), [['removed', 'd2']]);
        snapshots.stop();
    },
};

run(checks).then(() => deleteApp(app));
