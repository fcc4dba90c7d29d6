import { defineConfig } from 'vite';

/** Where Rekindle is. The page reaches it on its own origin, so that no CORS is needed. */
const rekindle = process.env.REKINDLE_URL ?? 'http://127.0.0.1:4747';
const proxy = { '/v1': rekindle, '/__': rekindle };

export default defineConfig({
  // The client is linked from this repository, where it has packages of its own for its tests.
  resolve: { preserveSymlinks: true, dedupe: ['ai', 'firebase', 'react', 'react-dom'] },
  server: { proxy },
  preview: { proxy },
});
