import { assert } from 'chai';
import { refusal } from '../support/fake-carrier.ts';
import { testConfig } from '../support/providers.ts';
import { CarrierFailure } from '../../domain/telephony/carrier-failure.ts';
import { unavailable } from '../../domain/errors.ts';
import type { RequestParts } from '../support/client.ts';
import { INTERNAL_KEY, openWorld, type Signer, type World } from '../support/world.ts';

const NUMBER = '+15550100001';
const NAUGHTY: readonly unknown[] = [
  '',
  ' ',
  '+',
  'hello',
  '5550100001',
  '00441632960000',
  'tel:+15550100001',
  '+1 555 010 0001 ext. 9',
  '+15550100001\u0000',
  '＋15550100001',
  "+15550100001'; DROP TABLE numbers; --",
  '+1' + '5'.repeat(10_000),
  '💥',
];

describe('phone numbers over HTTP', () => {
  let world: World;
  let ada: Signer;
  let signers = 0;
  const carrier = () => world.ports.carriers.carrier('plivo');

  const ask = (method: string, path: string, body?: unknown, sent: RequestParts = { token: ada.token }) =>
    world.ask(method, `/api/v1${path}`, { ...sent, ...(body !== undefined && { body }) });
  const attach = (agent_id?: string, phone_number: unknown = NUMBER, provider: unknown = 'plivo') =>
    ask('POST', '/phone-numbers/attach', { phone_number, provider, ...(agent_id !== undefined && { agent_id }) });
  const detach = (phone_number: unknown = NUMBER) => ask('DELETE', '/phone-numbers/detach', { phone_number });
  const agent = (changes: object = {}) =>
    ask('POST', '/agents', {
      name: 'Desk',
      agent_category: 'telephony',
      telephony_provider: 'plivo',
      config: testConfig(),
      ...changes,
    });
  const idOf = async (made: ReturnType<typeof agent>) => ((await made).body as { agent_id: string }).agent_id;
  const byPhone = (text: string, sent: RequestParts = { key: INTERNAL_KEY }) =>
    ask('GET', `/agents/by-phone/${encodeURIComponent(text)}`, undefined, sent);

  beforeEach(async () => {
    world = await openWorld();
    ada = await world.signUp(`ada${(signers += 1)}`);
    await ask('POST', '/auth', { provider: 'plivo', auth: { auth_id: 'id', auth_token: 'secret token' } });
  });

  it('are attached, read, answered and detached', async () => {
    const made = await agent();
    assert.equal(made.status, 201, made.text);
    const { agent_id: id } = made.body as { agent_id: string };
    assert.deepInclude(await attach(id), {
      status: 201,
      text: '{"status":"success","message":"Phone number attached"}',
    });
    const [listed] = (await ask('GET', '/phone-numbers')).body as object[];
    assert.deepInclude(listed, { phone_number: NUMBER, agent_id: id, last_link_by_email: ada.email });
    assert.deepEqual((await ask('GET', `/phone-numbers/agent/${id}`)).body, listed);
    const answered = await byPhone('1 555 010 0001');
    assert.equal(answered.status, 200);
    assert.deepInclude(answered.body as object, { agent_id: id, linked_phone_number: NUMBER });
    assert.deepEqual(answered.body, (await ask('GET', `/agents/${id}`)).body);
    assert.deepEqual((await detach()).body, { status: 'success', message: 'Phone number detached' });
    assert.deepInclude(await detach(), { status: 400, detail: 'The number is not attached to an agent' });
    assert.deepInclude(await ask('GET', `/phone-numbers/agent/${id}`), {
      status: 404,
      detail: 'Phone number not found',
    });
    assert.lengthOf((await ask('GET', '/phone-numbers')).body as object[], 1);
    assert.equal((await ask('DELETE', `/agents/${id}`)).status, 200);
    assert.isEmpty(carrier().applications);
  });

  it('answers 409 when the number is taken or the agent has another', async () => {
    const [one, two] = [await idOf(agent()), await idOf(agent({ name: 'Other' }))];
    await attach(one);
    assert.equal((await attach(two)).status, 409);
    assert.equal((await attach(one, '+15550100002')).status, 409);
    assert.equal((await attach(one)).status, 201);
    const eve = await world.signUp('eve');
    await ask('POST', '/auth', { provider: 'plivo', auth: { auth_id: 'id', auth_token: 'token' } }, eve);
    const taken = await ask('POST', '/phone-numbers/attach', { phone_number: NUMBER, provider: 'plivo' }, eve);
    assert.deepInclude(taken, { status: 409, detail: 'The number belongs to another organisation' });
    assert.deepInclude(await ask('DELETE', '/phone-numbers/detach', { phone_number: NUMBER }, eve), {
      status: 404,
      detail: 'Phone number not found',
    });
  });

  it('are listed as the carrier holds them', async () => {
    const { status, body } = await ask('GET', '/phone-numbers/providers/plivo/inventory');
    assert.equal(status, 200);
    assert.deepEqual(body, { status: 'success', numbers: [...carrier().numbersOwned] });
    for (const provider of ['pigeon', 'deepgram', '__proto__', 'vobiz'])
      assert.equal((await ask('GET', `/phone-numbers/providers/${provider}/inventory`)).status, 422, provider);
  });

  it("answer a carrier's refusal with its own status and words, and its silence with 502", async () => {
    const id = await idOf(agent());
    for (const status of [400, 401, 402, 403, 404, 409, 429, 500, 503]) {
      carrier().before('link', refusal(status, `No, ${status}`));
      const answer = await attach(id);
      assert.deepInclude(answer, { status, detail: `No, ${status}` });
      assert.isFalse(answer.headers.has('www-authenticate'), 'it is not about who asks');
      carrier().before('addApplication', refusal(status, `No, ${status}`));
      assert.deepInclude(await agent({ name: 'Another' }), { status, detail: `No, ${status}` });
    }
    carrier().before('numbers', () => {
      throw new CarrierFailure('Slower', { status: 429, retryAfterMs: 1_200 });
    });
    const { status, headers } = await ask('GET', '/phone-numbers/providers/plivo/inventory');
    assert.deepEqual([status, headers.get('retry-after')], [429, '2']);
    carrier().before('numbers', () => {
      throw unavailable('Plivo does not answer');
    });
    assert.deepInclude(await ask('GET', '/phone-numbers/providers/plivo/inventory'), {
      status: 502,
      detail: 'Plivo does not answer',
    });
    assert.isEmpty((await ask('GET', '/phone-numbers')).body as object[]);
  });

  it('are refused with 422 where they are none, and nothing comes of it', async () => {
    for (const text of NAUGHTY) {
      assert.equal((await attach(undefined, text)).status, 422, String(text).slice(0, 40));
      assert.equal((await detach(text)).status, 422);
    }
    for (const value of [null, 7, true, [NUMBER], { $gt: '' }]) {
      assert.equal((await attach(undefined, value)).status, 422);
      assert.equal((await attach(undefined, NUMBER, value)).status, 422);
      assert.equal((await detach(value)).status, 422);
    }
    const naming = { phone_number: NUMBER, provider: 'plivo', agent_id: { $ne: null } };
    assert.equal((await ask('POST', '/phone-numbers/attach', naming)).status, 422);
    assert.equal((await attach('__proto__')).status, 404);
    assert.isEmpty((await ask('GET', '/phone-numbers')).body as object[]);
    assert.isEmpty(carrier().requests);
    assert.notInclude(
      world.log.map(({ event }) => event),
      'http.failed',
    );
  });

  it('are looked up with the internal key only, and answer 404 without an agent', async () => {
    assert.deepInclude(await byPhone(NUMBER, {}), { status: 401, detail: 'Missing API key' });
    assert.deepInclude(await byPhone(NUMBER, { key: 'wrong' }), { status: 401, detail: 'Invalid API key' });
    assert.equal((await byPhone(NUMBER, { token: ada.token })).status, 401);
    for (const text of [NUMBER, ...NAUGHTY.filter((each) => each !== '')])
      assert.deepInclude(await byPhone(String(text)), { status: 404 }, String(text).slice(0, 40));
  });

  it('does not show credentials', async () => {
    const id = await idOf(agent());
    const answers = [await attach(id), await ask('GET', '/phone-numbers'), await ask('GET', `/agents/${id}`)];
    for (const { text } of answers) assert.notInclude(text, 'secret token');
    assert.notInclude(JSON.stringify(world.log), 'secret token');
  });
});
