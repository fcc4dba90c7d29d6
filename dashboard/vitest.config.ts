import { defineConfig } from 'vitest/config';

export default defineConfig({
  resolve: {
    alias: {
      'rekindle-client': new URL('../clients/typescript/src/index.ts', import.meta.url).pathname,
    },
  },
  test: { include: ['tests/**/*.test.ts'], environment: 'node' },
});
