import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { isStrings, languages } from './language-plugin.ts';

/** Where a platform of one's own listens while the console is worked on with `npx vite console`. */
const PLATFORM = 'http://127.0.0.1:8000';

/** What is there before the texts, and what they may use: none of it may lie with code that shows them. */
const LANGUAGE = /console\/src\/(?:format|language|messages)[.]ts$|vite\/preload-helper/;

/** What nearly every page needs, and the names of all texts: with an area they would bring it to pages of others. */
const KIT = /node_modules|clients\/typescript|console\/src\/parts\/[^/]+[.]tsx?$|[?]texts$/;

/** Areas whose pages share most of what they need, and are small. What other areas need as well stays in files of its own. */
const AREAS = [
  { name: 'session', test: /console\/src\/(?:pages\/session\/|sign-on[.]ts)/ },
  { name: 'calls', test: /console\/src\/pages\/calls\/(?!actions|use-call|call[.])/ },
  { name: 'campaigns', test: /console\/src\/pages\/campaigns\// },
  { name: 'rehearsals', test: /console\/src\/pages\/rehearsals\// },
  { name: 'versions', test: /console\/src\/pages\/agents\/(?:canary-|draft-card|version-|versions-)/ },
  { name: 'administration', test: /console\/src\/pages\/(?:costs|credentials|members|numbers|privacy|webhooks)\// },
].map(({ name, test }) => ({
  name,
  // Texts in English come with those of the language.
  test: (id: string) => test.test(id) && !isStrings(id),
  includeDependenciesRecursively: false,
}));

const GROUPS = [
  { name: 'language', test: LANGUAGE, priority: 2, includeDependenciesRecursively: false },
  { name: 'kit', test: (id: string) => KIT.test(id) && !isStrings(id) },
  ...AREAS,
];

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: '/console/',
  plugins: [languages()],
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    target: 'es2022',
    // A strict policy lets no `data:` script or worklet in: everything is a file of its own.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // One file for what nearly every page needs, instead of one for each part that two of them share, and one for the pages of
    // some areas: together they are compressed better.
    rolldownOptions: { checks: { bundlerTimings: false }, output: { codeSplitting: { groups: GROUPS } } },
  },
  server: { proxy: { '/console/settings.json': PLATFORM, '/api': PLATFORM } },
});
