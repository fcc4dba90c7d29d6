import preact from '@preact/preset-vite';
import { defineConfig } from 'vite';

const react = new URL('react.js', import.meta.url).pathname;

export default defineConfig({
  plugins: [preact({ reactAliasesEnabled: false })],
  resolve: {
    alias: [
      { find: /^react\/jsx-runtime$/, replacement: 'preact/jsx-runtime' },
      { find: /^react(-dom)?$/, replacement: react },
    ],
  },
  build: {
    target: 'es2022',
    // The Content-Security-Policy does not allow data: URLs in style sheets.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: {
    // For `npm run dev` next to a running stack.
    proxy: Object.fromEntries(['/v1', '/__'].map((path) => [path, 'http://127.0.0.1:4747'])),
  },
});
