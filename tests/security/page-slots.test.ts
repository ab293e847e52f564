import { assert } from 'chai';
import type { Principal } from '../../domain/accounts/principal.ts';
import type { CallLog } from '../../domain/calls/call-log.ts';
import { openCallFixture, type CallFixture } from '../application/call-fixture.ts';
import { testConfig } from '../support/providers.ts';
import { refusalOf } from '../support/refusals.ts';
import { ADA, BOT } from '../application/telephony-fixture.ts';

/** Who has a ticket endpoint's API key, its owner or a thief. */
const KEY: Principal = { ...ADA, role: 'member', scopes: ['calls.web'] };
const GAVE_WAY = 'Another call needed its place before the socket of this one was opened';
const LIMIT = 'Organisation concurrent call limit reached';

describe('calls of tickets', () => {
  let fixture: CallFixture;
  let agentId: string;

  beforeEach(async () => {
    fixture = await openCallFixture();
    fixture.ports.limits.concurrentCallsPerOrganisation = 10;
    const agent = { name: 'Web', agent_category: 'websocket' as const, config: testConfig() };
    agentId = (await fixture.ports.agentUseCases.create(ADA, agent)).agent_id;
  });
  afterEach(() => fixture.ports.close());

  const web = async (principal = KEY, more: object = {}): Promise<CallLog> =>
    (await fixture.calls.registerWeb(principal, { agent_id: agentId, ...more })).call;
  const ring = async (provider_call_sid: string, unsigned = false): Promise<CallLog> =>
    (
      await fixture.calls.registerInbound(BOT, {
        ...{ agent_id: fixture.agent.agent_id, provider_call_sid, from_number: '+1', to_number: '+2', unsigned },
      })
    ).call;
  const open = ({ call_id }: CallLog) => fixture.calls.claim(BOT, call_id, 'a runtime');
  const found = ({ call_id }: CallLog) => fixture.ports.calls.find('o1', call_id);
  /** How many of `count` concurrent attempts succeed. */
  const succeed = async (count: number, attempt: (nth: number) => Promise<unknown>): Promise<number> => {
    const outcomes = await Promise.allSettled(Array.from({ length: count }, (_, nth) => attempt(nth)));
    return outcomes.filter(({ status }) => status === 'fulfilled').length;
  };

  it('leave slots for telephone calls and members, however many a stolen key registers', async () => {
    assert.equal(await succeed(30, () => web()), 8);
    const refused = await refusalOf(web());
    assert.equal(refused.message, `${LIMIT}: page calls may hold 8 of 10 slots (PAGE_CALLS_SHARE)`);
    for (let place = 0; place < 8; place += 1) await open((await fixture.logs())[place]!);
    await ring('signed');
    await fixture.call();
    assert.equal((await refusalOf(web(ADA))).message, LIMIT);
    assert.equal(await fixture.taken(), 10);
  });

  it('leave slots for telephone calls when a key and clients without a ticket take all they can', async () => {
    assert.equal(await succeed(20, () => web(ADA, { anonymous: true })), 5);
    assert.equal(await succeed(20, () => web()), 3);
    assert.equal((await refusalOf(web(ADA, { anonymous: true }))).problem, 'limited');
    assert.equal(await succeed(20, (nth) => ring(`signed ${nth}`)), 2);
  });

  it('give way to telephone calls after ten seconds while their sockets are not opened', async () => {
    fixture.ports.limits.shares = { anonymous: 50, unsigned: 30, page: 100 };
    const tickets: CallLog[] = [];
    for (let count = 0; count < 8; count += 1) tickets.push(await web());
    await open(tickets[0]!);
    for (let count = 0; count < 2; count += 1) tickets.push(await web(ADA));
    fixture.ports.clock.advance(9_000);
    assert.equal((await refusalOf(ring('too early'))).message, LIMIT);
    fixture.ports.clock.advance(1_000);
    assert.equal(await succeed(12, (nth) => ring(`caller ${nth}`)), 9);
    assert.equal((await found(tickets[0]!))?.status, 'in_progress');
    for (const ticket of tickets.slice(1)) {
      const { status, error_message } = (await found(ticket))!;
      assert.deepEqual([status, error_message], ['canceled', GAVE_WAY]);
      assert.equal((await refusalOf(open(ticket))).message, 'The call is over');
    }
  });

  it('give way to each other after ten seconds, those of members not to those of pages', async () => {
    const member = await web(ADA);
    const abandoned = await web();
    for (let count = 0; count < 7; count += 1) await open(await web());
    fixture.ports.clock.advance(10_000);
    const next = await web();
    assert.equal((await found(abandoned))?.status, 'canceled');
    assert.equal((await refusalOf(web())).problem, 'limited');
    assert.deepEqual([(await found(member))?.status, (await found(next))?.status], ['initiated', 'initiated']);
  });

  it('do not give way to calls without a verified origin', async () => {
    for (let count = 0; count < 8; count += 1) await web();
    fixture.ports.clock.advance(10_000);
    assert.equal(await succeed(5, (nth) => ring(`forged ${nth}`, true)), 2);
    assert.equal(await succeed(5, () => web(ADA, { anonymous: true })), 0);
    const statuses = (await fixture.logs()).filter(({ call_type }) => call_type === 'web').map(({ status }) => status);
    assert.deepEqual(statuses, Array(8).fill('initiated'));
  });

  it('leave the logs of dialled calls unread when they are refused', async () => {
    for (let count = 0; count < 10; count += 1) await fixture.call();
    fixture.ports.clock.advance(50_000);
    const { calls } = fixture.ports;
    const find = calls.find.bind(calls);
    let read = 0;
    calls.find = (...wanted) => {
      read += 1;
      return find(...wanted);
    };
    assert.equal((await refusalOf(web(ADA))).message, LIMIT);
    assert.equal(read, 0);
  });

  it('stay within their share when they are opened in the moment in which their slot expires', async () => {
    const first: CallLog[] = [];
    for (let count = 0; count < 8; count += 1) first.push(await web());
    fixture.ports.clock.advance(60_001);
    assert.equal(await succeed(8, () => web()), 8);
    assert.equal(await succeed(8, (nth) => open(first[nth]!)), 0);
    assert.equal(await succeed(5, (nth) => ring(`signed ${nth}`)), 2);
  });
});
