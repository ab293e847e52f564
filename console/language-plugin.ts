import { readFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin, Rolldown } from 'vite';

const FOLDER = fileURLToPath(new URL('.', import.meta.url));
const SOURCES = join(FOLDER, 'src');
const MARK = '?texts';
const STYLESHEET = /<link rel="stylesheet"[^>]* href="\/console\/([^"]+)">/g;
const STRINGS = /(?:^|[/-])strings\.ts$/;

/** Whether this module has texts in English. */
export const isStrings = (id: string): boolean => id.startsWith(SOURCES) && STRINGS.test(id);

/**
 * Gives the code the texts of the language of the page: in place of a strings module it gets what the module of that path
 * exports in that language. Strings modules themselves, and what collects them, import one another as they are.
 */
export function languages(): Plugin {
  return {
    name: 'languages',
    enforce: 'pre',
    resolveId: {
      filter: { id: STRINGS },
      handler(wanted, importer) {
        if (importer === undefined || !wanted.startsWith('.')) return null;
        const id = join(dirname(importer), wanted);
        const isReal = STRINGS.test(importer) || importer.startsWith(join(FOLDER, 'messages'));
        return isReal || !isStrings(id) ? null : id + MARK;
      },
    },
    load: {
      filter: { id: /[?]texts$/ },
      async handler(id) {
        const file = id.slice(0, -MARK.length);
        this.addWatchFile(file);
        const names = [...(await readFile(file, 'utf8')).matchAll(/^export const (\w+)/gm)].map(([, name]) => name);
        return [
          `import { messagesOf } from ${JSON.stringify(join(SOURCES, 'messages.ts'))};`,
          `const texts = messagesOf(${JSON.stringify(`./${relative(SOURCES, file)}`)});`,
          ...names.map((name) => `export const ${name} = texts.${name};`),
        ].join('\n');
      },
    },
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        if (bundle === undefined) return html;
        const tags = earlyLinks(Object.values(bundle)).filter(({ attrs }) => !html.includes(attrs.href));
        const styles = [...html.matchAll(STYLESHEET)].map(([, fileName = '']) => link('stylesheet', fileName));
        return { html: html.replaceAll(STYLESHEET, ''), tags: [...styles, ...tags] };
      },
    },
  };
}

/** Links to what is shown once the texts are loaded, so that the browser fetches it beside them. */
function earlyLinks(files: readonly (Rolldown.OutputChunk | Rolldown.OutputAsset)[]) {
  const chunks = new Map(files.flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file] as const] : [])));
  const start = [...chunks.values()].find(({ facadeModuleId }) => facadeModuleId === join(SOURCES, 'start.tsx'));
  if (start === undefined) throw new Error('The build has no file of its own for start.tsx');
  const needed = new Set([start]);
  for (const { imports } of needed)
    for (const chunk of imports.map((name) => chunks.get(name))) if (chunk !== undefined) needed.add(chunk);
  const styles = [...needed].flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]);
  return [
    ...[...needed].map(({ fileName }) => link('modulepreload', fileName)),
    ...styles.map((fileName) => link('stylesheet', fileName)),
  ];
}

/** Browsers paint nothing that comes after a style that is on its way: what says that the console is being opened comes before. */
const link = (rel: 'modulepreload' | 'stylesheet', fileName: string) => ({
  tag: 'link',
  attrs: { rel, crossorigin: true, href: `/console/${fileName}` },
  injectTo: rel === 'stylesheet' ? ('body' as const) : ('head' as const),
});
