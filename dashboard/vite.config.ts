import preact from '@preact/preset-vite';
import { defineConfig, type Plugin } from 'vite';

const react = new URL('react.js', import.meta.url).pathname;
const client = new URL('../clients/typescript/src', import.meta.url).pathname;

/** Leaves out the keys of an icon's shapes: random letters that nothing uses, as shapes never move. */
const iconsWithoutKeys: Plugin = {
  name: 'icons-without-keys',
  transform: {
    filter: { id: /lucide-preact\/.*\/icons\// },
    handler: (code) => code.replaceAll(/,\s*key: "\w+"/g, ''),
  },
};

/** Hosting answers an address at which there is nothing with 404.html: the page, which says so. */
const pageForNothing: Plugin = {
  name: 'page-for-nothing',
  enforce: 'post',
  generateBundle(_, bundle) {
    const index = bundle['index.html'];
    if (index?.type !== 'asset') return;
    const source = String(index.source).replace('<html', '<html data-nothing-here');
    this.emitFile({ type: 'asset', fileName: '404.html', source });
  },
};

export default defineConfig({
  plugins: [preact({ reactAliasesEnabled: false }), iconsWithoutKeys, pageForNothing],
  resolve: {
    alias: [
      // From its source, so that nothing needs to be built first.
      { find: /^rekindle-client$/, replacement: `${client}/index.ts` },
      { find: /^rekindle-client\/live$/, replacement: `${client}/live/index.ts` },
      { find: /^react\/jsx-runtime$/, replacement: 'preact/jsx-runtime' },
      // The shim is for versions of React that lack what Preact has.
      { find: /^(react(-dom)?|use-sync-external-store\/shim)$/, replacement: react },
    ],
  },
  build: {
    target: 'es2022',
    // The Content-Security-Policy does not allow data: URLs in style sheets.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rollupOptions: {
      onwarn(warning, warn) {
        // The component library uses more of React than react.js has.
        if (warning.code === 'IMPORT_IS_UNDEFINED') throw new Error(warning.message);
        warn(warning);
      },
      // No module reads a property, or a global, for the sake of reading it.
      treeshake: { propertyReadSideEffects: false, unknownGlobalSideEffects: false },
      // What loads first compresses better as one script.
      output: { codeSplitting: { groups: [{ name: 'index', tags: ['$initial'] }] } },
    },
  },
  server: {
    fs: { allow: ['.', client] },
    // For `npm run dev` next to a running stack.
    proxy: Object.fromEntries(['/v1', '/__'].map((path) => [path, 'http://127.0.0.1:4747'])),
  },
});
