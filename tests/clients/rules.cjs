// Tries cases of the security rules with Firebase's library for that, as apps would.
// Reads {host, port, project, seeds, rulesets, cases, all} from standard input; for each ruleset it
// prints one line of JSON, {refused} or {warnings, wrong}. Unless `all` is set, it stops trying a
// ruleset at the first group of cases with a wrong one.
const { initializeTestEnvironment, assertFails, assertSucceeds } = require('@firebase/rules-unit-testing');
const {
  collection, collectionGroup, doc, documentId, getCountFromServer, getDocFromServer, getDocsFromServer,
  onSnapshot, query, runTransaction, serverTimestamp, setLogLevel, where, writeBatch,
} = require('firebase/firestore');

const AT_ONCE = 40;

setLogLevel('silent');

const OPERATIONS = {
  get: (db, path) => getDocFromServer(doc(db, path)),
  list: (db, path) => getDocsFromServer(collection(db, path)),
  named: (db, path) => {
    const { parent, id } = doc(db, path);
    return getDocsFromServer(query(parent, where(documentId(), '==', id)));
  },
  group: (db, path) => getDocsFromServer(collectionGroup(db, path)),
  count: (db, path) => getCountFromServer(collection(db, path)),
  listen: (db, path) =>
    new Promise((resolve, reject) => {
      const stop = onSnapshot(
        collection(db, path),
        { includeMetadataChanges: true },
        (found) => {
          if (!found.metadata.fromCache) {
            stop();
            resolve(found);
          }
        },
        reject,
      );
    }),
  create: (db, path, data) => commit(db, (writes) => writes.set(doc(db, path), data)),
  update: (db, path, data) => commit(db, (writes) => writes.update(doc(db, path), data)),
  delete: (db, path) => commit(db, (writes) => writes.delete(doc(db, path))),
  batch: (db, path, data) => writeBatch(db).set(doc(db, path), data, { merge: true }).commit(),
  transaction: (db, path, data) =>
    commit(db, async (transaction) => {
      await transaction.get(doc(db, path));
      transaction.update(doc(db, path), data);
    }),
};

// One call per commit. Other writes share a stream, which the SDK opens anew, and in the end only
// after a pause, whenever one of them is refused.
function commit(db, write) {
  return runTransaction(db, async (transaction) => { await write(transaction); }, { maxAttempts: 1 });
}

async function load({ host, port, project }, rules) {
  const url = `http://${host}:${port}/emulator/v1/projects/${project}:securityRules`;
  const body = JSON.stringify({ rules: { files: [{ name: 'firestore.rules', content: rules }] } });
  const answer = await fetch(url, { method: 'PUT', body });
  const { error, issues = [] } = await answer.json();
  return error ? { refused: error.message } : { warnings: issues.map((issue) => issue.description) };
}

async function seed(environment, paths) {
  await environment.clearFirestore();
  await environment.withSecurityRulesDisabled(async (context) => {
    const db = context.firestore();
    await commit(db, (writes) => paths.forEach((path) => writes.set(doc(db, path), { seeded: true })));
  });
}

function people(environment) {
  const known = new Map();
  return ({ who, claims }) => {
    const key = JSON.stringify([who, claims]);
    if (!known.has(key)) {
      const context =
        who === null ? environment.unauthenticatedContext() : environment.authenticatedContext(who, claims);
      known.set(key, context.firestore());
    }
    return known.get(key);
  };
}

function filled(data) {
  const times = { '<one minute ago>': new Date(Date.now() - 60000), '<server time>': serverTimestamp() };
  return Object.fromEntries(Object.entries(data).map(([name, value]) => [name, times[value] ?? value]));
}

async function tried(db, { operation, path, data, allowed }) {
  const asked = OPERATIONS[operation](db, path, data && filled(data));
  try {
    await (allowed ? assertSucceeds(asked) : assertFails(asked));
    return null;
  } catch (error) {
    return error.message;
  }
}

async function main() {
  let text = '';
  for await (const chunk of process.stdin) text += chunk;
  const { host, port, project, seeds, rulesets, cases, all } = JSON.parse(text);
  const environment = await initializeTestEnvironment({ projectId: project, firestore: { host, port } });
  const as = people(environment);
  let seeded = false;
  for (const rules of rulesets) {
    if (!seeded) await seed(environment, seeds);
    const { refused, warnings } = await load({ host, port, project }, rules);
    const wrong = {};
    for (let start = 0; !refused && start < cases.length; start += AT_ONCE) {
      const group = cases.slice(start, start + AT_ONCE);
      const problems = await Promise.all(group.map((each) => tried(as(each), each)));
      problems.forEach((problem, index) => problem && (wrong[start + index] = problem));
      if (!all && Object.keys(wrong).length) break;
    }
    seeded = !Object.keys(wrong).length; // what was wrongly allowed may have changed something
    console.log(JSON.stringify(refused ? { refused } : { warnings, wrong }));
  }
  await environment.cleanup();
}

main().then(
  () => process.exit(0),
  (error) => {
    console.error(error);
    process.exit(1);
  },
);
