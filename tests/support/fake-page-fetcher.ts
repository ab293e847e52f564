import type { PageAnswer, PageRequest } from '../../application/ports/page-fetcher.ts';

const MISSING: PageAnswer = { kind: 'missing', isPermanent: false, problem: 'No page (status 404)' };

/** Sends no requests. The validator of a page is its content. */
export function fakePageFetcher() {
  const fake = {
    fetched: [] as PageRequest[],
    /** Content by address, in the format of the fake reader, or another answer. */
    pages: new Map<string, string | PageAnswer>(),
    /** Runs before each answer. */
    before: async (_page: PageRequest, _signal: AbortSignal): Promise<void> => undefined,
    async fetch(page: PageRequest, signal: AbortSignal): Promise<PageAnswer> {
      fake.fetched.push(page);
      await fake.before(page, signal);
      signal.throwIfAborted();
      const found = fake.pages.get(page.url) ?? MISSING;
      if (typeof found !== 'string') return found;
      const etag = `"${found.length}-${found.slice(0, 20)}"`;
      if (page.etag === etag) return { kind: 'unchanged' };
      const bytes = new TextEncoder().encode(found);
      return { kind: 'content', content: { bytes, type: 'markdown', charset: null, etag, last_modified: null } };
    },
  };
  return fake;
}
