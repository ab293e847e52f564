import { assert } from 'chai';
import { hmacVisitorDigest } from '../../adapters/visitor-digest/hmac-sha256.ts';
import type { NewWebCall } from '../../application/calls/register-web-call.ts';
import type { Principal } from '../../domain/accounts/principal.ts';
import { openCallFixture, type CallFixture } from '../application/call-fixture.ts';
import { testConfig } from '../support/providers.ts';
import { refusalOf } from '../support/refusals.ts';
import { ADA, BOT } from '../application/telephony-fixture.ts';

/** A program of the customer, with an API key. */
const KEY: Principal = { ...ADA, scopes: ['calls.web'] };
const SHOP = 'https://shop.example.com';
const GAVE_WAY = 'Its visitor began another call before the socket of this one was opened';

describe('calls of pages', () => {
  let fixture: CallFixture;
  beforeEach(async () => {
    fixture = await openCallFixture();
    Object.assign(fixture.ports.limits, { concurrentCallsPerOrganisation: 100 });
  });

  const agentWith = async (web: object): Promise<string> => {
    const agent = { name: crypto.randomUUID(), agent_category: 'websocket' as const, config: { ...testConfig(), web } };
    return (await fixture.ports.agentUseCases.create(ADA, agent)).agent_id;
  };
  const register = (agentId: string, request: Omit<NewWebCall, 'agent_id'> = {}, principal = KEY) =>
    fixture.ports.callUseCases.registerWeb(principal, { agent_id: agentId, ...request }).then(({ call }) => call);
  /** A runtime opens the call for its page. */
  const open = (callId: string) => fixture.ports.callUseCases.claim(BOT, callId, 'a runtime');

  it('get tickets for allowed origins only, if the request names the origin', async () => {
    const agentId = await agentWith({ allowed_origins: [SHOP] });
    await register(agentId, { origin: SHOP });
    await register(agentId);
    for (const principal of [KEY, ADA]) {
      const refused = await refusalOf(register(agentId, { origin: 'https://evil.example' }, principal));
      assert.equal(refused.problem, 'forbidden');
      assert.match(refused.message, /web\.allowed_origins/);
    }
    assert.match((await refusalOf(register(agentId, { origin: 'shop' }))).message, /^origin must be an origin/);
  });

  it('are logged with organisation, agent and origin, once for each refusal', async () => {
    const agentId = await agentWith({ allowed_origins: [SHOP] });
    const line = {
      level: 'warn' as const,
      event: 'call.origin_refused',
      org_id: 'o1',
      agent_id: agentId,
      setting: 'web.allowed_origins',
    };
    const long = `https://${'a.'.repeat(120)}example`;
    for (const [origin, shown] of [
      ['https://evil.example', 'https://evil.example'],
      ['null', 'null'],
      [long, long.slice(0, 200)],
    ] as const) {
      const before = fixture.ports.logged.length;
      await refusalOf(register(agentId, { origin }));
      const lines = fixture.ports.logged.slice(before);
      assert.lengthOf(lines, 1);
      assert.deepInclude(lines[0], { ...line, origin: shown });
    }
    const before = fixture.ports.logged.length;
    await register(agentId, { origin: SHOP });
    assert.lengthOf(fixture.ports.logged, before);
  });

  it('get no ticket for an allowed origin if they have none of their own, and learn what to do', async () => {
    const refused = await refusalOf(register(await agentWith({ allowed_origins: [SHOP] }), { origin: 'null' }));
    assert.deepInclude(refused, {
      problem: 'forbidden',
      message: 'Origin null not allowed: serve the page over https, and add allow-same-origin to a sandboxed frame',
    });
    await register(await agentWith({ calls_per_minute: 5 }), { origin: 'null' });
  });

  it('name their visitor where the agent limits visitors, except those of members', async () => {
    const agentId = await agentWith({ visitor_calls_per_hour: 1 });
    const refused = await refusalOf(register(agentId));
    assert.equal(refused.problem, 'invalid');
    assert.match(refused.message, /^visitor is required/);
    for (let nth = 0; nth < 3; nth += 1) await register(agentId, {}, ADA);
    assert.equal(await fixture.taken(), 3);
  });

  it('are limited in an hour for each visitor and agent, over all processes', async () => {
    const [one, other] = [
      await agentWith({ visitor_calls_per_hour: 2 }),
      await agentWith({ visitor_calls_per_hour: 2 }),
    ];
    for (const visitor of ['a', 'a', 'b']) await register(one, { visitor });
    const refused = await refusalOf(register(one, { visitor: 'a' }));
    assert.deepInclude(refused, { problem: 'limited', retryAfterMs: 3_600_000 });
    await register(other, { visitor: 'a' });
    fixture.ports.clock.advance(3_600_000);
    await register(one, { visitor: 'a' });
  });

  it('are limited at once for each visitor, of many at the same moment as many as allowed', async () => {
    const agentId = await agentWith({ visitor_calls_at_once: 2 });
    const results = await Promise.allSettled(Array.from({ length: 6 }, () => register(agentId, { visitor: 'a' })));
    const registered = results.filter((each) => each.status === 'fulfilled');
    assert.lengthOf(registered, 2);
    assert.equal(await fixture.taken(), 2, 'refused calls hold no slot');
    await register(agentId, { visitor: 'b' });
    await fixture.ports.leases.release('o1', registered[0]!.value.call_id);
    await register(agentId, { visitor: 'a' });
    for (const { call_id } of await fixture.logs()) await open(call_id);
    const refused = await refusalOf(register(agentId, { visitor: 'a' }));
    assert.deepInclude(refused, { problem: 'limited', retryAfterMs: 30_000 });
  });

  it('keep no visitor out for longer than ten seconds while they are registered and not opened', async () => {
    const agentId = await agentWith({ visitor_calls_at_once: 2, visitor_calls_per_hour: 8 });
    const opened = await register(agentId, { visitor: 'a' });
    await open(opened.call_id);
    const abandoned = await register(agentId, { visitor: 'a' });
    fixture.ports.clock.advance(4_000);
    const refused = await refusalOf(register(agentId, { visitor: 'a' }));
    assert.deepInclude(refused, { problem: 'limited', retryAfterMs: 6_000 });
    fixture.ports.clock.advance(6_000);
    const next = await register(agentId, { visitor: 'a' });
    assert.equal(await fixture.taken(), 2, 'the abandoned call holds no slot');
    const { status, error_message } = (await fixture.ports.calls.find('o1', abandoned.call_id))!;
    assert.deepEqual([status, error_message], ['canceled', GAVE_WAY]);
    assert.equal((await refusalOf(open(abandoned.call_id))).message, 'The call is over');
    await open(next.call_id);
    fixture.ports.clock.advance(20_000);
    assert.deepInclude(await refusalOf(register(agentId, { visitor: 'a' })), { retryAfterMs: 30_000 });
  });

  it('give way once to many of their visitor at the same moment, and never while they are opened', async () => {
    const agentId = await agentWith({ visitor_calls_at_once: 1 });
    const [abandoned, late] = [await register(agentId, { visitor: 'a' }), await register(agentId, { visitor: 'b' })];
    fixture.ports.clock.advance(10_000);
    const attempts = Array.from({ length: 5 }, () => register(agentId, { visitor: 'a' }));
    const [claim, ...results] = await Promise.allSettled([open(late.call_id), ...attempts]);
    assert.equal(claim?.status, 'fulfilled');
    assert.lengthOf(
      results.filter(({ status }) => status === 'fulfilled'),
      1,
    );
    assert.equal((await fixture.ports.calls.find('o1', abandoned.call_id))?.status, 'canceled');
    assert.equal((await fixture.ports.calls.find('o1', late.call_id))?.status, 'in_progress');
    assert.equal(await fixture.taken(), 2);
  });

  it('are limited in a minute for the agent, whatever visitors a server makes up', async () => {
    const agentId = await agentWith({ calls_per_minute: 3 });
    for (let nth = 0; nth < 3; nth += 1) await register(agentId, { visitor: `v${nth}` });
    assert.deepInclude(await refusalOf(register(agentId, { visitor: 'v9' })), { retryAfterMs: 60_000 });
    fixture.ports.clock.advance(60_000);
    await register(agentId, { visitor: 'v9' });
  });

  it('count for their network without a ticket', async () => {
    const agentId = await agentWith({ visitor_calls_per_hour: 1, visitor_calls_at_once: 1 });
    await register(agentId, { anonymous: true, client: 'n1' }, BOT);
    assert.equal((await refusalOf(register(agentId, { anonymous: true, client: 'n1' }, BOT))).problem, 'limited');
    await register(agentId, { anonymous: true, client: 'n2' }, BOT);
    await register(agentId, { anonymous: true }, BOT);
  });

  it('store no visitor in words', async () => {
    const agentId = await agentWith({ visitor_calls_per_hour: 2, visitor_calls_at_once: 2 });
    const { call_id } = await register(agentId, { visitor: 'ada@example.com' });
    const call = await fixture.ports.calls.find('o1', call_id);
    assert.notInclude(JSON.stringify(call), 'ada@example.com');
  });

  it('store a digest of their visitor that only the secret of the platform can make', async () => {
    const agentId = await agentWith({ visitor_calls_at_once: 1 });
    await register(agentId, { visitor: '203.0.113.7' });
    const { call_leases: leases = [] } = await fixture.ports.documents.everything();
    const known = [{ org_id: 'o1', agent_id: agentId }, '203.0.113.7'] as const;
    const [client] = leases.map((each) => (each as { client?: string }).client);
    assert.equal(client, fixture.ports.visitorDigest(...known));
    assert.notEqual(client, hmacVisitorDigest('another secret')(...known));
  });

  it('are limited for a visitor who takes other addresses of the same IPv6 network', async () => {
    const agentId = await agentWith({ visitor_calls_per_hour: 1 });
    await register(agentId, { visitor: '2a00:1:2:3::1' });
    assert.equal((await refusalOf(register(agentId, { visitor: '2a00:1:2:3::2' }))).problem, 'limited');
    await register(agentId, { visitor: '2a00:1:2:4::1' });
  });
});
