import { readdir, readFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { marked } from 'marked';

/** A page of the documentation. */
export interface DocumentationPage {
  /** From the root of the repository. */
  readonly path: string;
  readonly markdown: string;
}

/** A group of pages in the navigation. */
export interface PageGroup {
  readonly name: string;
  readonly pages: readonly { readonly title: string; readonly path: string }[];
}

const HOME = 'README.md';
const BESIDE = ['SECURITY.md', 'CONTRIBUTING.md', 'CHANGELOG.md'];

/** The README, all pages in docs, and the pages beside the README. */
export async function readDocumentation(root: string): Promise<DocumentationPage[]> {
  const names = (await readdir(join(root, 'docs'))).filter((name) => name.endsWith('.md')).toSorted();
  const paths = [HOME, ...names.map((name) => `docs/${name}`), ...BESIDE];
  return Promise.all(paths.map(async (path) => ({ path, markdown: await readFile(join(root, path), 'utf8') })));
}

/** The file of the site that a page becomes. */
export const htmlFileOf = (path: string): string =>
  path === HOME ? 'index.html' : `${posix.basename(path, '.md').toLowerCase()}.html`;

/** The title of a page: its first heading. */
export function titleOf({ path, markdown }: DocumentationPage): string {
  const [, title] = /^# (.+)$/m.exec(markdown) ?? [];
  if (title === undefined) throw new Error(`${path} has no title: begin it with "# "`);
  return title.replaceAll('`', '');
}

type Token = ReturnType<typeof marked.lexer>[number];

/** The groups of the table under the heading “Documentation” of the README: a name, and links to pages. */
export function navigationOf({ markdown }: DocumentationPage): PageGroup[] {
  const tokens = marked.lexer(markdown);
  const heading = tokens.findIndex(({ type, text }) => type === 'heading' && text === 'Documentation');
  const table = tokens.slice(heading + 1).find(({ type }) => type === 'table');
  if (heading < 0 || table?.rows === undefined)
    throw new Error('README.md has no table under the heading “Documentation”: the navigation is made of it');
  return table.rows.map(([name, pages]) => ({
    name: name?.text ?? '',
    pages: linksIn(pages?.tokens ?? []).map(({ text = '', href = '' }) => ({ title: text, path: href })),
  }));
}

const linksIn = (tokens: readonly Token[]): Token[] =>
  tokens.flatMap((token) => (token.type === 'link' ? [token] : linksIn(token.tokens ?? [])));
