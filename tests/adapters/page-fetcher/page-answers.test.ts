import { gzipSync } from 'node:zlib';
import { assert } from 'chai';
import type { PageAnswer } from '../../../application/ports/page-fetcher.ts';
import { BYTES_MAX, PAGE, pageServer, send, type PageServer } from './page-server.ts';

describe('answers for web pages', () => {
  let site: PageServer;
  beforeEach(async () => (site = await pageServer()));

  const STATUSES: readonly (readonly [status: number, kind: PageAnswer['kind'], says: RegExp])[] = [
    [404, 'missing', /no page at this address/],
    [410, 'missing', /no page at this address/],
    [401, 'refused', /does not show this page to strangers/],
    [403, 'refused', /does not show this page to strangers/],
    [400, 'refused', /status 400.*check the address/],
    [204, 'refused', /status 204/],
    [408, 'failed', /status 408/],
    [500, 'failed', /status 500/],
  ];
  for (const [status, kind, says] of STATUSES)
    it(`are ${kind} with the status ${status}`, async () => {
      site.routes['/'] = send('', {}, status);
      assert.match(await site.problemOf('/', kind), says);
    });

  it('are read from compressed files where a sitemap is wanted, up to the limit, and from damaged ones not', async () => {
    const sitemap = '<urlset><url><loc>https://example.com/a</loc></url></urlset>';
    const file = gzipSync(sitemap);
    const gzip = { 'content-type': 'application/gzip' };
    site.routes['/sitemap.xml.gz'] = send(file, gzip);
    site.routes['/bomb.xml.gz'] = send(gzipSync(Buffer.alloc(BYTES_MAX + 1)), gzip);
    site.routes['/damaged.xml.gz'] = send(file.subarray(0, -9), gzip);
    site.routes['/sitemap.xml'] = send(sitemap, { 'content-type': 'application/xml' });
    const read = async (name: string) => {
      const answer = await site.fetchPage(`/${name}`, { isSitemap: true });
      if (answer.kind === 'content') return Buffer.from(answer.content.bytes).toString();
      return 'problem' in answer ? answer.problem : answer.kind;
    };
    assert.equal(await read('sitemap.xml.gz'), sitemap);
    assert.equal(await read('sitemap.xml'), sitemap);
    assert.match(await read('bomb.xml.gz'), /The sitemap is too long/);
    assert.match(await read('damaged.xml.gz'), /The sitemap is damaged/);
    assert.equal((await site.fetchPage('/sitemap.xml.gz')).kind, 'refused', 'a page cannot be such a file');
  });

  it('are permanently gone with the status 410 only', async () => {
    for (const status of [404, 410]) {
      site.routes['/'] = send('', {}, status);
      assert.propertyVal(await site.fetchPage(), 'isPermanent', status === 410);
    }
  });

  it('are tried again when a busy server says, in seconds or at a date', async () => {
    site.routes['/seconds'] = send('', { 'retry-after': '90' }, 503);
    site.routes['/date'] = send('', { 'retry-after': 'Mon, 02 Mar 2026 09:02:00 GMT' }, 429);
    site.routes['/nonsense'] = send('', { 'retry-after': 'soon' }, 503);
    const waits = await Promise.all(['/seconds', '/date', '/nonsense'].map((path) => site.fetchPage(path)));
    assert.deepEqual(
      waits.map((answer) => (answer.kind === 'failed' ? answer.retryAfterMs : answer)),
      [90_000, 120_000, null],
    );
  });

  const TYPES: readonly (readonly [path: string, contentType: string, body: string, type: string])[] = [
    ['/a', 'text/html', PAGE, 'html'],
    ['/a', 'application/xhtml+xml', PAGE, 'html'],
    ['/a', 'text/plain', 'words', 'text'],
    ['/a.md', 'text/plain', '# words', 'markdown'],
    ['/a', 'text/markdown; charset=utf-8', '# words', 'markdown'],
    ['/a', 'text/csv', 'question,answer', 'csv'],
    ['/a', 'application/pdf', '%PDF-1.7', 'pdf'],
    ['/a', 'text/html', '%PDF-1.7', 'pdf'],
    ['/a.txt', 'application/octet-stream', 'words', 'text'],
    ['/a.docx', '', 'PK\u0003\u0004', 'docx'],
  ];
  for (const [path, contentType, body, type] of TYPES)
    it(`are ${type} when ${path} has the type ${contentType || 'of nothing'} and begins with ${body.slice(0, 5)}`, async () => {
      site.routes[path] = send(body, contentType === '' ? {} : { 'content-type': contentType });
      assert.equal((await site.contentOf(path)).type, type);
    });

  const NO_PAGES: readonly (readonly [contentType: string, body: string, says: RegExp])[] = [
    ['image/png', 'words', /type image\/png, which cannot be read/],
    ['application/octet-stream', 'words', /cannot be read/],
    ['', 'words', /an unknown type/],
    ['text/html', 'PK\u0003\u0004', /not an HTML page/],
    ['text/plain', 'a\0b', /not a text file/],
    ['application/pdf', PAGE, /not a PDF/],
  ];
  for (const [contentType, body, says] of NO_PAGES)
    it(`are refused with the type ${contentType || 'of nothing'} and the content ${JSON.stringify(body.slice(0, 6))}`, async () => {
      site.routes['/a'] = send(body, contentType === '' ? {} : { 'content-type': contentType });
      assert.match(await site.problemOf('/a'), says);
    });

  it('have the encoding that their server names', async () => {
    site.routes['/'] = send(PAGE, { 'content-type': 'text/html;charset="windows-1251"' });
    assert.equal((await site.contentOf()).charset, 'windows-1251');
  });
});
