import { assert } from 'chai';
import { agentUseCases } from '../../application/agents/index.ts';
import type { CarrierFailure } from '../../domain/telephony/carrier-failure.ts';
import { allOf } from '../support/all-of.ts';
import { refusal } from '../support/fake-carrier.ts';
import { testConfig } from '../support/providers.ts';
import { refusalOf } from '../support/refusals.ts';
import { ADA, FIRST, openTelephonyFixture, SECOND, type TelephonyFixture } from './telephony-fixture.ts';

describe('telephony agents', () => {
  let fixture: TelephonyFixture;
  const carrier = (provider = 'plivo') => fixture.ports.carriers.carrier(provider);
  beforeEach(async () => (fixture = await openTelephonyFixture()));

  it('have an application at their carrier, which asks the voice server about them', async () => {
    const { agent_id, telephony } = await fixture.createAgent();
    const query = `agent_id=${agent_id}&org_id=o1`;
    assert.deepEqual(telephony, {
      provider: 'plivo',
      application_id: 'plivo-1',
      answer_url: `https://voice.example.com/answer?${query}`,
      hangup_url: `https://voice.example.com/hangup?${query}`,
    });
    assert.deepEqual(carrier().applications.get('plivo-1'), {
      name: `voice-agent-${agent_id}`,
      answerUrl: telephony!.answer_url,
      hangupUrl: telephony!.hangup_url!,
    });
    assert.deepEqual(fixture.ports.carriers.opened, [{ auth_id: 'id', auth_token: 'token of o1' }]);
  });

  it('need a carrier that the organisation stored credentials for', async () => {
    await fixture.ports.providerAuths.remove('o1', 'vobiz');
    const table = [
      ['vobiz', 'No credentials are stored for the telephony provider vobiz'],
      ['deepgram', 'provider must be a registered telephony provider'],
      ['__proto__', 'provider must be a registered telephony provider'],
    ] as const;
    for (const [provider, message] of table) {
      const { problem, message: fields } = await refusalOf(fixture.createAgent('New', provider));
      assert.deepEqual([problem, fields], ['invalid', message]);
    }
    assert.isEmpty(await allOf(fixture.agents.list(ADA)));
  });

  it('cannot be created without VOICE_SERVER_BASE_URL', async () => {
    const agents = agentUseCases({ ...fixture.ports, voiceServer: { baseUrl: null } });
    const body = { name: 'A', agent_category: 'telephony' as const, telephony_provider: 'plivo', config: testConfig() };
    const { problem, message } = await refusalOf(agents.create(ADA, body));
    assert.deepEqual([problem, message], ['misconfigured', 'VOICE_SERVER_BASE_URL is not set']);
    assert.isEmpty(carrier().requests);
    const { agent_id } = await fixture.createAgent();
    assert.equal((await agents.update(ADA, agent_id, { name: 'B' })).name, 'B');
  });

  it("pass on their carrier's refusal, and are not made", async () => {
    carrier().before('addApplication', refusal(402, 'Out of credit'));
    const error = await refusalOf(fixture.createAgent());
    assert.deepInclude(error as CarrierFailure, { status: 402, message: 'Out of credit' });
    assert.isEmpty(await allOf(fixture.agents.list(ADA)));
  });

  it('leave no application behind when their name is taken', async () => {
    await fixture.createAgent('Desk');
    assert.equal((await refusalOf(fixture.createAgent('Desk', 'vobiz'))).problem, 'duplicate');
    assert.isEmpty(await fixture.agreement());
    const other = await fixture.createAgent('Other');
    const renaming = fixture.agents.update(ADA, other.agent_id, { name: 'Desk', telephony_provider: 'vobiz' });
    assert.equal((await refusalOf(renaming)).message, 'An agent named Desk already exists');
    assert.isEmpty(await fixture.agreement());
  });

  it('keep their number when they cannot leave their carrier', async () => {
    await fixture.createAgent('Taken');
    const { agent_id, ...before } = await fixture.createAnswering();
    const leaving = fixture.agents.update(ADA, agent_id, { name: 'Taken', agent_category: 'websocket' });
    assert.equal((await refusalOf(leaving)).problem, 'duplicate');
    assert.deepInclude(await fixture.agents.find(ADA, agent_id), before);
    assert.isEmpty(await fixture.agreement());
  });

  it('ask nothing of their carrier when nothing changes for it', async () => {
    const { agent_id, telephony } = await fixture.createAnswering();
    carrier().requests.length = 0;
    for (const change of [
      { name: 'Concierge' },
      { telephony_provider: 'plivo' },
      { agent_category: 'telephony' as const },
      {},
    ])
      assert.deepEqual((await fixture.agents.update(ADA, agent_id, change)).telephony, telephony);
    assert.isEmpty(carrier().requests);
  });

  it('are given the new URLs by the next change after the voice server has moved', async () => {
    const { agent_id } = await fixture.createAnswering();
    const agents = agentUseCases({ ...fixture.ports, voiceServer: { baseUrl: 'https://new.example.com/' } });
    const { telephony } = await agents.update(ADA, agent_id, { name: 'Moved' });
    assert.match(telephony!.answer_url, /^https:\/\/new\.example\.com\/answer\?/);
    assert.equal(carrier().applications.get('plivo-1')?.hangupUrl, telephony!.hangup_url);
    assert.isEmpty(await fixture.agreement());
  });

  it('that change their carrier get an application there before they lose the old one and their number', async () => {
    const { agent_id } = await fixture.createAnswering();
    const moved = await fixture.agents.update(ADA, agent_id, { telephony_provider: 'vobiz' });
    assert.equal(moved.telephony?.application_id, 'vobiz-1');
    assert.isNull(moved.linked_phone_number);
    assert.deepEqual(await fixture.agents.find(ADA, agent_id), moved);
    assert.deepEqual(carrier().requests.slice(-2), [`unlink ${FIRST} plivo-1`, 'removeApplication plivo-1']);
    const [number] = await fixture.numbers.list(ADA);
    assert.deepInclude(number, { agent_id: null, last_link_action: 'detached', last_link_agent_id: agent_id });
    assert.isEmpty(await fixture.agreement());
  });

  it('that leave the telephone have none of it any more, and may come back', async () => {
    const { agent_id } = await fixture.createAnswering();
    const left = await fixture.agents.update(ADA, agent_id, { agent_category: 'websocket' });
    assert.deepInclude(left, { agent_category: 'websocket', telephony: null, linked_phone_number: null });
    assert.isEmpty(carrier().applications);
    const naming = fixture.agents.update(ADA, agent_id, { agent_category: 'telephony' });
    assert.equal((await refusalOf(naming)).message, 'telephony_provider is required for a telephony agent');
    const mixed = fixture.agents.update(ADA, agent_id, { telephony_provider: 'plivo' });
    assert.match((await refusalOf(mixed)).message, /must be omitted/);
    const change = { agent_category: 'telephony' as const, telephony_provider: 'plivo' };
    assert.equal((await fixture.agents.update(ADA, agent_id, change)).telephony?.application_id, 'plivo-2');
  });

  it('can leave a carrier that cannot be asked any more, and what is left there is logged', async () => {
    const leaving = await fixture.createAnswering();
    const deleted = await fixture.createAnswering(SECOND, 'Deleted');
    await fixture.ports.providerAuths.remove('o1', 'plivo');
    await fixture.agents.delete(ADA, deleted.agent_id);
    assert.isNull(
      (await fixture.agents.update(ADA, leaving.agent_id, { telephony_provider: 'vobiz' })).linked_phone_number,
    );
    const left = fixture.ports.logged.filter(({ event }) => event === 'agents.application_left');
    assert.deepEqual(
      left.map((line) => line['application_id']),
      ['plivo-2', 'plivo-1'],
    );
  });

  it('take number and application along when they are deleted', async () => {
    const { agent_id } = await fixture.createAnswering();
    await fixture.agents.delete(ADA, agent_id);
    assert.isEmpty(await fixture.agreement());
    assert.deepEqual(carrier().requests.slice(-2), [`unlink ${FIRST} plivo-1`, 'removeApplication plivo-1']);
    assert.deepInclude((await fixture.numbers.list(ADA))[0], { phone_number: FIRST, agent_id: null });
  });

  it('do not lose an application to each other when two move them at once', async () => {
    const { agent_id } = await fixture.createAnswering();
    const moves = [
      { telephony_provider: 'vobiz' },
      { agent_category: 'websocket' as const },
      { telephony_provider: 'vobiz' },
    ];
    const done = await Promise.allSettled(moves.map((change) => fixture.agents.update(ADA, agent_id, change)));
    assert.include(
      done.map(({ status }) => status),
      'fulfilled',
    );
    assert.isEmpty(await fixture.agreement());
  });

  it('refuse who comes second with a conflict', async () => {
    const { agent_id } = await fixture.createAgent();
    carrier('vobiz').after('addApplication', () =>
      fixture.agents.update(ADA, agent_id, { agent_category: 'websocket' }),
    );
    const late = fixture.agents.update(ADA, agent_id, { telephony_provider: 'vobiz' });
    assert.equal((await refusalOf(late)).message, 'The agent was modified by another request: reload it and try again');
    assert.isEmpty(await fixture.agreement());
  });

  for (const [what, work] of Object.entries({
    moved: (id: string) => fixture.agents.update(ADA, id, { telephony_provider: 'vobiz' }),
    deleted: (id: string) => fixture.agents.delete(ADA, id),
  }))
    it(`that are ${what} while a number is being attached end without it`, async () => {
      for (const when of ['before', 'after'] as const) {
        const { agent_id } = await fixture.createAgent(`${what} ${when}`);
        carrier()[when]('link', () => work(agent_id));
        assert.equal((await refusalOf(fixture.attach(agent_id))).problem, 'duplicate');
        assert.isEmpty(await fixture.agreement());
      }
    });

  for (const [what, work] of Object.entries({
    moved: ({ agents }: TelephonyFixture, id: string) => agents.update(ADA, id, { telephony_provider: 'vobiz' }),
    deleted: ({ agents }: TelephonyFixture, id: string) => agents.delete(ADA, id),
  }))
    it(`that are ${what} lose also the number that was attached at the last moment`, async () => {
      let atLast = async (): Promise<void> => undefined;
      const last = async () => {
        const now = atLast;
        atLast = async () => undefined;
        await now();
      };
      const spoiled = await openTelephonyFixture({
        agents: (agents) => ({
          ...agents,
          update: async (...change) => (await last(), agents.update(...change)),
          remove: async (...which) => (await last(), agents.remove(...which)),
        }),
      });
      const { agent_id } = await spoiled.createAgent();
      atLast = () => spoiled.attach(agent_id);
      await work(spoiled, agent_id);
      assert.deepInclude((await spoiled.numbers.list(ADA))[0], { phone_number: FIRST, agent_id: null });
    });
});
