import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/** The repository, with a slash at its end. */
export const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** A documentation page. */
export interface Page {
  /** From the root of the repository. */
  readonly path: string;
  readonly text: string;
}

/** A block of commands on a page. */
export interface Block {
  /** As in `docs/knowledge.md:20`. */
  readonly place: string;
  readonly commands: string;
  /** Why no test runs them; null where one does. */
  readonly untried: string | null;
}

/** Its commands come first: those of other pages continue from them. */
export const FIRST_STEPS = 'docs/start.md';

/** The README, the first steps, then all other pages below docs. */
export async function readPages(): Promise<Page[]> {
  const pages = (await readdir(`${ROOT}docs`)).filter((name) => name.endsWith('.md')).map((name) => `docs/${name}`);
  const paths = ['README.md', FIRST_STEPS, ...pages.filter((path) => path !== FIRST_STEPS).toSorted()];
  return Promise.all(paths.map(async (path) => ({ path, text: await readFile(ROOT + path, 'utf8') })));
}

const FENCED = /^```sh(?: norun: (.+))?\n([^]+?)^```$/gm;

/** The commands of a page: what is fenced as `sh`. Where a test cannot run them, `norun:` and the reason stand there too. */
export const blocksOf = ({ path, text }: Page): Block[] =>
  [...text.matchAll(FENCED)].map(({ index, 1: untried = null, 2: commands = '' }) => ({
    place: `${path}:${text.slice(0, index).split('\n').length}`,
    commands,
    untried,
  }));

const LINK = /\]\((?!\w+:)([^)#\s]*)(?:#([^)\s]+))?\)/g;

/** Where the links of a page lead within the repository: a path beside the page, or none for the page itself, and a heading. */
export const linksOf = ({ text }: Page): { readonly path: string; readonly heading: string | null }[] =>
  [...withoutCode(text).matchAll(LINK)].map(([, path = '', heading = null]) => ({ path, heading }));

/** The headings of a page as links name them. */
export const headingsOf = ({ text }: Pick<Page, 'text'>): string[] =>
  [...withoutCode(text).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );

const withoutCode = (text: string): string => text.replaceAll(/^```[^]+?^```$/gm, '').replaceAll(/`[^`\n]*`/g, '');
