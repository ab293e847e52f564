import type { PageAnswer, PageFetcher, PageRequest } from '../../application/ports/page-fetcher.ts';

/** Web pages by address. `answer` decides what is found; a page is unchanged for a request with the present validator. */
export interface FakePageFetcher extends PageFetcher {
  readonly fetched: PageRequest[];
  /** Content by address, in the format of the fake reader, or another answer. */
  readonly pages: Map<string, string | PageAnswer>;
  /** Runs before each answer. */
  before: (page: PageRequest, signal: AbortSignal) => Promise<void>;
}

/** Sends no requests. The validator of a page is its content. */
export function fakePageFetcher(): FakePageFetcher {
  const fetched: PageRequest[] = [];
  const pages = new Map<string, string | PageAnswer>();
  return {
    fetched,
    pages,
    before: async () => undefined,
    async fetch(page, signal) {
      fetched.push(page);
      await this.before(page, signal);
      signal.throwIfAborted();
      const found = pages.get(page.url) ?? { kind: 'missing', isPermanent: false, problem: 'No page (status 404)' };
      if (typeof found !== 'string') return found;
      const etag = `"${found.length}-${found.slice(0, 20)}"`;
      if (page.etag === etag) return { kind: 'unchanged' };
      const bytes = new TextEncoder().encode(found);
      return { kind: 'content', content: { bytes, type: 'markdown', charset: null, etag, last_modified: null } };
    },
  };
}
