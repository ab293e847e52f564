import { assert } from 'chai';
import { parse } from '../../../adapters/document-text/parsers/sitemap.ts';
import { listedIn } from '../../../domain/knowledge/sitemap.ts';

const limits = { pages: 1, characters: 1, sections: 1 };
const read = async (text: string | Buffer) => listedIn(await parse(Buffer.from(text as string), limits));

describe('reading sitemaps', () => {
  it('lists the addresses of pages, without those of images', async () => {
    const xml = `<?xml version="1.0" encoding="UTF-8"?>
      <urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1">
        <url><loc> https://a.example/?a=1&amp;b=2 </loc><lastmod>2026-01-01</lastmod>
          <image:image><image:loc>https://a.example/a.png</image:loc></image:image></url>
        <url><loc><![CDATA[https://a.example/?c&d]]></loc></url>
        <url><loc>https://a.example/&#xe9;&#233;&nope;</loc></url>
      </urlset>`;
    const { isIndex, urls } = await read(xml);
    assert.isFalse(isIndex);
    assert.sameMembers(urls, ['https://a.example/?a=1&b=2', 'https://a.example/?c&d', 'https://a.example/éé&nope;']);
  });

  it('lists the sitemaps of an index', async () => {
    const xml = '<sitemapindex xmlns="x"><sitemap><loc>https://a.example/1.xml</loc></sitemap></sitemapindex>';
    assert.deepEqual(await read(xml), { isIndex: true, urls: ['https://a.example/1.xml'] });
  });

  it('lists the lines of a plain text', async () =>
    assert.deepEqual((await read('https://a.example/1\r\n\r\nhttps://a.example/2\n')).urls.length, 2));

  it('refuses an HTML page', async () => {
    const refused = await read('<html><body>Not found</body></html>').catch((error: unknown) => error);
    assert.instanceOf(refused, Error);
  });

  it('expands no entities of its own, and stops at 50,000 addresses', async () => {
    const bomb = `<!DOCTYPE lolz [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY x SYSTEM "file:///etc/passwd">]>
      <urlset><url><loc>https://a.example/&b;&x;</loc></url></urlset>`;
    assert.deepEqual((await read(bomb)).urls, ['https://a.example/&b;&x;']);
    const long = `<urlset>${'<url><loc>https://a.example/</loc></url>'.repeat(60_000)}</urlset>`;
    assert.lengthOf((await read(long)).urls, 50_000);
  });
});
