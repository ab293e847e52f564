import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { assert } from 'chai';
import { network, type Resolve } from '../../../adapters/lib/network.ts';
import {
  BYTES_MAX,
  HTML,
  PAGE,
  pageServer,
  redirect,
  send,
  type PageServer,
  type ServerAnswer,
} from './page-server.ts';

describe('web pages from their servers', () => {
  let site: PageServer;
  beforeEach(async () => (site = await pageServer()));

  it('are fetched with the name of the product, after the robots.txt of their site, at the pace of their host', async () => {
    const { text, type, charset } = await site.contentOf();
    assert.deepEqual([text, type, charset], [PAGE, 'html', 'utf-8']);
    assert.deepEqual(site.paths(), ['/robots.txt', '/']);
    for (const { headers } of site.requests) assert.equal(headers['user-agent'], 'voice-agent-platform');
    assert.deepEqual(site.hosts, [new URL(site.origin).host]);
  });

  it('have validators, which are sent back, and are unchanged with the status 304', async () => {
    const lastModified = 'Mon, 02 Mar 2026 09:00:00 GMT';
    site.routes['/'] = (request, response) =>
      request.headers['if-none-match'] === '"1"' && request.headers['if-modified-since'] === lastModified
        ? response.writeHead(304).end()
        : response.writeHead(200, { ...HTML, etag: '"1"', 'last-modified': lastModified }).end(PAGE);
    const { etag, last_modified } = await site.contentOf();
    assert.deepEqual([etag, last_modified], ['"1"', lastModified]);
    assert.deepEqual(await site.fetchPage('/', { etag, last_modified }), { kind: 'unchanged' });
  });

  it('are refused with the status 304 when nothing was known', async () => {
    site.routes['/'] = send('', {}, 304);
    assert.match(await site.problemOf(), /status 304/);
  });

  it('are not fetched where robots.txt does not allow it, also behind a redirect', async () => {
    site.routes['/robots.txt'] = send('User-agent: *\nDisallow: /private', { 'content-type': 'text/plain' });
    site.routes['/moved'] = redirect('/private/page');
    for (const path of ['/private', '/moved'])
      assert.match(await site.problemOf(path), /\/robots\.txt does not allow voice-agent-platform .* upload the page/);
    assert.notInclude(site.paths().join(), '/private');
  });

  it('are fetched once robots.txt is known, which is fetched once a day', async () => {
    const pages = site.fetcher();
    const page = { url: site.origin, etag: null, last_modified: null };
    const signal = new AbortController().signal;
    for (let each = 0; each < 3; each += 1) await pages.fetch(page, signal);
    assert.lengthOf(
      site.paths().filter((path) => path === '/robots.txt'),
      1,
    );
    site.clock.advance(24 * 3_600_000 + 1);
    await pages.fetch(page, signal);
    assert.lengthOf(
      site.paths().filter((path) => path === '/robots.txt'),
      2,
    );
  });

  it('have a robots.txt that is fetched each time where it is too long to be remembered', async () => {
    const rule = `Disallow: /no/${'a'.repeat(4_000)}\n`;
    site.routes['/robots.txt'] = send(`User-agent: *\n${rule.repeat(10)}`, { 'content-type': 'text/plain' });
    const pages = site.fetcher();
    for (let each = 0; each < 2; each += 1)
      await pages.fetch({ url: site.origin, etag: null, last_modified: null }, new AbortController().signal);
    assert.deepEqual(site.paths(), ['/robots.txt', '/', '/robots.txt', '/']);
  });

  for (const status of [500, 503, 429])
    it(`are tried again later when robots.txt is answered with ${status}`, async () => {
      site.routes['/robots.txt'] = send('', {}, status);
      assert.match(
        await site.problemOf('/', 'failed'),
        new RegExp(`robots\\.txt cannot be read \\(status ${status}\\)`),
      );
      assert.deepEqual(site.paths(), ['/robots.txt']);
    });

  it('obey the first 512 KiB of an endless robots.txt', async () => {
    site.routes['/robots.txt'] = (_, response) => {
      response.writeHead(200).write('User-agent: *\nDisallow: /no\n');
      const more = (): void => {
        while (!response.destroyed && response.write('#'.repeat(65_536)));
      };
      response.on('drain', more);
      more();
    };
    assert.match(await site.problemOf('/no'), /robots\.txt does not allow/);
  });

  it('are found behind redirects, and refused behind more than five', async () => {
    for (let each = 0; each < 6; each += 1) site.routes[`/${each}`] = redirect(each === 5 ? '/' : `/${each + 1}`);
    assert.equal((await site.contentOf('/1')).text, PAGE);
    assert.match(await site.problemOf('/0'), /redirects more than 5 times/);
    site.routes['/loop'] = redirect('/loop');
    assert.match(await site.problemOf('/loop'), /redirects more than 5 times/);
    assert.lengthOf(site.hosts, 3);
  });

  it('are refused behind redirects to private addresses and to files', async () => {
    site.routes['/private'] = redirect('http://127.0.0.1:1/secret');
    site.routes['/metadata'] = redirect('http://169.254.169.254/latest/meta-data');
    site.routes['/mapped'] = redirect('http://[::ffff:10.0.0.1]/');
    for (const path of ['/private', '/metadata', '/mapped'])
      assert.match(await site.problemOf(path), /has a private address/);
    site.routes['/file'] = redirect('file:///etc/passwd');
    assert.match(await site.problemOf('/file'), /is not one of the web/);
  });

  it('are refused at names that lead to private addresses when they are connected to, also beside public ones', async () => {
    const page = { url: 'http://rebinding.example/', etag: null, last_modified: null };
    for (const addresses of [['10.0.0.1'], ['93.184.216.34', '127.0.0.1'], ['::1']]) {
      const resolve: Resolve = (_host, _options, answer) =>
        answer(
          null,
          addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
        );
      const answer = await site
        .fetcher(network({ allowPrivate: false, resolve }))
        .fetch(page, new AbortController().signal);
      assert.deepInclude(answer, { kind: 'refused' });
      assert.match(JSON.stringify(answer), /rebinding\.example has a private address.*LOCAL_UPSTREAMS/);
    }
  });

  it('are refused when they are longer than the limit, endless ones included', async () => {
    site.routes['/endless'] = (_, response) => {
      response.writeHead(200, HTML);
      const more = (): void => {
        while (!response.destroyed && response.write('a'.repeat(65_536)));
      };
      response.on('drain', more);
      more();
    };
    site.routes['/long'] = send('a'.repeat(BYTES_MAX + 1));
    site.routes['/fits'] = send('a'.repeat(BYTES_MAX));
    for (const path of ['/endless', '/long']) assert.match(await site.problemOf(path), /more than 0\.1 MB/);
    assert.lengthOf((await site.contentOf('/fits')).text, BYTES_MAX);
  });

  for (const [encoding, compress] of [
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
  ] as const)
    it(`are decompressed from ${encoding}, up to the limit`, async () => {
      const headers = { ...HTML, 'content-encoding': encoding };
      site.routes['/'] = send(compress(Buffer.from(PAGE)), headers);
      site.routes['/bomb'] = send(compress(Buffer.alloc(50_000_000)), headers);
      assert.equal((await site.contentOf()).text, PAGE);
      assert.match(await site.problemOf('/bomb'), /more than 0\.1 MB/);
    });

  it('are refused when their compression is damaged or unknown', async () => {
    site.routes['/damaged'] = send('no gzip', { ...HTML, 'content-encoding': 'gzip' });
    site.routes['/unknown'] = send('?', { ...HTML, 'content-encoding': 'zstd' });
    assert.match(await site.problemOf('/damaged'), /sends a damaged page/);
    assert.match(await site.problemOf('/unknown'), /encoding zstd/);
  });

  const SLOW: readonly (readonly [what: string, answer: ServerAnswer])[] = [
    ['never answers', () => undefined],
    ['never ends', (_, response) => void response.writeHead(200, HTML).write('<p>Wait')],
    ['sends headers only', (_, response) => response.writeHead(200, HTML).flushHeaders()],
  ];
  for (const [what, answer] of SLOW)
    it(`are tried again later when their server ${what}`, async () => {
      const reached = new Promise<void>((resolve) => {
        site.routes['/slow'] = (request, response) => {
          answer(request, response);
          resolve();
        };
      });
      const problem = site.problemOf('/slow', 'failed');
      await reached;
      await site.clock.advanceAsync(30_001);
      assert.match(await problem, /did not send the page within 30 seconds/);
      assert.equal(site.clock.waiting, 0);
    });

  it('are tried again later when the connection breaks, and name a host that does not exist', async () => {
    site.routes['/broken'] = (_, response) => {
      response.writeHead(200, { ...HTML, 'content-length': '1000' }).write('a');
      setImmediate(() => response.destroy());
    };
    assert.match(await site.problemOf('/broken', 'failed'), /cannot be reached|was lost/);
    const resolve: Resolve = (_host, _options, answer) =>
      answer(Object.assign(new Error('none'), { code: 'ENOTFOUND' }), []);
    const page = { url: 'https://nowhere.example/', etag: null, last_modified: null };
    const answer = await site
      .fetcher(network({ allowPrivate: false, resolve }))
      .fetch(page, new AbortController().signal);
    assert.match(JSON.stringify(answer), /The host nowhere\.example was not found: check the address/);
  });

  it('are refused when their server switches protocols', async () => {
    site.server.on('upgrade', () => undefined);
    site.routes['/switch'] = ({ socket }) =>
      void socket.write('HTTP/1.1 101 Switching\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n');
    assert.match(await site.problemOf('/switch', 'failed'), /cannot be reached|was lost/);
  });

  it('end at once with the reason of their signal', async () => {
    const stopped = new AbortController();
    const reached = new Promise<void>((resolve) => (site.routes['/slow'] = () => resolve()));
    const fetching = site.fetchPage('/slow', {}, stopped.signal).catch((error: unknown) => error);
    await reached;
    const reason = new Error('stopped');
    stopped.abort(reason);
    assert.equal(await fetching, reason);
    assert.equal(await site.fetchPage('/', {}, stopped.signal).catch((error: unknown) => error), reason);
  });
});
