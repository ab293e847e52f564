import { assert } from 'chai';
import type { Principal } from '../../domain/accounts/principal.ts';
import { refusal } from '../support/fake-carrier.ts';
import { testConfig } from '../support/providers.ts';
import { refusalOf } from '../support/refusals.ts';
import { ADA, FIRST, openTelephonyFixture, SECOND, type TelephonyFixture } from './telephony-fixture.ts';

const EVE: Principal = { ...ADA, email: 'eve@example.com', org_id: 'o2' };

describe('phone numbers', () => {
  let fixture: TelephonyFixture;
  const carrier = () => fixture.ports.carriers.carrier('plivo');
  const owned = async (number = FIRST) =>
    (await fixture.numbers.list(ADA)).find((each) => each.phone_number === number)!;
  const detach = (phone_number: string = FIRST) => fixture.numbers.detach(ADA, { phone_number });
  const message = async (work: Promise<unknown>) => {
    const error = await refusalOf(work);
    return `${error.problem}: ${error.message}`;
  };
  beforeEach(async () => (fixture = await openTelephonyFixture()));

  it('are taken into the inventory once the carrier says that they are of the account, as often as one likes', async () => {
    const now = fixture.ports.clock.now().toISOString();
    for (const text of ['+1 (555) 010-0001', FIRST]) await fixture.attach(null, text);
    assert.deepEqual(await fixture.numbers.list(ADA), [
      {
        phone_number: FIRST,
        provider: 'plivo',
        org_id: 'o1',
        agent_id: null,
        created_at: now,
        updated_at: now,
        last_link_action: null,
        last_link_agent_id: null,
        last_link_by_email: null,
        last_link_at: null,
      },
    ]);
    assert.deepEqual(carrier().requests, [`hasNumber ${FIRST}`]);
  });

  it('may change their provider while no agent uses them', async () => {
    await fixture.attach(null);
    await fixture.attach(null, FIRST, 'vobiz');
    assert.equal((await owned()).provider, 'vobiz');
    const { agent_id } = await fixture.createAgent();
    await fixture.attach(agent_id);
    assert.equal((await owned()).provider, 'plivo');
    assert.match(
      await message(fixture.attach(null, FIRST, 'vobiz')),
      /^duplicate: .*attached to an agent; detach it first/,
    );
    await fixture.attach(null);
    assert.equal((await owned()).agent_id, agent_id);
  });

  it('are attached to an agent: linked at the carrier, written on the agent, and it is known by whom', async () => {
    const { agent_id } = await fixture.createAgent();
    await fixture.attach(null);
    const taken = await owned();
    fixture.ports.clock.advance(1_000);
    const now = fixture.ports.clock.now().toISOString();
    await fixture.attach(agent_id);
    assert.deepEqual(await owned(), {
      ...taken,
      agent_id,
      updated_at: now,
      last_link_action: 'attached',
      last_link_agent_id: agent_id,
      last_link_by_email: ADA.email,
      last_link_at: now,
    });
    assert.deepEqual(await fixture.numbers.ofAgent(ADA, agent_id), await owned());
    assert.deepEqual([...carrier().links], [[FIRST, 'plivo-1']]);
    assert.isEmpty(await fixture.agreement());
  });

  it('are linked anew when they are attached again', async () => {
    const { agent_id } = await fixture.createAnswering();
    carrier().links.clear();
    await fixture.attach(agent_id);
    assert.isEmpty(await fixture.agreement());
  });

  it('stay linked when attaching them again fails', async () => {
    const { agent_id } = await fixture.createAnswering();
    carrier().before('link', refusal(500));
    assert.equal(await message(fixture.attach(agent_id)), 'rejected: The carrier does not like it');
    assert.isEmpty(await fixture.agreement());
  });

  it('are refused with one sentence about what is wrong', async () => {
    const answering = await fixture.createAnswering();
    const other = await fixture.createAgent('Other');
    const elsewhere = await fixture.createAgent('Elsewhere', 'vobiz');
    const web = await fixture.agents.create(ADA, { name: 'W', agent_category: 'websocket', config: testConfig() });
    const table: readonly [Promise<unknown>, RegExp][] = [
      [fixture.attach(null, 'hello'), /^invalid: phone_number must be a telephone number/],
      [fixture.attach(null, SECOND, 'pigeon'), /^invalid: provider must be a registered telephony provider$/],
      [fixture.attach('none', SECOND), /^missing: Agent not found$/],
      [
        fixture.attach(web.agent_id, SECOND),
        /^invalid: The agent must have agent_category telephony and a telephony_provider/,
      ],
      [fixture.attach(elsewhere.agent_id, SECOND), /^invalid: The agent's telephony provider is vobiz$/],
      [fixture.attach(answering.agent_id, SECOND), /^duplicate: The agent has another number; detach it first$/],
      [fixture.attach(other.agent_id), /^duplicate: The number is attached to another agent; detach it first$/],
      [fixture.attach(other.agent_id, '+14155550100'), /^rejected: No such number in this account$/],
      [detach(SECOND), /^missing: Phone number not found$/],
      [detach('hello'), /^invalid: phone_number must be/],
      [fixture.numbers.ofAgent(ADA, other.agent_id), /^missing: Phone number not found$/],
      [fixture.numbers.ofAgent(ADA, 'none'), /^missing: Agent not found$/],
      [fixture.numbers.inventory(ADA, 'pigeon'), /^invalid: provider must be a registered telephony provider$/],
      [
        fixture.numbers.inventory(EVE, 'plivo'),
        /^invalid: No credentials are stored for the telephony provider plivo$/,
      ],
    ];
    for (const [work, expected] of table) assert.match(await message(work), expected);
    assert.lengthOf(await fixture.numbers.list(ADA), 1);
    assert.isEmpty(await fixture.agreement());
  });

  it('are detached: unlinked at the carrier, kept in the inventory, and it is known by whom', async () => {
    const { agent_id } = await fixture.createAnswering();
    fixture.ports.clock.advance(1_000);
    await detach('+1 555 010 0001');
    assert.deepInclude(await owned(), {
      agent_id: null,
      last_link_action: 'detached',
      last_link_agent_id: agent_id,
      last_link_by_email: ADA.email,
      last_link_at: fixture.ports.clock.now().toISOString(),
    });
    assert.isEmpty(await fixture.agreement());
    assert.equal(await message(detach()), 'rejected: The number is not attached to an agent');
    await fixture.attach((await fixture.createAgent('Other')).agent_id);
    assert.isEmpty(await fixture.agreement());
  });

  it('stay with their agent when the carrier will not unlink them', async () => {
    await fixture.createAnswering();
    carrier().before('unlink', refusal(503));
    assert.equal(await message(detach()), 'rejected: The carrier does not like it');
    assert.isEmpty(await fixture.agreement());
  });

  it('belong to one organisation only', async () => {
    await fixture.createAnswering();
    await fixture.store('plivo', 'o2');
    const take = fixture.numbers.attach(EVE, { phone_number: FIRST, provider: 'plivo' });
    assert.equal(await message(take), 'duplicate: The number belongs to another organisation');
    assert.equal(
      await message(fixture.numbers.detach(EVE, { phone_number: FIRST })),
      'missing: Phone number not found',
    );
    assert.isEmpty(await fixture.numbers.list(EVE));
  });

  it('belong to one organisation only, also in a race', async () => {
    await fixture.found('o2');
    await fixture.store('plivo', 'o2');
    const number = { phone_number: FIRST, provider: 'plivo' };
    const race = [ADA, EVE, ADA, EVE].map((principal) => fixture.numbers.attach(principal, number));
    const won = (await Promise.allSettled(race)).filter(({ status }) => status === 'fulfilled');
    assert.isNotEmpty(won);
    assert.lengthOf([...(await fixture.numbers.list(ADA)), ...(await fixture.numbers.list(EVE))], 1);
  });

  it('end with one agent when two ask for them at once, and with one number each', async () => {
    const [one, two] = [await fixture.createAgent('One'), await fixture.createAgent('Two')];
    const races = [
      [fixture.attach(one.agent_id), fixture.attach(two.agent_id)],
      [fixture.attach(two.agent_id, SECOND), fixture.attach(two.agent_id, '+15550100003')],
    ];
    for (const race of races) {
      await Promise.allSettled(race);
      assert.isEmpty(await fixture.agreement());
    }
  });

  it('are in agreement when they are attached and detached at once', async () => {
    const { agent_id } = await fixture.createAnswering();
    for (const when of ['before', 'after'] as const) {
      fixture.ports.clock.advance(1);
      carrier()[when]('link', () => detach());
      assert.match(await message(fixture.attach(agent_id)), /modified by another request/);
      assert.isEmpty(await fixture.agreement());
      await fixture.attach(agent_id);
      fixture.ports.clock.advance(1);
      carrier()[when]('unlink', () => fixture.attach(agent_id));
      assert.match(await message(detach()), /modified by another request/);
      assert.isEmpty(await fixture.agreement());
    }
  });

  it('can be taken from an agent that is gone', async () => {
    const { agent_id } = await fixture.createAnswering();
    await fixture.ports.agents.remove('o1', agent_id);
    await fixture.attach((await fixture.createAgent('Heir')).agent_id);
    assert.isEmpty((await fixture.agreement()).filter((id) => id !== 'plivo-1'));
  });

  it('name the agent that answers them, however they are written', async () => {
    const agent = await fixture.createAnswering();
    for (const text of [FIRST, FIRST.slice(1), '+1 555-010-0001', ' 15550100001'])
      assert.deepEqual(await fixture.agents.findByNumber(text), agent);
    for (const text of [SECOND, '', 'hello', '+', '0', '5550100001', '\u0000', '+1'.repeat(5_000)])
      assert.equal(await message(fixture.agents.findByNumber(text)), 'missing: Agent not found');
    await detach();
    assert.equal(await message(fixture.agents.findByNumber(FIRST)), 'missing: Agent not found');
  });

  it('that are held at a carrier are what the carrier says', async () => {
    assert.deepEqual(await fixture.numbers.inventory(ADA, 'plivo'), [...carrier().numbersOwned]);
    carrier().before('numbers', refusal(403, 'Not for this account'));
    assert.equal(await message(fixture.numbers.inventory(ADA, 'plivo')), 'rejected: Not for this account');
  });
});
