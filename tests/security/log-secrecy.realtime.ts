import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { assert } from 'chai';
import { pinoLog } from '../../adapters/system/json-log.ts';
import { SyntheticCaller } from '../../tools/demo/synthetic-caller.ts';
import { RECEPTIONIST } from '../../tools/demo/scene.ts';
import { client, type RequestParts } from '../support/client.ts';
import { isDelivered, joinPlatform, openPlatform, type OpenPlatform } from '../support/platform.ts';
import { AUTH_TOKEN, joinTelephone } from '../telephony/telephone.ts';
import { withScriptedSpeech } from '../telephony/transfer-agent.ts';
import { TEST_KEYS } from '../support/test-keys.ts';
import { eventually } from '../support/eventually.ts';
import { localServer } from '../support/local-server.ts';

/** Every secret of the run. Secrets created during the run are added. */
const secrets: Record<string, string> = {
  secretKey: TEST_KEYS.SECRET_KEY,
  internalKey: TEST_KEYS.INTERNAL_API_KEY,
  encryptionKey: TEST_KEYS.PROVIDER_AUTH_ENCRYPTION_KEY,
  gatewayKey: TEST_KEYS.GATEWAY_API_KEY,
  password: 'the password of this run 0004',
  wrongPassword: 'the wrong password of this run 0005',
  newPassword: 'the new password of this run 0006',
  providerKey: 'sk-the-provider-key-of-this-run-0007',
  misplacedKey: 'sk-the-misplaced-key-of-this-run-0008',
  carrierToken: AUTH_TOKEN,
};

/** A model server that repeats everything it was sent in its refusals, as some do. */
async function echoingModelServer() {
  let requestCount = 0;
  const { url } = await localServer((request, response) => {
    requestCount += 1;
    const message = `Incorrect API key provided: ${String(request.headers.authorization)}`;
    response.writeHead(401, { 'content-type': 'application/json' }).end(JSON.stringify({ error: { message } }));
  });
  return {
    url: `${url}/v1`,
    get requested() {
      return requestCount;
    },
  };
}

const fieldOf = (body: unknown, name: string): string => String((body as Readonly<Record<string, unknown>>)[name]);

describe('the log of a whole run at debug level', function () {
  const lines: string[] = [];
  let platform: OpenPlatform;
  let server: Awaited<ReturnType<typeof echoingModelServer>>;
  let ask: (method: string, path: string, sent?: RequestParts) => ReturnType<ReturnType<typeof client>['ask']>;

  before(async () => {
    server = await echoingModelServer();
    platform = await openPlatform({
      services: ['api', 'runtime', 'gateway', 'simulator'],
      env: {
        ALLOW_PRIVATE_UPSTREAMS: 'on',
        WEB_CALLS: 'ticket',
        RATE_LIMITS: 'on',
        SECRET_KEY: secrets['secretKey']!,
        INTERNAL_API_KEY: secrets['internalKey']!,
        PROVIDER_AUTH_ENCRYPTION_KEY: secrets['encryptionKey']!,
        GATEWAY_API_KEY: secrets['gatewayKey']!,
      },
      parts: { log: pinoLog({ level: 'debug', showPii: false }, { write: (line: string) => void lines.push(line) }) },
      prepare: withScriptedSpeech,
    });
    const api = client(platform.apiBaseUrl);
    ask = (method, path, sent = {}) => api.ask(method, path, sent);
  });

  it('covers logins, forgotten and mistyped passwords', async () => {
    const [email, password] = ['grace@example.com', secrets['password']!];
    const signedUp = await ask('POST', '/users/signup', { body: { email, password, organisation_name: 'Run' } });
    const token = fieldOf(signedUp.body, 'access_token');
    secrets['token'] = token;
    await ask('POST', '/users/login', { body: { email, password: secrets['wrongPassword'] } });
    await ask('POST', '/users/login', {
      raw: `{"password":"${password}`,
      headers: { 'content-type': 'application/json' },
    });
    await ask('POST', '/users/login', { body: { email: { password }, password: [password] } });
    await ask('GET', '/agents', { token: `${token}x` });
    await ask('GET', `/agents/${token}?token=${token}`, { token });
    await ask('POST', '/users/forgot-password', { body: { email } });
    const outbox = join(platform.directory, 'outbox');
    // A draft is renamed as soon as it is whole.
    const isMail = (name: string) => name.endsWith('.eml');
    const file = await eventually(async () => (await readdir(outbox).catch(() => [])).find(isMail), 'a mail');
    const mail = (await readFile(join(outbox, file), 'utf8')).replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=');
    secrets['resetToken'] = /token=([\w-]+)/.exec(mail)?.[1] ?? assert.fail(mail);
    const reset = { token: secrets['resetToken'], new_password: secrets['newPassword'] };
    for (const status of [200, 400])
      assert.equal((await ask('POST', '/users/reset-password', { body: reset })).status, status);
    for (const key of ['wrong', secrets['internalKey']!]) {
      const { body } = await ask('POST', '/users/bot/token', {
        key,
        body: { org_id: fieldOf(signedUp.body, 'org_id') },
      });
      if (key !== 'wrong') secrets['botToken'] = fieldOf(body, 'access_token');
    }
    const gateway = platform.gatewayUrl ?? '';
    for (const key of ['wrong', secrets['gatewayKey']!])
      await fetch(`${gateway}/v1/chat/completions`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}` },
        body: '{}',
      });
  });

  it('covers a call whose model refuses the key and repeats it', async () => {
    const model = { provider: 'openai_compatible', model: 'm', base_url: server.url };
    const models = { stt_config: { provider: 'local' }, tts_config: { provider: 'local' }, llm_config: model };
    const agent = { ...RECEPTIONIST, config: { ...RECEPTIONIST.config, models } };
    const user = await joinPlatform(platform);
    const store = (auth: object) =>
      user.api.ask('POST', '/auth', { provider: 'openai_compatible', auth }).catch(() => null);
    await store({ api_key: { deeper: secrets['misplacedKey'] } });
    await store({ api_key: 'k', other: secrets['misplacedKey'] });
    await store({ api_key: secrets['providerKey'] });
    const bad = {
      ...agent,
      config: { ...agent.config, models: { ...models, llm_config: { ...model, api_key: secrets['misplacedKey'] } } },
    };
    await user.api.ask('POST', '/agents', { ...bad, name: 'Bad' }).catch(() => null);
    const { agent_id } = await user.api.ask<{ agent_id: string }>('POST', '/agents', { ...agent, name: 'Model' });
    const { ticket, call_id } = await user.api.ask<{ ticket: string; call_id: string }>('POST', '/calls/web', {
      agent_id,
    });
    secrets['ticket'] = ticket;
    const socket = `${user.socket.replace(/[^/]+$/, agent_id)}?ticket=${ticket}`;
    const caller = await SyntheticCaller.join(socket);
    await caller.waitFor(({ type }) => type === 'bot-stopped-speaking', 30_000);
    await caller.say(new Int16Array(16_000).map((_, at) => 8_000 * Math.sin(at / 5)));
    await eventually(() => server.requested > 0, 'the request to the model');
    await caller.hangUp();
    await user.call(call_id, isDelivered);
    // It was good once.
    assert.equal((await (await SyntheticCaller.connect(socket)).closed).code, 4403);
  });

  it('covers telephone calls and a campaign', async () => {
    const telephone = await joinTelephone(platform);
    const { api, agentId } = telephone;
    const { call_id } = await telephone.dial('+14155550101');
    await telephone.over(call_id);
    const list = new Blob(['phone_number\n+14155550103\n+14155550106\n']);
    const { source_id } = await api.upload<{ source_id: string }>('/campaign/upload', 'list.csv', list);
    const body = { name: 'Spring', agent_id: agentId, source_id, retry_config: { enabled: false } };
    const { campaign_id: id } = await api.ask<{ campaign_id: string }>('POST', '/campaign/create', body);
    await api.ask('POST', `/campaign/${id}/start`);
    const isOver = async () => (await api.ask<{ state: string }>('GET', `/campaign/${id}`)).state !== 'running';
    await eventually(isOver, 'the end of the campaign', 90_000);
    const answer = await api.ask<Readonly<Record<string, string>>>('GET', `/campaign/${id}/source-download-url`);
    const link =
      Object.values(answer).find((value) => value.includes('/downloads/')) ?? assert.fail(JSON.stringify(answer));
    secrets['link'] = link.split('/').at(-1) ?? '';
    const place = new URL(link, platform.apiBaseUrl);
    for (const url of [place.href, `${place.href}x`]) await (await fetch(url)).text();
  });

  it('contains no secret in any encoding', () => {
    const log = lines.join('');
    for (const event of ['http.answered', 'api.listening', 'simulator.listening']) assert.include(log, event);
    assert.isAbove(lines.length, 50);
    assert.isAbove(Object.keys(secrets).length, 14);
    for (const [name, secret] of Object.entries(secrets)) {
      assert.isAbove(secret.length, 8, name);
      const spellings = [
        secret,
        encodeURIComponent(secret),
        Buffer.from(secret).toString('base64'),
        secret.slice(0, -4),
      ];
      for (const spelling of spellings) assert.notInclude(log, spelling, name);
    }
    assert.notInclude(log, 'grace@example.com');
  });
});
