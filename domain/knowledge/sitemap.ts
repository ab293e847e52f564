import { readAll } from '../agents/json-readers.ts';
import { invalid } from '../errors.ts';
import type { ContentBlock } from './blocks.ts';
import { parseInterval, parsePageUrl } from './web-page.ts';

/** The sitemap that a document stands for. Its pages are documents of their own, which name it. */
export interface Sitemap {
  /** Pages whose path does not begin so are left out. */
  readonly path_prefix: string;
  /** Most pages that are added. */
  readonly max_pages: number;
  /** Pages found at the last check, and those left out of them because they were too many. */
  readonly pages: number;
  readonly left_out: number;
}

/** A request for a sitemap. */
export interface NewSitemap {
  readonly url: string;
  readonly path_prefix?: string;
  readonly max_pages?: number;
  readonly refresh?: string;
}

const PAGES_MAX = { least: 1, usual: 100, most: 500 } as const;
const PREFIX_MAX = 500;

/** Validates a request for a sitemap and reports every problem at once. */
export const parseSitemap = ({ url, path_prefix = '/', max_pages = PAGES_MAX.usual, refresh = 'weekly' }: NewSitemap) =>
  readAll({
    url: () => parsePageUrl(url),
    refresh: () => parseInterval(refresh),
    path_prefix: () => parsePrefix(path_prefix),
    max_pages: () => parseMaximum(max_pages),
  });

function parsePrefix(text: string): string {
  if (!text.startsWith('/') || text.length > PREFIX_MAX || /[?#\s]/.test(text))
    throw invalid(`path_prefix must begin with / and be a path of at most ${PREFIX_MAX} characters`);
  // As it is in addresses.
  return new URL(text, 'https://a').pathname;
}

function parseMaximum(count: number): number {
  const { least, most } = PAGES_MAX;
  if (!Number.isInteger(count) || count < least || count > most)
    throw invalid(`max_pages must be a whole number from ${least} to ${most}`);
  return count;
}

/** What a sitemap that was read lists: pages, or other sitemaps. */
export function listedIn(blocks: readonly ContentBlock[]): { readonly isIndex: boolean; readonly urls: string[] } {
  const isIndex = blocks.some((block) => block.kind === 'heading' && block.text === 'sitemapindex');
  return { isIndex, urls: blocks.flatMap((block) => (block.kind === 'list' ? [...block.items] : [])) };
}

/** Collects the pages of a site that a sitemap lists, each once. */
export class SitemapPages {
  readonly #host: string;
  readonly #prefix: string;
  readonly #most: number;
  readonly #urls = new Set<string>();

  constructor(sitemapUrl: string, { path_prefix, max_pages }: Pick<Sitemap, 'path_prefix' | 'max_pages'>) {
    this.#host = new URL(sitemapUrl).host;
    this.#prefix = path_prefix;
    this.#most = max_pages;
  }

  /** Adds those addresses that are of the same host and below the prefix. By the protocol, a sitemap lists no others. */
  add(addresses: readonly string[]): void {
    for (const text of addresses) {
      const url = this.sameHost(text);
      if (url !== null && new URL(url).pathname.startsWith(this.#prefix)) this.#urls.add(url);
    }
  }

  /** The normalised address, or null when it is of another host or none. */
  sameHost(text: string): string | null {
    if (!URL.canParse(text) || new URL(text).host !== this.#host) return null;
    try {
      return parsePageUrl(text);
    } catch {
      return null;
    }
  }

  get isFull(): boolean {
    return this.#urls.size >= this.#most;
  }

  get wanted(): string[] {
    return [...this.#urls].slice(0, this.#most);
  }

  get leftOut(): number {
    return Math.max(0, this.#urls.size - this.#most);
  }
}

/** Sitemaps that are read of a sitemap index. */
export const SITEMAPS_MAX = 50;
