import { assert } from 'chai';
import { listedIn, parseSitemap, SitemapPages } from '../../../domain/knowledge/sitemap.ts';

const SITEMAP = 'https://example.com/sitemap.xml';

describe('sitemaps', () => {
  it('list at most 100 pages of any path every week, unless a request says otherwise', () => {
    assert.deepEqual(parseSitemap({ url: SITEMAP }), {
      ...{ url: SITEMAP, refresh: 'weekly', path_prefix: '/', max_pages: 100 },
    });
    const wanted = { url: SITEMAP, refresh: 'daily', path_prefix: '/Hilfe/über', max_pages: 500 };
    assert.deepEqual(parseSitemap(wanted), { ...wanted, path_prefix: '/Hilfe/%C3%BCber' } as never);
  });

  for (const [what, request, says] of [
    ['a relative prefix', { path_prefix: 'help' }, /path_prefix must begin with \//],
    ['a prefix with parameters', { path_prefix: '/a?b' }, /path_prefix/],
    ['no pages', { max_pages: 0 }, /max_pages must be a whole number from 1 to 500/],
    ['too many pages', { max_pages: 501 }, /max_pages/],
    ['half a page', { max_pages: 1.5 }, /max_pages/],
  ] as const)
    it(`are refused with ${what}`, () => assert.throws(() => parseSitemap({ url: SITEMAP, ...request }), says));

  it('give pages of their own host below the prefix, each once, up to the maximum', () => {
    const pages = new SitemapPages(SITEMAP, { path_prefix: '/help', max_pages: 2 });
    pages.add(['https://example.com/help/a#top', 'https://example.com/help/a', 'https://other.com/help/b', 'nonsense']);
    pages.add(['https://user:secret@example.com/help/c', 'https://example.com/about', 'ftp://example.com/help']);
    assert.isFalse(pages.isFull);
    pages.add(['https://example.com/help/b', 'https://example.com/help/c', 'http://example.com/help/d']);
    assert.deepEqual(pages.wanted, ['https://example.com/help/a', 'https://example.com/help/b']);
    assert.deepEqual([pages.isFull, pages.leftOut], [true, 2]);
  });

  it('differ from indexes by their root', () => {
    const blocks = (root: string) =>
      [
        { kind: 'heading', level: 1, text: root },
        { kind: 'list', items: ['a'] },
        { kind: 'list', items: ['b'] },
      ] as const;
    assert.deepEqual(listedIn(blocks('sitemapindex')), { isIndex: true, urls: ['a', 'b'] });
    assert.deepEqual(listedIn(blocks('urlset')), { isIndex: false, urls: ['a', 'b'] });
  });
});
