import { copyFile, mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { isMain } from '../is-main.ts';
import { putInPlace } from '../put-in-place.ts';
import { htmlFileOf, navigationOf, readDocumentation, titleOf } from './documentation-pages.ts';
import { LinkedFiles } from './linked-files.ts';
import { renderMarkdown } from './markdown-html.ts';
import { framed, type SitePage } from './page-template.ts';
import { searchEntries } from './search-entries.ts';

const HERE = dirname(fileURLToPath(import.meta.url));

/** Writes the documentation as a site of static files, whole or not at all. Throws for a link that leads nowhere. */
export async function writeDocs(root: string, place: string): Promise<void> {
  const draft = `${place}-${process.pid}`;
  try {
    await writeSite(root, draft);
    await mkdir(dirname(place), { recursive: true });
    await putInPlace(draft, place, async () => false);
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

async function writeSite(root: string, directory: string): Promise<void> {
  const documentation = await readDocumentation(root);
  const groups = navigationOf(documentation[0]!);
  const linked = new LinkedFiles(
    root,
    documentation.map(({ path }) => path),
  );
  const pages = documentation.map((page): SitePage => {
    const rendered = renderMarkdown(page.markdown, linked.from(page.path));
    return { file: htmlFileOf(page.path), title: titleOf(page), ...rendered };
  });
  linked.requireAll();
  for (const page of [...pages, ...(await linked.sourcePages())])
    await write(directory, page.file, framed(page, groups));
  for (const [path, file] of linked.images) await copy(join(root, path), directory, file);
  await copy(join(HERE, 'style.css'), directory, 'style.css');
  await write(directory, 'search-index.js', searchIndexOf(pages));
  await bundlePageScript(join(directory, 'page.js'));
}

/** What the search finds, as a script: a page that was opened as a file may load no other data. */
const searchIndexOf = (pages: readonly SitePage[]): string =>
  `globalThis.documentationSections = ${JSON.stringify(pages.flatMap(searchEntries))};\n`;

async function bundlePageScript(file: string): Promise<void> {
  const build = await rolldown({
    input: join(HERE, 'page.js'),
    platform: 'browser',
    tsconfig: false,
    logLevel: 'warn',
  });
  try {
    await build.write({ file, format: 'iife', minify: true });
  } finally {
    await build.close();
  }
}

async function write(directory: string, file: string, text: string): Promise<void> {
  await mkdir(dirname(join(directory, file)), { recursive: true });
  await writeFile(join(directory, file), text);
}

async function copy(from: string, directory: string, file: string): Promise<void> {
  await mkdir(dirname(join(directory, file)), { recursive: true });
  await copyFile(from, join(directory, file));
}

if (isMain(import.meta.url)) {
  const root = fileURLToPath(new URL('../../../', import.meta.url));
  await writeDocs(root, join(root, 'dist/docs'));
  process.stdout.write(`Open ${join(root, 'dist/docs/index.html')}\n`);
}
