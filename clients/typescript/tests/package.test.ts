/** What is shipped: how much of it there is, and what it needs. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

import { build } from 'esbuild';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const MOST_OF_THE_CORE = 12 * 1024;

interface Package {
  exports: Record<string, string | { default: string }>;
  dependencies?: unknown;
  peerDependencies: Record<string, string>;
}
const described = JSON.parse(readFileSync(`${ROOT}package.json`, 'utf8')) as Package;
const entries = Object.entries(described.exports).flatMap(([name, target]) =>
  typeof target === 'string' ? [] : [[name, target.default] as const],
);

/** Bundles an entry for the browser, where nothing of Node's is found. */
async function bundled(target: string): Promise<Uint8Array> {
  const entry = target.replace('./dist', `${ROOT}src`).replace(/\.js$/, '.ts');
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    platform: 'browser',
    external: Object.keys(described.peerDependencies),
    logLevel: 'silent',
  });
  return outputFiles[0]?.contents ?? new Uint8Array();
}

test.each(entries)('%s needs nothing that a browser lacks', async (_, target) => {
  expect((await bundled(target)).length).toBeGreaterThan(0);
});

test('the core is small', async () => {
  const [, core = ''] = entries[0] ?? [];
  const size = gzipSync(await bundled(core)).length;
  expect(size).toBeLessThanOrEqual(MOST_OF_THE_CORE);
});

test('nothing else is installed with it', () => {
  expect(described.dependencies).toBeUndefined();
});
