import { defineConfig } from 'vite';

/** Where Rekindle is. The page reaches it on its own origin, so that no CORS is needed. */
const rekindle = process.env.REKINDLE_URL ?? 'http://127.0.0.1:4747';
const proxy = { '/v1': rekindle, '/__': rekindle };

export default defineConfig({
  // The client is linked from this repository, and must not bring a React of its own.
  resolve: { preserveSymlinks: true },
  server: { proxy },
  preview: { proxy },
});
