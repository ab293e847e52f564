import { existsSync, statSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { htmlFileOf } from './documentation-pages.ts';
import { escapeHtml, type LinkTargets } from './markdown-html.ts';
import type { SitePage } from './page-template.ts';

const ELSEWHERE = /^[a-z]+:/;

/** Files of the repository that pages link or show: the site has copies of them. */
export class LinkedFiles {
  readonly #root: string;
  readonly #pages: ReadonlySet<string>;
  readonly #sources = new Set<string>();
  readonly #images = new Set<string>();
  readonly #missing: string[] = [];

  constructor(root: string, pages: readonly string[]) {
    this.#root = root;
    this.#pages = new Set(pages);
  }

  /** The images, from the root of the repository, and each of them in the site. */
  get images(): readonly (readonly [path: string, file: string])[] {
    return [...this.#images].map((path) => [path, imageFileOf(path)]);
  }

  /** Throws when a link or a picture led to a file that does not exist. */
  requireAll(): void {
    if (this.#missing.length > 0) throw new Error(`Links that lead nowhere:\n  ${this.#missing.join('\n  ')}`);
  }

  /** How the links of the page at this path lead on in the site. */
  from(page: string): LinkTargets {
    const resolved = (path: string): string => {
      const target = posix.join(posix.dirname(page), path);
      if (!existsSync(join(this.#root, target))) this.#missing.push(`${page}: ${target}`);
      return target;
    };
    return {
      link: (href) => {
        if (href.startsWith('#') || ELSEWHERE.test(href)) return href;
        const [path = '', heading] = href.split('#');
        return `${this.#target(resolved(path))}${heading === undefined ? '' : `#${heading}`}`;
      },
      image: (href) => {
        const path = resolved(href);
        this.#images.add(path);
        return imageFileOf(path);
      },
    };
  }

  #target(path: string): string {
    if (this.#pages.has(path)) return htmlFileOf(path);
    this.#sources.add(path);
    return sourceFileOf(path);
  }

  /** A page for each file and folder that was linked so far, with its content. */
  async sourcePages(): Promise<SitePage[]> {
    const linked = [...this.#sources];
    const inFolders = linked.filter((path) => this.#isFolder(path)).map((folder) => this.#filesIn(folder));
    const all = new Set([...linked, ...(await Promise.all(inFolders)).flat()]);
    return Promise.all([...all].map((path) => this.#sourcePage(path)));
  }

  #isFolder(path: string): boolean {
    return statSync(join(this.#root, path)).isDirectory();
  }

  async #filesIn(folder: string): Promise<string[]> {
    const entries = await readdir(join(this.#root, folder), { withFileTypes: true });
    return entries.filter((entry) => entry.isFile()).map(({ name }) => posix.join(folder, name));
  }

  async #sourcePage(path: string): Promise<SitePage> {
    const content = this.#isFolder(path) ? await this.#folderHtml(path) : await this.#fileHtml(path);
    return { file: sourceFileOf(path), title: path, html: `<h1>${escapeHtml(path)}</h1>\n${content}\n`, sections: [] };
  }

  async #fileHtml(path: string): Promise<string> {
    const text = await readFile(join(this.#root, path), 'utf8');
    return `<pre tabindex="0"><code>${escapeHtml(text)}</code></pre>`;
  }

  async #folderHtml(folder: string): Promise<string> {
    const base = '../'.repeat(sourceFileOf(folder).split('/').length - 1);
    const files = (await this.#filesIn(folder)).toSorted();
    const items = files.map((path) => `<li><a href="${base}${sourceFileOf(path)}">${posix.basename(path)}</a></li>`);
    return `<ul>${items.join('')}</ul>`;
  }
}

const imageFileOf = (path: string): string => `images/${posix.basename(path)}`;

const sourceFileOf = (path: string): string => `source/${path.replace(/\/$/, '')}.html`;
