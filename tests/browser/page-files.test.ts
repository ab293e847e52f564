import { readdir, readFile } from 'node:fs/promises';
import { assert } from 'chai';
import { mediaRoutes } from '../../adapters/media/routes.ts';
import { systemClock } from '../../adapters/system/clock.ts';
import { rememberingLog } from '../support/remembering-log.ts';

const FOLDER = new URL('../../adapters/media/page/', import.meta.url);
const TYPES = { html: 'text/html', css: 'text/css', js: 'text/javascript' };
/** For the compiler, not for the browser. */
const KEPT_BACK = ['tsconfig.json', 'worklet.d.ts'];

const unasked = (): never => assert.fail('a file is nobody else’s business');

const routes = mediaRoutes(
  {
    runtime: {
      openWebCall: unasked,
      openCarrierCall: unasked,
      answerCall: unasked,
      noteReport: unasked,
      noteAnswerer: unasked,
    },
    tickets: { issue: unasked, redeem: unasked },
    voiceServer: { baseUrl: null },
    clock: systemClock(),
    log: rememberingLog().log,
    metrics: async () => '',
    isReady: () => true,
  },
  { apiBaseUrl: 'http://127.0.0.1:8000/api/v1', origins: [], webCalls: 'open' },
);
const get = async (path: string) =>
  routes.request({
    method: 'GET',
    path,
    target: path,
    query: new URLSearchParams(),
    headers: {},
    body: new Uint8Array(),
  });
const read = (file: string) => readFile(new URL(file, FOLDER), 'utf8');
const files = async () => (await readdir(FOLDER)).filter((file) => !KEPT_BACK.includes(file));

describe('the files of the talk page', () => {
  it('are all served, each as what it is', async () => {
    for (const file of await files()) {
      const reply = await get(`/${file}`);
      const type = TYPES[file.split('.').at(-1) as keyof typeof TYPES];
      assert.match(reply?.headers['content-type'] ?? `${file} is not served`, new RegExp(`^${type};`));
      assert.strictEqual(Buffer.from(reply?.body ?? '').toString(), await read(file));
    }
    assert.deepEqual((await get('/'))?.body, (await get('/index.html'))?.body);
  });

  it('are the only ones that are served', async () => {
    const paths = [...KEPT_BACK, 'nothing.js', '../routes.ts', '%2e%2e/routes.ts', ''].map((file) => `/${file}`);
    const served = await Promise.all(paths.map(async (path) => (await get(path)) && path));
    assert.deepEqual(served.filter(Boolean), ['/']);
  });

  it('ask for nothing from elsewhere, and have no script or style inside their HTML', async () => {
    for (const file of await files()) {
      const addresses = (await read(file)).match(/https?:\/\/[^'"\s]+/g) ?? [];
      assert.deepEqual(
        addresses.filter((address) => address !== 'http://www.w3.org/2000/svg'),
        [],
      );
    }
    const html = await read('index.html');
    assert.notMatch(html, /<style|\sstyle=|\son\w+=|<script(?![^>]*\ssrc=)/);
  });

  it('may play a recording, and reach no host but their own and the API', async () => {
    const policy = (await get('/'))?.headers['content-security-policy'] ?? '';
    assert.match(policy, /default-src 'self';/);
    assert.match(policy, /connect-src 'self' ws: wss: http:\/\/127\.0\.0\.1:8000;/);
    assert.match(policy, /media-src 'self' blob:;/);
    assert.notMatch(policy, /unsafe/);
  });
});
