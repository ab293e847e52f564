import { assert } from 'chai';
import type { ErasureRepository } from '../../application/ports/erasures.ts';
import { newErasure, type Erasure } from '../../domain/erasures/erasure.ts';
import type { Contract } from '../support/contract.ts';

const at = (seconds: number): string => new Date(Date.UTC(2026, 0, 1, 12, 0, seconds)).toISOString();
const NUMBER = '+14155550100';

const erasure = (erasure_id: string, more: Partial<Erasure> = {}): Erasure => ({
  ...newErasure({
    ...{ erasure_id, org_id: 'org', scope: 'phone_number', phoneNumber: NUMBER, requested_by: 'ada@example.com' },
    now: new Date(at(0)),
  }),
  ...more,
});

const span = (now: number, until: number) => ({ now: at(now), until: at(until) });

export const erasuresContract: Contract<ErasureRepository> = {
  'stores an erasure for its organisation, without the whole number': async (erasures) => {
    await erasures.add(erasure('a'), NUMBER);
    assert.deepEqual(await erasures.find('org', 'a'), erasure('a'));
    assert.notInclude(JSON.stringify(await erasures.find('org', 'a')), '5550');
    assert.isNull(await erasures.find('other', 'a'));
  },

  'lists and counts the erasures of one organisation, newest first, in pages': async (erasures) => {
    await erasures.add(erasure('a'), NUMBER);
    await erasures.add(erasure('b', { created_at: at(1) }), NUMBER);
    await erasures.add(erasure('c', { org_id: 'other' }), NUMBER);
    const listed = async (limit: number, offset: number) =>
      (await erasures.list('org', { limit, offset })).map(({ erasure_id }) => erasure_id);
    assert.deepEqual(await listed(10, 0), ['b', 'a']);
    assert.deepEqual(await listed(1, 1), ['a']);
    assert.equal(await erasures.count('org'), 2);
    await erasures.add(erasure('d', { status: 'done' }), null);
    assert.deepEqual([await erasures.countPending('org'), await erasures.countPending('other')], [2, 1]);
  },

  'finds the pending erasure of a number, and of an organisation': async (erasures) => {
    await erasures.add(erasure('foreign', { org_id: 'other' }), NUMBER);
    await erasures.add(erasure('a'), NUMBER);
    const whole = erasure('b', { scope: 'organisation', phone_number: null });
    await erasures.add(whole, null);
    assert.equal((await erasures.findPending('org', NUMBER))?.erasure_id, 'a');
    assert.isNull(await erasures.findPending('org', '+14155550199'));
    assert.deepEqual(await erasures.findPending('org', null), whole);
    assert.isNull(await erasures.findPending('other', null));
    await erasures.claim('org', 'x', span(1, 9));
    await erasures.removeNumber('a');
    assert.isTrue(await erasures.release('a', 'x', at(9), { status: 'done' }));
    assert.isNull(await erasures.findPending('org', NUMBER));
  },

  'lets an owner claim what was requested first, with its number': async (erasures) => {
    await erasures.add(erasure('late', { created_at: at(2) }), '+14155550102');
    await erasures.add(erasure('early', { created_at: at(1) }), NUMBER);
    await erasures.add(erasure('foreign', { org_id: 'other' }), '+14155550103');
    await erasures.add(erasure('over', { status: 'done' }), null);
    const early = { erasure: erasure('early', { created_at: at(1) }), phoneNumber: NUMBER };
    assert.deepEqual(await erasures.claim('org', 'x', span(3, 9)), early);
    assert.equal((await erasures.claim('org', 'y', span(3, 9)))?.phoneNumber, '+14155550102');
    assert.isNull(await erasures.claim('org', 'z', span(3, 9)));
  },

  'gives an erasure to one of many owners at once': async (erasures) => {
    await erasures.add(erasure('a'), NUMBER);
    const owners = Array.from({ length: 10 }, (_, owner) => erasures.claim('org', `owner ${owner}`, span(1, 9)));
    assert.lengthOf((await Promise.all(owners)).filter(Boolean), 1);
  },

  'knows which organisations have an erasure that can be claimed, each once': async (erasures) => {
    for (const id of ['a', 'b']) await erasures.add(erasure(id), NUMBER);
    await erasures.add(erasure('c', { org_id: 'other' }), NUMBER);
    await erasures.add(erasure('d', { org_id: 'third', status: 'done' }), null);
    assert.sameMembers(await erasures.organisationsWithPending(at(1)), ['org', 'other']);
    await erasures.claim('other', 'x', span(1, 9));
    assert.sameMembers(await erasures.organisationsWithPending(at(1)), ['org']);
    assert.sameMembers(await erasures.organisationsWithPending(at(10)), ['org', 'other']);
  },

  'lets only the owner of a claim renew, change and release it': async (erasures) => {
    await erasures.add(erasure('b', { created_at: at(5) }), NUMBER);
    await erasures.add(erasure('a'), NUMBER);
    await erasures.claim('org', 'x', span(1, 3));
    assert.isFalse(await erasures.renewClaim('a', 'y', at(9)));
    assert.isFalse(await erasures.change('a', 'y', { waiting: 9 }));
    assert.isFalse(await erasures.release('a', 'y', at(2), { waiting: 9 }));
    assert.isTrue(await erasures.renewClaim('a', 'x', at(6)));
    assert.isTrue(await erasures.change('a', 'x', { waiting: 2 }));
    assert.deepEqual(await erasures.find('org', 'a'), erasure('a', { waiting: 2 }));
    assert.deepEqual(await erasures.find('org', 'b'), erasure('b', { created_at: at(5) }));
    assert.equal((await erasures.claim('org', 'y', span(4, 5)))?.erasure.erasure_id, 'b');
    assert.isTrue(await erasures.release('a', 'x', at(7), { waiting: 1 }));
    assert.isFalse(await erasures.change('a', 'x', { waiting: 3 }));
    assert.deepEqual((await erasures.claim('org', 'y', span(8, 9)))?.erasure, erasure('a', { waiting: 1 }));
  },

  'removes the number of one erasure': async (erasures) => {
    await erasures.add(erasure('b'), NUMBER);
    await erasures.add(erasure('a', { created_at: at(1) }), NUMBER);
    await erasures.removeNumber('b');
    assert.isNull((await erasures.claim('org', 'x', span(2, 9)))?.phoneNumber);
    assert.equal((await erasures.claim('org', 'y', span(2, 9)))?.phoneNumber, NUMBER);
  },
};

/** Erasures whose process dies after this many writes of a request. */
export interface CutErasures {
  readonly erasures: ErasureRepository;
  dieAfter(writes: number): void;
  /** Stores the number of a request as versions did that knew no more of it. */
  keepNumber(number: {
    readonly erasure_id: string;
    readonly org_id: string;
    readonly phone_number: string;
  }): Promise<void>;
}

export const cutErasuresContract: Contract<CutErasures> = {
  'completes a request whose number was stored, once, whichever processes look': async ({ erasures, dieAfter }) => {
    dieAfter(1);
    const wanted = erasure('a');
    const outcome = await erasures.add(wanted, NUMBER).catch((error: Error) => error.message);
    assert.equal(outcome, 'The process died');
    dieAfter(Infinity);
    await erasures.add(erasure('b', { org_id: 'other' }), '+14155550109');
    const looks = Array.from({ length: 5 }, () => erasures.organisationsWithPending(at(1)));
    for (const found of await Promise.all(looks)) assert.include(found, 'other');
    assert.sameMembers(await erasures.organisationsWithPending(at(1)), ['org', 'other']);
    assert.equal(await erasures.count('org'), 1);
    assert.deepEqual(await erasures.claim('org', 'x', span(1, 9)), { erasure: wanted, phoneNumber: NUMBER });
  },

  'completes a request of which an earlier version stored the number alone, and no other': async (cut) => {
    await cut.erasures.add(erasure('b', { org_id: 'other' }), '+14155550109');
    await cut.keepNumber({ erasure_id: 'a', org_id: 'org', phone_number: NUMBER });
    assert.sameMembers(await cut.erasures.organisationsWithPending(at(1)), ['org', 'other']);
    const completed = erasure('a', { requested_by: '', created_at: at(1), updated_at: at(1) });
    assert.deepEqual(await cut.erasures.claim('org', 'x', span(1, 9)), { erasure: completed, phoneNumber: NUMBER });
    assert.equal(await cut.erasures.count('other'), 1);
  },
};
