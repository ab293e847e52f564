import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

/** Where a platform of one's own listens while the console is worked on with `npx vite console`. */
const PLATFORM = 'http://127.0.0.1:8000';

const KIT = /node_modules|clients\/typescript|console\/src\/(?:parts\/[^/]+|words)[.]tsx?$/;

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: '/console/',
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    target: 'es2022',
    // A strict policy lets no `data:` script or worklet in: everything is a file of its own.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // One file for what nearly every page needs, instead of one for each part that two of them share.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'kit', test: KIT }] } } },
  },
  server: { proxy: { '/console/settings.json': PLATFORM, '/api': PLATFORM } },
});
