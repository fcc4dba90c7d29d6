// The scenario with the Node client; prints one line of JSON for each step.
const { Firestore, FieldValue, GeoPoint, Timestamp, Filter, AggregateField } = require('@google-cloud/firestore');

const client = new Firestore({ projectId: process.argv[2] });
const CODES = ['OK', 'CANCELLED', 'UNKNOWN', 'INVALID_ARGUMENT', 'DEADLINE_EXCEEDED', 'NOT_FOUND', 'ALREADY_EXISTS'];

function sorted(value) {
    if (Array.isArray(value)) return value.map(sorted);
    if (value === null || typeof value !== 'object') return value;
    return Object.fromEntries(Object.keys(value).sort().map(key => [key, sorted(value[key])]));
}

function show(step, result) {
    // Python's json escapes non-ASCII characters.
    const text = JSON.stringify([step, sorted(result)]);
    console.log(text.replace(/[^\x00-\x7e]/g, c => '\\u' + c.charCodeAt(0).toString(16).padStart(4, '0')));
}

async function codeOf(call) {
    try {
        await call();
    } catch (error) {
        return CODES[error.code];
    }
    return 'OK';
}

const ids = async query => (await query.get()).docs.map(snapshot => snapshot.id);

async function main() {
    const cities = client.collection('cities');
    const first = cities.doc('oslo');
    await first.set({
        name: 'Oslo',
        size: 7,
        at: Timestamp.fromDate(new Date('2024-02-29T12:30:15.250Z')),
        raw: Buffer.from([0, 255]),
        place: new GeoPoint(59.9, 10.7),
        twin: cities.doc('rome'),
        tags: ['north', { deep: [1, null, true] }],
        map: { 'a.b': { '`': 'é' } },
    });
    const data = (await first.get()).data();
    show('types', {
        ...data,
        at: data.at.toMillis(),
        raw: data.raw.toString('hex'),
        place: [data.place.latitude, data.place.longitude],
        twin: data.twin.path,
    });

    show('create twice', await codeOf(() => first.create({})));
    show('update missing', await codeOf(() => cities.doc('none').update({ a: 1 })));
    show('reserved id', await codeOf(() => cities.doc('__x__').set({})));

    await first.update({
        size: FieldValue.increment(3),
        tags: FieldValue.arrayUnion('north', 'fjord'),
        'map.n': 5,
        twin: FieldValue.delete(),
        at: FieldValue.delete(),
        raw: FieldValue.delete(),
        place: FieldValue.delete(),
    });
    await first.set({ map: { m: 1 } }, { merge: true });
    show('updated', (await first.get()).data());

    const batch = client.batch();
    ['rome', 'bern', 'lyon', 'york'].forEach((name, number) =>
        batch.set(cities.doc(name), { name, size: number, even: number % 2 === 0 }),
    );
    batch.set(cities.doc('rome').collection('parks').doc('p1'), { trees: 10 });
    batch.set(first.collection('parks').doc('p2'), { trees: 2.5 });
    await batch.commit();

    const bySize = cities.orderBy('size');
    const parks = client.collectionGroup('parks');
    show('order', await ids(bySize));
    show('less', await ids(cities.where('size', '<', 3)));
    show('not equal', await ids(cities.where('even', '!=', true)));
    show('in', await ids(cities.where('size', 'in', [1, 10, 99])));
    show('contains', await ids(cities.where('tags', 'array-contains', 'fjord')));
    show('or', await ids(cities.where(Filter.or(Filter.where('size', '==', 2), Filter.where('name', '==', 'york')))));
    show('cursor', await ids(bySize.startAfter(1).endAt(3)));
    show('page', await ids(bySize.offset(1).limit(2)));
    show('last', await ids(bySize.limitToLast(2)));
    show('select', (await cities.orderBy('size').select('size').limit(2).get()).docs.map(snapshot => snapshot.data()));
    show('group', (await parks.get()).docs.map(snapshot => snapshot.ref.path));
    show('count', (await parks.count().get()).data().count);
    show('sum', (await parks.aggregate({ s: AggregateField.sum('trees') }).get()).data().s);
    show('average', (await cities.aggregate({ a: AggregateField.average('size') }).get()).data().a);
    show('collections', (await first.listCollections()).map(item => item.id).sort());
    show('documents', (await cities.listDocuments()).map(item => item.id).sort());

    const grow = () =>
        client.runTransaction(async transaction => {
            const size = (await transaction.get(first)).get('size');
            transaction.update(first, { size: size + 1 });
            return size;
        });
    show('transaction', [await grow(), await grow()]);
    show('after', (await first.get()).get('size'));
    const all = await client.getAll(first, cities.doc('none'));
    show('all', Object.fromEntries(all.map(item => [item.id, item.exists])));
    await first.delete();
    show('deleted', (await first.get()).exists);
    await client.terminate();
}

main().catch(error => {
    console.error(error);
    process.exitCode = 1;
});
