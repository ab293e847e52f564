import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { assert } from 'chai';
import express from 'express';
import { answerErrors } from '../../adapters/http/errors.ts';
import { setSecurityHeaders } from '../../adapters/http/headers.ts';
import { headAsGet } from '../../adapters/http/methods.ts';
import { server } from '../../adapters/http/server.ts';
import { widgetFiles } from '../../adapters/http/widget.ts';
import { rememberingLog } from '../support/remembering-log.ts';
import { atEndOfTest, temporaryDirectory } from '../support/temporary.ts';

const SCRIPT = 'const answer = 42;';

describe('the script of the widget', () => {
  let url: string;
  const get = (path: string, headers: Readonly<Record<string, string>> = {}, method = 'GET') =>
    fetch(url + path, { method, headers: { 'accept-encoding': 'identity', ...headers } });
  const open = async (isBuilt = true): Promise<void> => {
    const directory = join(await temporaryDirectory(), 'widget');
    if (isBuilt) {
      await mkdir(directory);
      for (const name of ['widget.js', 'widget-worklet.js', 'other.js']) await writeFile(join(directory, name), SCRIPT);
      await writeFile(join(directory, 'widget.js.gz'), gzipSync(SCRIPT));
    }
    const app = express().disable('etag').use(headAsGet, setSecurityHeaders());
    app.use(widgetFiles(directory), answerErrors(rememberingLog().log));
    const listening = await server(app).listen('127.0.0.1', 0);
    atEndOfTest(() => listening.close());
    url = `http://127.0.0.1:${listening.port}`;
  };

  it('may be loaded by pages of any origin, and so may its worklet', async () => {
    await open();
    for (const name of ['/widget.js', '/widget-worklet.js']) {
      const reply = await get(name, { origin: 'https://shop.example.com' });
      assert.strictEqual(await reply.text(), SCRIPT);
      assert.strictEqual(reply.headers.get('content-type'), 'text/javascript; charset=utf-8');
      assert.strictEqual(reply.headers.get('access-control-allow-origin'), '*');
      assert.strictEqual(reply.headers.get('cross-origin-resource-policy'), 'cross-origin');
      assert.match(reply.headers.get('cache-control') ?? '', /^public, max-age=300/);
    }
    assert.strictEqual((await get('/other.js')).status, 404, 'nothing else is served');
  });

  it('is sent again only after a change, each coding with a tag of its own', async () => {
    await open();
    const tags = await Promise.all(
      ['identity', 'gzip'].map(async (coding) =>
        (await get('/widget.js', { 'accept-encoding': coding })).headers.get('etag'),
      ),
    );
    assert.lengthOf([...new Set(tags)], 2);
    // Without it, fetch asks past every cache.
    const aged = { 'cache-control': 'max-age=0' };
    const same = await get('/widget.js', { ...aged, 'if-none-match': tags[0] ?? '' });
    assert.strictEqual(same.status, 304);
    assert.isEmpty(await same.text());
    assert.strictEqual(same.headers.get('etag'), tags[0]);
    assert.strictEqual((await get('/widget.js', { ...aged, 'if-none-match': '"other"' })).status, 200);
    const head = await get('/widget.js', {}, 'HEAD');
    assert.deepEqual([head.status, head.headers.get('content-length')], [200, String(SCRIPT.length)]);
  });

  it('names the command that builds it when it is missing', async () => {
    await open(false);
    const reply = await get('/widget.js');
    assert.strictEqual(reply.status, 404);
    assert.match(await reply.text(), /npm run build/);
    assert.strictEqual(reply.headers.get('cache-control'), 'no-store');
  });
});
