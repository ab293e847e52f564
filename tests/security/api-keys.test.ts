import { assert } from 'chai';
import type { ApiKeyView } from '../../domain/accounts/api-key.ts';
import type { RequestParts } from '../support/client.ts';
import { fileForm, sendForm } from '../support/contact-lists.ts';
import { staff } from '../support/staff.ts';
import { openWorld, type Signer, type World } from '../support/world.ts';
import { namedOperations } from './named-operations.ts';
import { PLAIN } from './two-organisations.ts';

/** A key of the right form that does not exist. */
const UNKNOWN = `vak_${'x'.repeat(43)}`;
/** Operations that every token may call, and uploads, which miss their file before a scope. */
const FOR_ALL = ['listLanguages', 'uploadContacts', 'importSuppressions', 'uploadDocument'];

interface CreatedApiKey extends ApiKeyView {
  readonly key: string;
}

describe('API keys', () => {
  let world: World;
  let ada: Signer;
  beforeEach(async () => {
    world = await openWorld();
    ada = await world.signUp();
  });

  const ask = (method: string, path: string, sent: RequestParts = {}) =>
    world.ask(method, `/api/v1${path}`, { token: ada.token, ...sent });
  async function create(scopes: readonly string[], more: object = {}, token = ada.token): Promise<CreatedApiKey> {
    const { status, body, text } = await ask('POST', '/api-keys', { token, body: { name: 'CRM', scopes, ...more } });
    assert.equal(status, 201, text);
    return body as CreatedApiKey;
  }
  const stored = async () => JSON.stringify((await world.ports.documents.everything())['api_keys']);

  it('are shown once and stored as a digest', async () => {
    const { key, ...created } = await create(['agents.list']);
    assert.match(key, /^vak_[\w-]{43}$/);
    assert.deepInclude(created, { hint: key.slice(-4), created_by: ada.email, last_used_at: null, expires_at: null });
    const { body, text } = await ask('GET', '/api-keys');
    assert.deepEqual(body, [created]);
    await ask('GET', '/agents', { token: key });
    for (const place of [text, await stored(), JSON.stringify(world.ports.logged)])
      assert.notInclude(place, key.slice(4, -4));
  });

  it('may do what their scopes say, in every operation', async () => {
    const { key } = await create(['catalogue.read']);
    const allowed: string[] = [];
    for (const operation of namedOperations().filter(({ credential }) => credential === 'token')) {
      const ids = { agent_id: 'a1', call_id: 'c1', conversation_id: '1' };
      const names = { org_id: ada.org_id, email: ada.email, provider: 'test_stt', ...ids };
      const { path, ...sent } = operation.request({ ...PLAIN, ...names });
      const answer = await world.ask(operation.method, path, { token: key, ...sent });
      if (answer.status !== 403) allowed.push(`${operation.id} ${answer.status}`);
      else assert.match(String(answer.detail), /^(The API key lacks the scope|An API key may not)/, operation.id);
    }
    const catalogue = ['Stt', 'Tts', 'Llm', 'Telephony'].flatMap((kind) => [
      `list${kind}Providers`,
      `get${kind}Setting`,
    ]);
    const secrets = ['listAuthCatalog', 'getAuthCatalogEntry', 'listConfiguredProviders', 'listToolSecrets'];
    assert.sameMembers(
      allowed.map((text) => text.replace(/ .*/, '')),
      [...catalogue, ...secrets, ...FOR_ALL],
      allowed.join(', '),
    );
  });

  it('register browser calls and do nothing else with the scope of ticket endpoints', async () => {
    const { key } = await create(['calls.web']);
    const allowed: string[] = [];
    for (const { id, method, credential, request } of namedOperations()) {
      if (credential !== 'token' || FOR_ALL.includes(id)) continue;
      const ids = { agent_id: 'a1', call_id: 'c1', conversation_id: '1' };
      const { path, ...sent } = request({ ...PLAIN, org_id: ada.org_id, provider: 'test_stt', ...ids });
      const { status } = await world.ask(method, path, { token: key, ...sent });
      if (status !== 403) allowed.push(`${id} ${status}`);
    }
    assert.deepEqual(allowed, ['registerWebCall 404']);
    const former = await create(['calls.write']);
    const { status } = await ask('POST', '/calls/web', { token: former.key, body: { agent_id: 'a1' } });
    assert.equal(status, 404, 'keys of an earlier release may do it, too');
  });

  it('that may only list calls do not find them by what was said', async () => {
    const list = async (query: string, ...scopes: string[]) => {
      const { key } = await create(scopes);
      const { status, detail } = await ask('GET', `/calls/org/${ada.org_id}?${query}`, { token: key });
      return [status, detail];
    };
    assert.deepEqual(await list('field=day:Friday', 'calls.list'), [403, 'The API key lacks the scope calls.listen']);
    assert.deepEqual(await list('success=yes', 'calls.list'), [200, null]);
    assert.deepEqual(await list('field=day:Friday', 'calls.list', 'calls.listen'), [200, null]);
  });

  it('without the scope upload nothing', async () => {
    const { key } = await create(['catalogue.read']);
    for (const path of ['/knowledge/upload', '/campaign/upload']) {
      const { status, detail } = await sendForm(world, key, fileForm('%PDF-words', 'Hours.pdf'), path);
      assert.match(`${status} ${String(detail)}`, /^403 The API key lacks the scope (knowledge|campaigns)\.write$/);
    }
  });

  it('work for reads and changes of their own organisation only', async () => {
    const eve = await world.signUp('eve');
    const { key } = await create(['agents.list', 'calls.list', 'organisation.read', 'knowledge.read']);
    assert.equal((await ask('GET', '/agents', { token: key })).status, 200);
    assert.equal((await ask('GET', `/organisations/${ada.org_id}/usage`, { token: key })).status, 200);
    assert.deepInclude(await ask('GET', `/organisations/${eve.org_id}/usage`, { token: key }), {
      status: 403,
      detail: 'The API key belongs to another organisation',
    });
    assert.equal((await ask('DELETE', `/api-keys/${(await create(['agents.list'])).key_id}`, eve)).status, 404);
  });

  it('are refused from the moment they are deleted, have expired or lost their organisation', async () => {
    const [deleted, expiring, orphaned] = [
      await create(['agents.list']),
      await create(['agents.list'], { expires_at: new Date(world.ports.clock.now().getTime() + 1_000).toISOString() }),
      await create(['agents.list']),
    ];
    const use = ({ key }: CreatedApiKey) => ask('GET', '/agents', { token: key });
    for (const created of [deleted, expiring, orphaned]) assert.equal((await use(created)).status, 200);
    await ask('DELETE', `/api-keys/${deleted.key_id}`);
    assert.deepInclude(await use(deleted), { status: 401, detail: 'Unknown or deleted API key' });
    world.ports.clock.advance(1_000);
    assert.deepInclude(await use(expiring), { status: 401, detail: 'The API key has expired' });
    await world.ports.organisations.remove(ada.org_id);
    assert.deepInclude(await use(orphaned), { status: 401, detail: 'Organisation no longer exists' });
  });

  it('outlive the sessions and the membership of the user who created them', async () => {
    const { admin: ben } = await staff(world, ada);
    const { key } = await create(['agents.list'], {}, ben.token);
    await ask('POST', '/users/logout-everywhere', { token: ben.token });
    await ask('POST', '/members/remove', { body: { email: ben.email } });
    assert.equal((await ask('GET', '/agents', { token: key })).status, 200);
  });

  it('tell when they were last used, to the minute', async () => {
    const { key } = await create(['agents.list']);
    const usedAt = async () => ((await ask('GET', '/api-keys')).body as CreatedApiKey[])[0]?.last_used_at;
    assert.isNull(await usedAt());
    const times: (string | null | undefined)[] = [];
    const now = () => world.ports.clock.now().toISOString();
    const first = now();
    for (const ms of [0, 30_000, 30_000]) {
      world.ports.clock.advance(ms);
      await ask('GET', '/agents', { token: key });
      times.push(await usedAt());
    }
    assert.deepEqual(times, [first, first, now()]);
  });

  it('are refused alike with a wrong form and when they are unknown', async () => {
    for (const token of ['vak_', 'vak_short', UNKNOWN, `${UNKNOWN}x`])
      assert.deepInclude(await ask('GET', '/agents', { token }), { status: 401, detail: 'Unknown or deleted API key' });
  });

  it('cannot be tried endlessly, nor used by a client that tries, and have a rate of their own', async () => {
    const limited = await openWorld(undefined, { rateLimits: true, trustedProxies: 1 });
    const { token } = await limited.signUp();
    const get = (bearer: string, address: string) =>
      limited.ask('GET', '/api/v1/agents', { token: bearer, headers: { 'x-forwarded-for': address } });
    const { body } = await limited.ask('POST', '/api/v1/api-keys', {
      token,
      body: { name: 'CRM', scopes: ['agents.list'] },
    });
    const { key } = body as CreatedApiKey;
    for (let tried = 0; tried < 30; tried += 1) assert.equal((await get(UNKNOWN, '198.51.100.7')).status, 401);
    for (const bearer of [UNKNOWN, key]) {
      const answer = await get(bearer, '198.51.100.7');
      assert.equal(answer.status, 429);
      assert.equal(answer.headers.get('retry-after'), '60');
    }
    for (let used = 0; used < 1_200; used += 1) assert.equal((await get(key, '198.51.100.8')).status, 200);
    assert.equal((await get(key, '198.51.100.9')).status, 429);
    limited.ports.clock.advance(60_000);
    for (const address of ['198.51.100.7', '198.51.100.9']) assert.equal((await get(key, address)).status, 200);
  });

  it('are at most 100 for an organisation', async () => {
    for (let count = 0; count < 100; count += 1) await create(['agents.list']);
    assert.deepInclude(await ask('POST', '/api-keys', { body: { name: 'One more', scopes: ['agents.list'] } }), {
      status: 400,
      detail: 'An organisation has at most 100 API keys: delete one that is not used',
    });
  });
});
