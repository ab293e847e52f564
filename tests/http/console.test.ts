import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { assert } from 'chai';
import express from 'express';
import { consolePages, type ConsoleParts } from '../../adapters/http/console.ts';
import { answerErrors } from '../../adapters/http/errors.ts';
import { headAsGet } from '../../adapters/http/methods.ts';
import { server } from '../../adapters/http/server.ts';
import { rememberingLog } from '../support/remembering-log.ts';
import { atEndOfTest, temporaryDirectory } from '../support/temporary.ts';

const PAGE = '<!doctype html><title>Console</title>';
const SCRIPT = 'export const answer = 42;';

/** The output of a build, and a private file beside it. */
async function builtConsole(): Promise<string> {
  const directory = join(await temporaryDirectory(), 'console');
  await mkdir(join(directory, 'assets'), { recursive: true });
  await writeFile(join(directory, '..', 'secrets.js'), 'secret');
  await writeFile(join(directory, 'index.html'), PAGE);
  await writeFile(join(directory, 'assets/main-4f1c.js'), SCRIPT);
  await writeFile(join(directory, 'assets/main-4f1c.js.gz'), gzipSync(SCRIPT));
  return directory;
}

describe('the console', () => {
  let url: string;
  const get = (path: string, init: RequestInit = {}) => fetch(url + path, { redirect: 'manual', ...init });
  const open = async (
    directory: string,
    runtimeUrl: ConsoleParts['runtimeUrl'] = () => null,
    isSignUpOpen: ConsoleParts['isSignUpOpen'] = async () => true,
  ): Promise<void> => {
    const parts: ConsoleParts = {
      directory,
      runtimeUrl,
      apiPrefix: '/api/v1',
      webCalls: 'ticket',
      isSignUpOpen,
      hasSingleSignOn: async () => true,
      signOnRedirectUri: 'https://voice.example/console/sso',
    };
    const app = express().use(headAsGet, consolePages(parts), answerErrors(rememberingLog().log));
    const listening = await server(app).listen('127.0.0.1', 0);
    atEndOfTest(() => listening.close());
    url = `http://127.0.0.1:${listening.port}`;
  };

  it('is one page at every address below /console, which browsers ask for anew each time', async () => {
    await open(await builtConsole());
    for (const path of ['/console/', '/console/agents', '/console/calls/4f1c?tab=latency', '/console/%e0%a4']) {
      const reply = await get(path);
      assert.strictEqual(await reply.text(), PAGE, path);
      assert.strictEqual(reply.headers.get('content-type'), 'text/html; charset=utf-8');
      assert.strictEqual(reply.headers.get('cache-control'), 'no-cache');
    }
    const bare = await get('/console');
    assert.deepEqual([bare.status, bare.headers.get('location')], [308, '/console/']);
  });

  it('serves files cached for a year, compressed on request', async () => {
    await open(await builtConsole());
    const plain = await get('/console/assets/main-4f1c.js', { headers: { 'accept-encoding': 'identity' } });
    assert.strictEqual(await plain.text(), SCRIPT);
    assert.strictEqual(plain.headers.get('cache-control'), 'public, max-age=31536000, immutable');
    assert.strictEqual(plain.headers.get('content-type'), 'text/javascript; charset=utf-8');
    assert.isNull(plain.headers.get('content-encoding'));
    const coded = await get('/console/assets/main-4f1c.js', { headers: { 'accept-encoding': 'br, gzip' } });
    assert.strictEqual(coded.headers.get('content-encoding'), 'gzip');
    assert.include(coded.headers.get('vary') ?? '', 'Accept-Encoding');
    assert.strictEqual(await coded.text(), SCRIPT);
  });

  it('answers HEAD with the headers only', async () => {
    await open(await builtConsole());
    const reply = await get('/console/assets/main-4f1c.js', {
      method: 'HEAD',
      headers: { 'accept-encoding': 'identity' },
    });
    assert.deepEqual([reply.status, reply.headers.get('content-length')], [200, String(SCRIPT.length)]);
    assert.strictEqual(await reply.text(), '');
  });

  it('has no other files', async () => {
    await open(await builtConsole());
    const paths = [
      'nothing.js',
      'main-4f1c.js.gz',
      '..%2findex.html',
      '..%2f..%2fsecrets.js',
      '%2e%2e/%2e%2e/secrets.js',
    ];
    for (const path of paths) assert.strictEqual((await get(`/console/assets/${path}`)).status, 404, path);
  });

  it('may load its own files, and reach this API and the media sockets of the runtime', async () => {
    await open(await builtConsole(), (hostName) => `https://${hostName}:7860`);
    const policy = (await get('/console/')).headers.get('content-security-policy') ?? '';
    assert.include(policy, "default-src 'none'; script-src 'self'; style-src 'self';");
    assert.include(policy, "connect-src 'self' wss://127.0.0.1:7860;");
    assert.include(policy, "base-uri 'none'; form-action 'none'; frame-ancestors 'none'");
    assert.notMatch(policy, /unsafe|\*/);
  });

  it("learns the runtime's URL, how calls are admitted and where sign-ons return", async () => {
    await open(await builtConsole(), (hostName) => `http://${hostName}:7860`);
    const reply = await get('/console/settings.json');
    const reported = { api_prefix: '/api/v1', runtime_url: 'http://127.0.0.1:7860', web_calls: 'ticket' };
    assert.deepEqual(await reply.json(), {
      ...{ ...reported, sign_up: 'open', single_sign_on: true },
      sign_on_redirect_uri: 'https://voice.example/console/sso',
    });
    assert.strictEqual(reply.headers.get('cache-control'), 'no-store');
  });

  it('learns that sign-up is closed, also while the store is down', async () => {
    const answers = [async () => false, () => Promise.reject(new Error('the store is away'))];
    for (const isSignUpOpen of answers) {
      await open(await builtConsole(), () => null, isSignUpOpen);
      const reply = await get('/console/settings.json');
      assert.deepInclude(await reply.json(), { sign_up: 'closed' });
    }
  });

  it('says how it is built where it is not', async () => {
    await open('/nowhere');
    const reply = await get('/console/');
    assert.strictEqual(reply.status, 404);
    assert.match(((await reply.json()) as { detail: string }).detail, /npm run build/);
  });

  it('is there again as soon as it can be read', async () => {
    const directory = join(await temporaryDirectory(), 'console');
    await writeFile(directory, 'no directory');
    await open(directory);
    assert.strictEqual((await get('/console/')).status, 500);
    await rm(directory);
    await cp(await builtConsole(), directory, { recursive: true });
    assert.strictEqual((await get('/console/')).status, 200);
  });
});
