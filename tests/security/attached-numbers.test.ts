import { assert } from 'chai';
import type { Principal } from '../../domain/accounts/principal.ts';
import { unavailable } from '../../domain/errors.ts';
import { attached, newNumber } from '../../domain/telephony/phone-number.ts';
import { refusal } from '../support/fake-carrier.ts';
import { refusalOf } from '../support/refusals.ts';
import { ADA, FIRST, openTelephonyFixture, SECOND, type TelephonyFixture } from '../application/telephony-fixture.ts';

const EVE = { ...ADA, email: 'eve@example.com', org_id: 'o2' };
const SOMEONE_ELSES = '+14155550100';

describe('attached phone numbers', () => {
  let fixture: TelephonyFixture;
  const carrier = () => fixture.ports.carriers.carrier('plivo');
  const attach = (principal: Principal, phone_number: string) =>
    fixture.numbers.attach(principal, { phone_number, provider: 'plivo' });
  const message = async (work: Promise<unknown>) => {
    const error = await refusalOf(work);
    return `${error.problem}: ${error.message}`;
  };
  /** A number of an organisation that was deleted, with the agent that it had. */
  const leftBehind = async (phone_number: string) => {
    const number = newNumber({ phone_number, provider: 'vobiz', org_id: 'deleted' }, new Date(0));
    await fixture.ports.phoneNumbers.add(
      attached(number, `agent of ${phone_number}`, { byEmail: 'x@example.com', now: new Date(0) }),
    );
  };
  beforeEach(async () => {
    fixture = await openTelephonyFixture();
    await fixture.found(EVE.org_id);
  });

  it('must be in the carrier account: all others are refused', async () => {
    const numbers = Array.from({ length: 300 }, (_, place) => `+1415555${1000 + place}`);
    for (const number of numbers)
      assert.equal(
        await message(attach(ADA, number)),
        `invalid: ${number} is not a number of your plivo account: choose one that GET /phone-numbers/providers/plivo/inventory lists`,
      );
    assert.isEmpty(await fixture.numbers.list(ADA));
  });

  it('are not attached while the carrier cannot confirm them', async () => {
    carrier().before('hasNumber', () => {
      throw unavailable('Plivo does not answer');
    });
    assert.equal(await message(attach(ADA, FIRST)), 'unavailable: Plivo does not answer');
    carrier().before('hasNumber', refusal(401, 'Plivo refuses the stored credentials'));
    assert.equal(await message(attach(ADA, FIRST)), 'rejected: Plivo refuses the stored credentials');
    assert.match(await message(attach(EVE, FIRST)), /^invalid: No credentials are stored/);
    assert.isEmpty([...(await fixture.numbers.list(ADA)), ...(await fixture.numbers.list(EVE))]);
  });

  it('are reported as taken only to an account that has them', async () => {
    await attach(ADA, FIRST);
    assert.match(await message(attach(EVE, FIRST)), /^invalid: No credentials are stored/);
    await fixture.store('plivo', EVE.org_id);
    carrier().numbersOwned.delete(FIRST);
    for (const number of [FIRST, SOMEONE_ELSES])
      assert.match(await message(attach(EVE, number)), /^invalid: .* is not a number of your plivo account/);
    carrier().numbersOwned.add(FIRST);
    assert.equal(await message(attach(EVE, FIRST)), 'duplicate: The number belongs to another organisation');
  });

  it('pass from a deleted organisation to the next one that has them', async () => {
    for (const number of [FIRST, SECOND, SOMEONE_ELSES]) await leftBehind(number);
    await attach(ADA, FIRST);
    const released = { event: 'phone_numbers.taken_over', org_id: 'o1', from_org_id: 'deleted' };
    assert.deepInclude(fixture.ports.logged.at(-1), released);
    const { agent_id } = await fixture.createAgent();
    await fixture.attach(agent_id, SECOND);
    assert.match(await message(attach(ADA, SOMEONE_ELSES)), /^invalid: .* is not a number of your plivo account/);
    const fresh = newNumber({ phone_number: FIRST, provider: 'plivo', org_id: 'o1' }, fixture.ports.clock.now());
    // Rests of the former organisation's campaigns end.
    assert.deepEqual(await fixture.ports.phoneNumbers.find(FIRST), { ...fresh, resting: null });
    assert.deepInclude((await fixture.ports.phoneNumbers.find(SECOND)) ?? {}, {
      org_id: 'o1',
      provider: 'plivo',
      agent_id,
      last_link_by_email: ADA.email,
    });
    assert.equal((await fixture.ports.phoneNumbers.find(SOMEONE_ELSES))?.org_id, 'deleted');
    assert.isEmpty(await fixture.agreement());
  });

  it('go to one organisation when several attach a released number at once', async () => {
    await leftBehind(FIRST);
    await fixture.store('plivo', EVE.org_id);
    const tries = await Promise.allSettled([ADA, EVE, ADA, EVE].map((principal) => attach(principal, FIRST)));
    assert.isNotEmpty(tries.filter(({ status }) => status === 'fulfilled'));
    const holders = [...(await fixture.numbers.list(ADA)), ...(await fixture.numbers.list(EVE))];
    assert.lengthOf(holders, 1);
  });
});
