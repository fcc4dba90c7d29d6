// What apps do with the web SDK: reads, queries, listeners, going offline, and every kind of
// transaction. The arguments are the emulator's host:port and the project.
const { initializeApp, deleteApp } = require('firebase/app');
const sdk = require('firebase/firestore');
const { assert, codeOf, run, Snapshots } = require('./checks.cjs');

const { collection, doc, getDoc, getDocs, query, where, orderBy, limit, setDoc, updateDoc, deleteDoc } = sdk;
const [address, projectId] = process.argv.slice(2);
const [host, port] = address.split(':');

sdk.setLogLevel('silent');

function connect(name) {
    const app = initializeApp({ projectId }, name);
    const db = sdk.initializeFirestore(app, {
        // Nothing is forgotten when the last listener ends, so it can be read offline.
        localCache: sdk.memoryLocalCache({ garbageCollector: sdk.memoryLruGarbageCollector() }),
    });
    sdk.connectFirestoreEmulator(db, host, Number(port), { mockUserToken: 'owner' });
    return { app, db };
}

const mine = connect('mine');
const theirs = connect('theirs');
const db = mine.db;

const ids = async found => (await getDocs(found)).docs.map(document => document.id);
const idsOf = snapshot => snapshot.docs.map(document => document.id);
// With changes of metadata, or nothing would say that what was cached is still true.
const listen = target =>
    new Snapshots((seen, failed) => sdk.onSnapshot(target, { includeMetadataChanges: true }, seen, failed));

async function people(path) {
    const batch = sdk.writeBatch(db);
    const all = {
        ada: { age: 36, tags: ['math', 'poetry'], city: 'London' },
        bob: { age: 20, tags: ['chess'], city: 'Paris' },
        cat: { age: 20, tags: [], city: null },
        dan: { age: 51, tags: ['math'], city: 'London' },
        eve: { city: NaN },
    };
    for (const [id, data] of Object.entries(all)) batch.set(doc(db, path, id), data);
    await batch.commit();
    return collection(db, path);
}

async function offline(work) {
    await sdk.disableNetwork(db);
    try {
        return await work();
    } finally {
        await sdk.enableNetwork(db);
    }
}

const checks = {
    'values of every type': async path => {
        const one = doc(db, path, 'one');
        const values = {
            none: null,
            yes: true,
            whole: 42,
            part: -0.5,
            infinite: -Infinity,
            text: 'é\u0000😀',
            raw: sdk.Bytes.fromUint8Array(new Uint8Array([0, 255])),
            at: sdk.Timestamp.fromMillis(1709209815250),
            place: new sdk.GeoPoint(59.9, -10.7),
            other: doc(db, path, 'two'),
            list: [1, { deep: [] }],
            map: { 'a.b': { '`': 1 } },
            vector: sdk.vector([1, 2.5]),
        };
        await setDoc(one, values);
        const found = (await sdk.getDocFromServer(one)).data();
        assert.deepEqual(Object.keys(found).sort(), Object.keys(values).sort());
        for (const name of ['raw', 'at', 'place', 'vector']) assert.ok(found[name].isEqual(values[name]), name);
        assert.equal(found.other.path, values.other.path);
        for (const name of ['none', 'yes', 'whole', 'part', 'infinite', 'text', 'list', 'map']) {
            assert.deepEqual(found[name], values[name]);
        }
    },

    'merging and updating': async path => {
        const one = doc(db, path, 'one');
        await setDoc(one, { a: { b: 1, c: 2 }, d: 3 });
        await setDoc(one, { a: { b: 4 } }, { merge: true });
        await setDoc(one, { a: { c: 5 }, d: 6 }, { mergeFields: ['d'] });
        await updateDoc(one, { 'a.e': 7, d: sdk.deleteField() });
        assert.deepEqual((await sdk.getDocFromServer(one)).data(), { a: { b: 4, c: 2, e: 7 } });
        assert.equal(await codeOf(() => updateDoc(doc(db, path, 'none'), { a: 1 })), 'not-found');
    },

    'transforms': async path => {
        const one = doc(db, path, 'one');
        await setDoc(one, { n: 1, list: ['a', 'b'] });
        await updateDoc(one, {
            n: sdk.increment(1.5),
            list: sdk.arrayUnion('b', 'c'),
            at: sdk.serverTimestamp(),
            'deep.new': sdk.increment(2),
        });
        await updateDoc(one, { list: sdk.arrayRemove('a') });
        const found = (await sdk.getDocFromServer(one)).data();
        assert.deepEqual([found.n, found.list, found.deep], [2.5, ['b', 'c'], { new: 2 }]);
        assert.ok(found.at instanceof sdk.Timestamp);
    },

    'a batch is written as a whole or not at all': async path => {
        const batch = sdk.writeBatch(db);
        batch.set(doc(db, path, 'one'), { n: 1 });
        batch.update(doc(db, path, 'none'), { n: 2 });
        assert.equal(await codeOf(() => batch.commit()), 'not-found');
        assert.ok(!(await sdk.getDocFromServer(doc(db, path, 'one'))).exists());
        const second = sdk.writeBatch(db);
        second.set(doc(db, path, 'one'), { n: 1 });
        second.delete(doc(db, path, 'none'));
        await second.commit();
        assert.deepEqual(await ids(collection(db, path)), ['one']);
    },

    'filters': async path => {
        const all = await people(path);
        const by = (...parts) => ids(query(all, where(...parts)));
        assert.deepEqual(await by('age', '==', 20), ['bob', 'cat']);
        assert.deepEqual(await by('age', '>', 20), ['ada', 'dan']);
        assert.deepEqual(await by('age', '!=', 20), ['ada', 'dan']);
        assert.deepEqual(await by('age', 'in', [51, 36]), ['ada', 'dan']);
        assert.deepEqual(await by('age', 'not-in', [51, 36]), ['bob', 'cat']);
        assert.deepEqual(await by('tags', 'array-contains', 'math'), ['ada', 'dan']);
        assert.deepEqual(await by('tags', 'array-contains-any', ['chess', 'poetry']), ['ada', 'bob']);
        assert.deepEqual(await by('city', '==', null), ['cat']);
        assert.deepEqual(await by('city', '==', NaN), ['eve']);
        assert.deepEqual(await by(sdk.documentId(), '>=', 'dan'), ['dan', 'eve']);
    },

    'disjunctions': async path => {
        const all = await people(path);
        const either = sdk.or(
            where('city', '==', 'Paris'),
            sdk.and(where('city', '==', 'London'), where('age', '>', 40)),
        );
        assert.deepEqual(await ids(query(all, either, orderBy('age', 'desc'))), ['dan', 'bob']);
    },

    'cursors and limits': async path => {
        const all = await people(path);
        const byAge = query(all, orderBy('age'), orderBy('city', 'desc'));
        assert.deepEqual(await ids(byAge), ['bob', 'cat', 'ada', 'dan']);
        assert.deepEqual(await ids(query(byAge, limit(2))), ['bob', 'cat']);
        assert.deepEqual(await ids(query(byAge, sdk.limitToLast(2))), ['ada', 'dan']);
        const bob = await getDoc(doc(all, 'bob'));
        assert.deepEqual(await ids(query(byAge, sdk.startAfter(bob), limit(2))), ['cat', 'ada']);
        assert.deepEqual(await ids(query(byAge, sdk.startAt(36), sdk.endBefore(51))), ['ada']);
    },

    'collection groups': async path => {
        for (const place of [`${path}/a/${path}-parks/one`, `${path}/b/${path}-parks/two`]) {
            await setDoc(doc(db, place), { trees: place.length });
        }
        const parks = sdk.collectionGroup(db, `${path}-parks`);
        assert.deepEqual(await ids(parks), ['one', 'two']);
        assert.deepEqual(await ids(query(parks, where('trees', '>', 0), orderBy('trees'))), ['one', 'two']);
    },

    'aggregations': async path => {
        const all = await people(path);
        assert.equal((await sdk.getCountFromServer(query(all, where('city', '==', 'London')))).data().count, 2);
        const found = await sdk.getAggregateFromServer(all, {
            count: sdk.count(),
            sum: sdk.sum('age'),
            average: sdk.average('age'),
        });
        // Only documents that have every aggregated field count.
        assert.deepEqual(found.data(), { count: 4, sum: 127, average: 31.75 });
    },

    'a listener on a document': async path => {
        const one = doc(db, path, 'one');
        const other = doc(theirs.db, path, 'one');
        const snapshots = listen(one);
        assert.ok(!(await snapshots.until(found => !found.metadata.fromCache, 'first snapshot')).exists());
        await setDoc(other, { n: 1 });
        assert.deepEqual((await snapshots.until(found => found.exists(), 'creation')).data(), { n: 1 });
        await updateDoc(other, { n: 2 });
        await snapshots.until(found => found.get('n') === 2, 'update');
        await deleteDoc(other);
        await snapshots.until(found => !found.exists(), 'deletion');
        snapshots.stop();
    },

    'a listener on a query': async path => {
        await people(path);
        const others = collection(theirs.db, path);
        const snapshots = listen(query(collection(db, path), where('age', '>=', 30), orderBy('age'), limit(2)));
        const first = await snapshots.until(found => !found.metadata.fromCache, 'first snapshot');
        assert.deepEqual(idsOf(first), ['ada', 'dan']);
        await updateDoc(doc(others, 'bob'), { age: 40 });
        const second = await snapshots.until(found => found.docChanges().length, 'addition');
        assert.deepEqual(idsOf(second), ['ada', 'bob']);
        assert.deepEqual(second.docChanges().map(change => [change.type, change.doc.id]).sort(), [
            ['added', 'bob'],
            ['removed', 'dan'],
        ]);
        await deleteDoc(doc(others, 'ada'));
        const third = await snapshots.until(found => idsOf(found).join() === 'bob,dan', 'refill');
        assert.equal(third.size, 2);
        snapshots.stop();
    },

    'own writes are seen at once': async path => {
        const one = doc(db, path, 'one');
        const snapshots = listen(one);
        await snapshots.until(found => !found.metadata.fromCache, 'first snapshot');
        const written = setDoc(one, { at: sdk.serverTimestamp() });
        const early = await snapshots.until(found => found.metadata.hasPendingWrites, 'own write');
        assert.equal(early.get('at'), null);
        assert.ok(early.get('at', { serverTimestamps: 'estimate' }) instanceof sdk.Timestamp);
        await written;
        const late = await snapshots.until(found => !found.metadata.hasPendingWrites, 'confirmation');
        assert.ok(late.get('at') instanceof sdk.Timestamp);
        snapshots.stop();
    },

    'reading offline': async path => {
        const all = await people(path);
        assert.equal((await getDocs(all)).size, 5);
        await offline(async () => {
            const found = await getDocs(query(all, where('age', '==', 20)));
            assert.deepEqual(idsOf(found), ['bob', 'cat']);
            assert.ok(found.metadata.fromCache);
            assert.equal((await getDoc(doc(all, 'ada'))).get('age'), 36);
            assert.equal(await codeOf(() => getDoc(doc(all, 'unseen'))), 'unavailable');
            assert.equal(await codeOf(() => sdk.getDocsFromServer(all)), 'unavailable');
        });
        assert.ok(!(await sdk.getDocsFromServer(all)).metadata.fromCache);
    },

    'writes of an offline time arrive in order': async path => {
        const one = doc(db, path, 'one');
        await setDoc(one, { n: 1 });
        let writes;
        await offline(async () => {
            writes = [
                updateDoc(one, { n: sdk.increment(1) }),
                setDoc(doc(db, path, 'two'), { n: 5 }),
                updateDoc(one, { n: sdk.increment(10), late: true }),
                deleteDoc(doc(db, path, 'two')),
            ];
            assert.equal((await getDoc(one)).get('n'), 12);
            assert.equal((await sdk.getDocFromServer(doc(theirs.db, path, 'one'))).get('n'), 1);
        });
        await sdk.waitForPendingWrites(db);
        await Promise.all(writes);
        const found = await sdk.getDocsFromServer(collection(theirs.db, path));
        assert.deepEqual(found.docs.map(document => [document.id, document.data()]), [
            ['one', { n: 12, late: true }],
        ]);
    },

    'a refused write of an offline time is taken back': async path => {
        const one = doc(db, path, 'one');
        await setDoc(one, { n: 1 });
        const snapshots = listen(one);
        await snapshots.until(found => !found.metadata.fromCache, 'first snapshot');
        let refused;
        await offline(async () => {
            refused = codeOf(() => updateDoc(one, { n: 2 }));
            await snapshots.until(found => found.get('n') === 2, 'own write');
            await deleteDoc(doc(theirs.db, path, 'one'));
        });
        assert.equal(await refused, 'not-found');
        await snapshots.until(found => !found.exists(), 'deletion');
        snapshots.stop();
    },

    'listeners catch up after an offline time': async path => {
        const all = await people(path);
        const snapshots = listen(all);
        await snapshots.until(found => found.size === 5 && !found.metadata.fromCache, 'first snapshot');
        await offline(async () => {
            const others = collection(theirs.db, path);
            await deleteDoc(doc(others, 'ada'));
            await updateDoc(doc(others, 'bob'), { age: 21 });
            await setDoc(doc(others, 'fay'), { age: 1 });
        });
        const found = await snapshots.until(
            each => !each.metadata.fromCache && idsOf(each).join() === 'bob,cat,dan,eve,fay',
            'what was missed',
        );
        assert.equal(found.docs[0].get('age'), 21);
        snapshots.stop();
    },

    'a transaction that reads and writes': async path => {
        const one = doc(db, path, 'one');
        await setDoc(one, { n: 1 });
        const result = await sdk.runTransaction(db, async transaction => {
            const n = (await transaction.get(one)).get('n');
            transaction.update(one, { n: n + 1 });
            transaction.set(doc(db, path, 'two'), { n });
            return n;
        });
        assert.equal(result, 1);
        const found = await sdk.getDocsFromServer(collection(db, path));
        assert.deepEqual(found.docs.map(document => document.get('n')), [2, 1]);
    },

    'a transaction that reads what it does not write': async path => {
        const [there, missing, target] = ['there', 'missing', 'target'].map(id => doc(db, path, id));
        await setDoc(there, { n: 1 });
        let attempts = 0;
        await sdk.runTransaction(db, async transaction => {
            const n = (await transaction.get(there)).get('n');
            assert.ok(!(await transaction.get(missing)).exists());
            attempts += 1;
            // What was read changes before the first attempt is committed, so it is retried.
            if (attempts === 1) await updateDoc(doc(theirs.db, path, 'there'), { n: 2 });
            transaction.set(target, { n });
        });
        assert.equal(attempts, 2);
        assert.equal((await sdk.getDocFromServer(target)).get('n'), 2);
    },

    'a transaction that relies on a missing document': async path => {
        const [missing, target] = ['missing', 'target'].map(id => doc(db, path, id));
        const seen = [];
        await sdk.runTransaction(db, async transaction => {
            seen.push((await transaction.get(missing)).exists());
            if (seen.length === 1) await setDoc(doc(theirs.db, path, 'missing'), {});
            transaction.set(target, { seen: seen.at(-1) });
        });
        assert.deepEqual(seen, [false, true]);
        assert.equal((await sdk.getDocFromServer(target)).get('seen'), true);
    },

    'a transaction that only reads, and one that fails': async path => {
        const one = doc(db, path, 'one');
        await setDoc(one, { n: 1 });
        assert.equal(await sdk.runTransaction(db, async read => (await read.get(one)).get('n')), 1);
        const failing = sdk.runTransaction(db, async transaction => {
            await transaction.get(one);
            transaction.delete(one);
            throw new Error('changed my mind');
        });
        await assert.rejects(failing, /changed my mind/);
        assert.equal((await sdk.getDocFromServer(one)).get('n'), 1);
    },

    'contending transactions lose nothing': async path => {
        await setDoc(doc(db, path, 'one'), { n: 0 });
        const increment = client =>
            sdk.runTransaction(
                client.db,
                async transaction => {
                    const one = doc(client.db, path, 'one');
                    transaction.update(one, { n: (await transaction.get(one)).get('n') + 1 });
                },
                { maxAttempts: 30 },
            );
        await Promise.all([mine, theirs, mine, theirs].map(increment));
        assert.equal((await sdk.getDocFromServer(doc(db, path, 'one'))).get('n'), 4);
    },
};

run(checks).then(async () => {
    await Promise.all([mine, theirs].map(async each => {
        await sdk.terminate(each.db);
        await deleteApp(each.app);
    }));
});
