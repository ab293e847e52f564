import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

/** Where a platform of one's own listens while the console is worked on with `npx vite console`. */
const PLATFORM = 'http://127.0.0.1:8000';

const KIT = /node_modules|clients\/typescript|console\/src\/(?:parts\/[^/]+|words)[.]tsx?$/;

/** Areas whose pages share most of what they need, and are small. What other areas need as well stays in files of its own. */
const AREAS = [
  { name: 'session', test: /console\/src\/(?:pages\/session\/|sign-on[.]ts)/ },
  { name: 'calls', test: /console\/src\/pages\/calls\// },
  { name: 'campaigns', test: /console\/src\/pages\/campaigns\// },
  { name: 'versions', test: /console\/src\/pages\/agents\/(?:canary|draft-(?:card|page)|read-versions|version)/ },
  { name: 'administration', test: /console\/src\/pages\/(?:costs|credentials|members|numbers|privacy|webhooks)\// },
].map((area) => ({ ...area, includeDependenciesRecursively: false }));

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
    // One file for what nearly every page needs, instead of one for each part that two of them share, and one for the pages of
    // some areas: together they are compressed better.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'kit', test: KIT }, ...AREAS] } } },
  },
  server: { proxy: { '/console/settings.json': PLATFORM, '/api': PLATFORM } },
});
