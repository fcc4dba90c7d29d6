// Runs named checks one after the other, each in a collection of its own, and prints a line of JSON
// for each: its name, and "passed" or what went wrong.
const assert = require('node:assert/strict');

const LIMIT_SECONDS = 20;

function within(promise, what) {
    let timer;
    const late = new Promise((_, reject) => {
        timer = setTimeout(() => reject(new Error(`no ${what} after ${LIMIT_SECONDS} s`)), LIMIT_SECONDS * 1000);
    });
    return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

async function run(checks) {
    for (const [name, check] of Object.entries(checks)) {
        let result = 'passed';
        try {
            await within(check(`c${Math.random().toString(36).slice(2)}`), 'end');
        } catch (error) {
            result = `${error.code ?? error.name}: ${error.message}`;
        }
        console.log(JSON.stringify([name, result]));
    }
}

// What a listener reports, to be awaited: `start` takes a callback for snapshots and one for errors.
class Snapshots {
    constructor(start) {
        this.seen = [];
        this.wake = () => {};
        const failed = error => {
            this.error = error;
            this.wake();
        };
        this.stop = start(snapshot => {
            this.seen.push(snapshot);
            this.wake();
        }, failed);
    }

    // Waits for the first snapshot from now on, or not yet awaited, that the condition accepts.
    async until(condition, what) {
        const found = async () => {
            for (;;) {
                while (this.seen.length) {
                    const snapshot = this.seen.shift();
                    if (condition(snapshot)) return snapshot;
                }
                if (this.error) throw this.error;
                await new Promise(resolve => (this.wake = resolve));
            }
        };
        return within(found(), what);
    }
}

async function codeOf(call) {
    try {
        await call();
    } catch (error) {
        return error.code;
    }
    return 'ok';
}

module.exports = { assert, codeOf, run, Snapshots };
