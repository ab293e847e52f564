import { assert } from 'chai';
import type { CarrierCall } from '../../../application/ports/carrier-dialect.ts';
import { WebhookRefusals } from '../../../application/runtime/webhook-refusals.ts';
import { unavailable } from '../../../domain/errors.ts';
import { fakeClock } from '../../support/fake-clock.ts';
import { refusalOf } from '../../support/refusals.ts';
import { TELEPHONE_AGENT, telephoneWorld } from './telephone-world.ts';

const CALL: CarrierCall = { sid: 'sid-1', from: '+15550001', to: '+15550002', answeredBy: 'unknown' };

/** A runtime that counts what its webhooks read from the API. */
function countedWorld() {
  const world = telephoneWorld();
  const { agent, credentials } = world.controlPlane;
  const reads: string[] = [];
  world.controlPlane.agent = (orgId, agentId) => {
    reads.push(agentId);
    return agent(orgId, agentId);
  };
  world.controlPlane.credentials = (orgId, provider) => {
    reads.push(provider);
    return credentials(orgId, provider);
  };
  const ask = async (where: { agentId?: string; orgId?: string } = {}, signature: 'genuine' | 'forged' = 'forged') =>
    world.runtime.answerCall(world.webhook({ call: CALL, signature }, where)).then(
      () => 'answered',
      ({ problem }: { problem: string }) => problem,
    );
  return { ...world, reads, ask };
}

describe('repeated forged webhooks', () => {
  it('ask the API once in two seconds for the same unknown agent', async () => {
    const { ask, reads, clock } = countedWorld();
    for (let nth = 0; nth < 50; nth += 1) assert.equal(await ask({ agentId: 'invented' }), 'missing');
    assert.deepEqual(reads, ['invented']);
    await clock.advanceAsync(2_000);
    await ask({ agentId: 'invented' });
    assert.lengthOf(reads, 2);
  });

  it('ask the API once in two seconds for the same agent with a wrong signature', async () => {
    const { ask, reads } = countedWorld();
    for (let nth = 0; nth < 50; nth += 1) assert.equal(await ask(), 'forbidden');
    assert.deepEqual(reads, ['a1', 'acme']);
  });

  it('keep no genuine webhook of the same agent out', async () => {
    const { ask } = countedWorld();
    assert.equal(await ask(), 'forbidden');
    assert.equal(await ask({}, 'genuine'), 'answered');
  });

  it('keep an agent out for at most two seconds after it is made or its secret is stored', async () => {
    const { ask, agents, clock, controlPlane } = countedWorld();
    const { credentials } = controlPlane;
    controlPlane.credentials = async () => ({ auth: { api_key: 'another' }, allowed_hosts: [] });
    assert.equal(await ask({ agentId: 'a2' }, 'genuine'), 'missing');
    agents.set('a2', { ...TELEPHONE_AGENT, agent_id: 'a2' });
    controlPlane.credentials = credentials;
    await clock.advanceAsync(2_000);
    assert.equal(await ask({ agentId: 'a2' }, 'genuine'), 'answered');
  });

  it('are refused without a read for ids that no agent or organisation can have', async () => {
    const { ask, reads } = countedWorld();
    for (const id of ['', 'a'.repeat(101), 'a\u0000b', '\ud800', '../a1'])
      for (const where of [{ agentId: id }, { orgId: id }]) assert.equal(await ask(where), 'missing');
    assert.deepEqual(reads, []);
  });
});

describe('forged webhooks with invented ids', () => {
  it('ask the API at most 100 times in two seconds for the agents of one organisation', async () => {
    const { ask, reads, clock } = countedWorld();
    await ask({}, 'genuine');
    reads.length = 0;
    const answers = await Promise.all(Array.from({ length: 300 }, (_, nth) => ask({ agentId: `invented-${nth}` })));
    assert.lengthOf(reads, 100);
    assert.deepEqual([...new Set(answers)].toSorted(), ['limited', 'missing']);
    assert.equal(await ask({}, 'genuine'), 'answered', 'the agent was found before');
    await clock.advanceAsync(2_000);
    assert.equal(await ask({ agentId: 'another' }), 'missing');
  });

  it('ask the API at most 100 times in two seconds for all unknown organisations together', async () => {
    const { ask, reads } = countedWorld();
    await ask({}, 'genuine');
    reads.length = 0;
    for (let nth = 0; nth < 300; nth += 1) await ask({ orgId: `invented-${nth}` });
    assert.lengthOf(reads, 100);
    assert.equal(await ask({ agentId: 'of-a-known-organisation' }), 'missing');
  });
});

describe('WebhookRefusals', () => {
  it('does not count lookups that the API did not answer', async () => {
    const refusals = new WebhookRefusals(fakeClock());
    for (let nth = 0; nth < 200; nth += 1) {
      const lookup = refusals.lookUp('o1', `a${nth}`, () => Promise.reject(unavailable('No answer')));
      assert.equal((await refusalOf(lookup)).problem, 'unavailable');
    }
  });

  it('holds a bounded number of entries', async () => {
    const clock = fakeClock();
    const refusals = new WebhookRefusals(clock);
    for (let nth = 0; nth < 25_000; nth += 1) {
      refusals.add('o1', `a${nth}`, 'no agent');
      await refusals.lookUp(`o${nth}`, 'a', async () => 'found');
      await refusals.lookUp(`o${nth}`, 'b', async () => null);
    }
    assert.equal(refusals.size, 40_000);
    assert.isNull(refusals.find('o1', 'a0'));
    assert.equal(refusals.find('o1', 'a24999'), 'no agent');
  });
});
