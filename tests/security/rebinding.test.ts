import { request as ask } from 'node:http';
import { assert } from 'chai';
import { knownHosts } from '../../adapters/lib/known-hosts.ts';
import { judgeOrigin } from '../../adapters/media/origins.ts';
import { readConfig, serviceNames, type Env } from '../../bootstrap/config.ts';
import { knownHostNames } from '../../bootstrap/known-hosts.ts';
import { openPlatform, type OpenPlatform } from '../support/platform.ts';

const hostsOf = (env: Env) => knownHosts(knownHostNames(readConfig(env, serviceNames)));

/** What an attacker's page sends once its own name leads to this machine. */
function rebound(url: string, method: 'GET' | 'POST', name: string, withOrigin = true): Promise<[number, string]> {
  const { hostname, port, pathname } = new URL(url);
  const host = `${name}:${port}`;
  const headers = {
    host,
    'content-type': 'application/json',
    ...(withOrigin && { origin: `http://${host}` }),
  };
  return new Promise((resolve, reject) => {
    const sent = ask({ hostname, port, path: pathname, method, headers }, (answer) => {
      let text = '';
      answer.on('data', (bytes: Buffer) => (text += bytes.toString()));
      answer.on('end', () => resolve([answer.statusCode ?? 0, text]));
    });
    sent.on('error', reject);
    sent.end(method === 'POST' ? JSON.stringify({ email: 'a@b.example', password: 'x' }) : undefined);
  });
}

describe('DNS rebinding page', () => {
  let platform: OpenPlatform;
  before(async () => {
    platform = await openPlatform({
      services: ['api', 'runtime', 'gateway', 'simulator'],
      env: { CORS_ORIGINS: 'http://voicebox.lan:8000', VOICE_SERVER_BASE_URL: 'https://voice.example.com' },
    });
  });

  it('gets 403 from the API, which names the setting for hosts', async () => {
    const logIn = `${platform.apiBaseUrl}/users/login`;
    const [status, text] = await rebound(logIn, 'POST', 'evil.example');
    assert.equal(status, 403);
    assert.include(text, 'CORS_ORIGINS');
    for (const name of ['127.0.0.1', 'localhost', '[::1]', '192.168.1.5', 'voicebox.lan', 'VOICE.example.com'])
      assert.equal((await rebound(logIn, 'POST', name))[0], 401, name);
    for (const name of [
      'evil.example',
      'localhost.evil.example',
      '127.0.0.1.evil.example',
      'voicebox.lan.evil.example',
    ])
      assert.equal((await rebound(logIn, 'POST', name))[0], 403, name);
    // A client other than a browser may use any host name.
    assert.equal((await rebound(logIn, 'POST', 'api.internal', false))[0], 401);
  });

  it('reads without an Origin what is open to anyone, and nothing else of the API', async () => {
    const api = new URL(platform.apiBaseUrl);
    const read = async (path: string) => (await rebound(`${api.origin}${path}`, 'GET', 'evil.example', false))[0];
    assert.equal(await read('/livez'), 200);
    for (const path of ['agents', 'users/me', 'audit']) assert.equal(await read(`${api.pathname}/${path}`), 401, path);
  });

  it('gets nothing from gateway and simulator, with or without an Origin', async () => {
    for (const url of [
      `${platform.gatewayUrl}/health`,
      `${platform.simulatorUrl}/health`,
      `${platform.simulatorUrl}/simulate/calls`,
    ])
      for (const withOrigin of [true, false]) {
        const [status, text] = await rebound(url, 'GET', 'evil.example', withOrigin);
        assert.equal(status, 421, url);
        assert.match(text, /Unknown host/);
        assert.notEqual((await rebound(url, 'GET', 'localhost', withOrigin))[0], 421, url);
      }
  });

  it('opens no media socket, although its Origin and Host match', () => {
    const judged = (name: string, { env = {}, scheme = 'http', port = 7860 } = {}) =>
      judgeOrigin(
        { origin: `${scheme}://${name}:${port}`, host: `${name}:7860`, forwardedHost: null, peer: '127.0.0.1' },
        {
          origins: ['https://app.example.com'],
          consoleUrl: (host) => `http://${host}:8000/console`,
          isKnownHost: hostsOf(env),
          trustedProxies: false,
        },
      );
    for (const port of [7860, 8000]) {
      const verdict = judged('evil.example', { port });
      assert.deepInclude(verdict, { allowed: false, setting: 'CORS_ORIGINS' });
      for (const name of ['127.0.0.1', 'localhost', '[::1]', '192.168.1.5'])
        assert.isTrue(judged(name, { port }).allowed, name);
      for (const env of [
        { VOICE_SERVER_BASE_URL: 'http://voicebox.lan:7860' },
        { PUBLIC_APP_URL: 'http://voicebox.lan/console' },
        { CORS_ORIGINS: 'http://voicebox.lan' },
        { HOST: 'voicebox.lan' },
      ])
        assert.isTrue(judged('voicebox.lan', { env, port }).allowed, JSON.stringify(env));
      assert.isFalse(judged('voicebox.lan', { port }).allowed);
    }
    // The name of an attacker has no certificate of this host.
    assert.isTrue(judged('voice.example.com', { scheme: 'https' }).allowed);
  });

  it('is not recognised under any spelling of its host', () => {
    const isKnown = knownHosts(['voice.example.com']);
    for (const host of [
      'localhost:8000',
      'a.localhost',
      '127.0.0.1:1',
      '[::1]:8000',
      '10.1.2.3',
      'Voice.Example.com:443',
    ])
      assert.isTrue(isKnown(host), host);
    for (const host of [
      '',
      'evil.example',
      'x@localhost',
      'localhost#x',
      'localhost/x',
      '127.0.0.1.evil.example',
      'a b',
    ])
      assert.isFalse(isKnown(host), host);
  });
});
