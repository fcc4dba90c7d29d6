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
    // A data: URL in a style sheet would need more than the Content-Security-Policy allows.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: {
    // `npm run dev` beside a running stack.
    proxy: Object.fromEntries(['/v1', '/__'].map((path) => [path, 'http://127.0.0.1:4747'])),
  },
});
