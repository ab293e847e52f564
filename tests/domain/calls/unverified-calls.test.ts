import { assert } from 'chai';
import { poolOf, sharedKind, shareReached, slotsOf, type SharedKind } from '../../../domain/calls/call-shares.ts';
import { inboundCall, webCall } from '../../../domain/calls/call-log.ts';
import { tooManyUnsigned, unsignedCallsMax, unsignedPeriod } from '../../../domain/calls/unsigned-allowance.ts';

const NOW = new Date('2026-03-02T09:17:30.000Z');
const facts = { call_id: 'c', org_id: 'o', agent_id: 'a', agent_name: 'Ada', now: NOW };

describe('unverified call', () => {
  it('is marked when it is anonymous, and is without speech at first', () => {
    const web = { ...facts, custom_variables: {} };
    assert.include(webCall({ ...web, isAnonymous: true }), { unverified: 'anonymous', without_speech: true });
    for (const call of [webCall(web), webCall({ ...web, isAnonymous: false })])
      assert.doesNotHaveAnyKeys(call, ['unverified', 'without_speech']);
  });

  it('is marked when its webhook is unsigned', () => {
    const carrier = { from_number: '+1', to_number: '+2', telephony_provider: 'plivo', provider_call_sid: 'sid' };
    const inbound = { ...facts, ...carrier };
    assert.include(inboundCall({ ...inbound, isUnsigned: true }), { unverified: 'unsigned' });
    for (const call of [inboundCall(inbound), inboundCall({ ...inbound, isUnsigned: false })])
      assert.doesNotHaveAnyKeys(call, ['unverified', 'without_speech']);
  });
});

describe('shared call', () => {
  it('is one without a verified origin, or one that a program registered for a page', () => {
    const web = { ...facts, custom_variables: {} };
    const kinds = [{}, { isOfPage: true }, { isAnonymous: true }].map((more) =>
      sharedKind(webCall({ ...web, ...more })),
    );
    assert.deepEqual(kinds, [undefined, 'page', 'anonymous']);
    assert.include(webCall({ ...web, isOfPage: true }), { registered_with: 'api_key' });
  });

  it('uses the same slots with a ticket of a page as without one', () => {
    assert.deepEqual([poolOf('page'), poolOf('anonymous'), poolOf('unsigned')], ['anonymous', 'anonymous', 'unsigned']);
  });
});

describe('slotsOf', () => {
  const shares = { anonymous: 50, unsigned: 25, page: 80 };
  const table: readonly [SharedKind, number, number][] = [
    ['page', 10, 8],
    ['page', 2, 1],
    ['anonymous', 10, 5],
    ['anonymous', 9, 4],
    ['unsigned', 10, 2],
    ['unsigned', 3, 1],
    ['anonymous', 1, 1],
  ];
  for (const [kind, limit, slots] of table)
    it(`gives ${kind} calls ${slots} of ${limit} slots by their share`, () =>
      assert.equal(slotsOf(kind, limit, shares), slots));

  it('names the setting when no slot is left', () => {
    const start = 'Organisation concurrent call limit reached:';
    const anonymous = `${start} anonymous calls may hold 5 of 10 slots (ANONYMOUS_CALLS_SHARE)`;
    assert.equal(shareReached('anonymous', 5, 10), anonymous);
    assert.equal(
      shareReached('unsigned', 2, 10),
      `${start} unsigned calls may hold 2 of 10 slots (UNSIGNED_CALLS_SHARE)`,
    );
  });
});

describe('allowance of unsigned calls', () => {
  it('is counted in periods of ten minutes', () => {
    assert.equal(unsignedPeriod(NOW), '2026-03-02T09:10:00.000Z');
    assert.equal(unsignedPeriod(new Date('2026-03-02T09:20:00.000Z')), '2026-03-02T09:20:00.000Z');
    assert.equal(unsignedPeriod(new Date('2026-03-02T09:19:59.999Z')), '2026-03-02T09:10:00.000Z');
  });

  it('is 20 calls for each slot', () => assert.equal(unsignedCallsMax(3), 60));

  it('renews at the end of the period, as its error says', () => {
    const { problem, message, retryAfterMs } = tooManyUnsigned(60, NOW);
    assert.equal(problem, 'limited');
    assert.equal(
      message,
      'At most 60 calls with an unsigned webhook are accepted in ten minutes (UNSIGNED_CALLS_SHARE)',
    );
    assert.equal(retryAfterMs, 150_000);
  });
});
