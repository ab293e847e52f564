import { assert } from 'chai';
import type { CallLog } from '../../../domain/calls/call-log.ts';
import type { AgentDoNotCall } from '../../../domain/agents/do-not-call.ts';
import { unavailable } from '../../../domain/errors.ts';
import { AGENT } from './web-call-world.ts';
import { TELEPHONE_AGENT, telephoneWorld } from './telephone-world.ts';
import { ScriptedModel } from './fake-vendors.ts';

/** An outbound call of an agent with this section. */
async function called(
  section: AgentDoNotCall,
  answers: ConstructorParameters<typeof ScriptedModel>[1] = [],
  changes: Partial<CallLog> = {},
) {
  const world = telephoneWorld();
  world.agents.set('a1', { ...TELEPHONE_AGENT, config: { ...TELEPHONE_AGENT.config, do_not_call: section } });
  world.instruments.model = new ScriptedModel(world.clock, answers);
  const callId = world.outbound({ to_number: '+14155550101', ...changes });
  const { channel } = world.connect(callId);
  await world.clock.advanceAsync(3_000);
  return {
    ...world,
    channel,
    log: () => world.calls.get(callId)!,
    async hangUp() {
      channel.leaves();
      await world.clock.advanceAsync(100);
      return world.spool.all.get(callId)!.outcome;
    },
  };
}

const STOP = [{ calls: 'do_not_call' }, { says: ['You are not called again.'] }];
const answerOf = (world: Awaited<ReturnType<typeof called>>): string =>
  JSON.stringify(world.instruments.model.requests.at(-1)?.messages);

describe('a caller who asks not to be called again', () => {
  it('is reported at once by the agent’s tool, and with the end of the call', async () => {
    const world = await called({ tool: true }, STOP);
    world.channel.listener?.text('Never call me again', {});
    await world.clock.advanceAsync(3_000);
    const reported = world.log().do_not_call;
    assert.equal(reported?.source, 'tool');
    assert.include(answerOf(world), 'The number is on the list: it is not called again.');
    assert.deepEqual((await world.hangUp())?.do_not_call, reported);
  });

  it('reads that the request is recorded while the API does not take it, and is reported with the end of the call', async () => {
    const world = await called({ tool: true }, STOP);
    world.controlPlane.updateCall = () => Promise.reject(unavailable('The API answered 503'));
    world.channel.listener?.text('Never call me again', {});
    await world.clock.advanceAsync(3_000);
    assert.notProperty(world.log(), 'do_not_call');
    assert.include(answerOf(world), 'The number is put on the list after this call.');
    assert.equal((await world.hangUp())?.do_not_call?.source, 'tool');
  });

  it('reads that it is not possible where the API lists nothing: without a number, and on a full list', async () => {
    const hidden = { call_type: 'inbound', from_number: 'anonymous' } as const;
    for (const [changes, answer] of [[hidden, 'has no telephone number'] as const, [{}, 'the list is full'] as const]) {
      const world = await called({ tool: true }, STOP, changes);
      world.controlPlane.updateCall = async () => world.log();
      world.channel.listener?.text('Never call me again', {});
      await world.clock.advanceAsync(3_000);
      assert.include(answerOf(world), answer);
    }
  });

  it('is reported once the key is pressed alone, which the model reads', async () => {
    const world = await called({ tool: false, key: '9' });
    world.channel.listener?.dtmf('9');
    await world.clock.advanceAsync(3_000);
    assert.equal(world.log().do_not_call?.source, 'keypad');
    assert.include(answerOf(world), '[keypad] 9 (do not call again: recorded)');
    assert.equal((await world.hangUp())?.do_not_call?.source, 'keypad');
  });

  it('is not taken from a key that is one of several, and from other keys', async () => {
    const world = await called({ tool: false, key: '9' });
    for (const key of ['4', '9', '#', '8']) world.channel.listener?.dtmf(key);
    await world.clock.advanceAsync(3_000);
    assert.include(answerOf(world), '[keypad] 49');
    assert.notProperty((await world.hangUp())!, 'do_not_call');
    assert.notProperty(world.log(), 'do_not_call');
  });

  it('counts once, whatever is said and pressed', async () => {
    const world = await called({ tool: true, key: '9' }, STOP);
    world.channel.listener?.dtmf('9');
    await world.clock.advanceAsync(3_000);
    const first = world.log().do_not_call;
    world.channel.listener?.text('Never call me again', {});
    await world.clock.advanceAsync(3_000);
    assert.deepEqual(world.log().do_not_call, first);
    assert.deepEqual((await world.hangUp())?.do_not_call, first);
  });

  it('reads that a browser call has no number, and is not reported', async () => {
    const world = telephoneWorld();
    world.agents.set('a1', { ...AGENT, config: { ...AGENT.config, do_not_call: { tool: true, key: '9' } } });
    world.instruments.model = new ScriptedModel(world.clock, STOP);
    const { channel } = world.open();
    await world.clock.advanceAsync(3_000);
    channel.listener?.text('Never call me again', {});
    await world.clock.advanceAsync(3_000);
    assert.include(JSON.stringify(world.instruments.model.requests.at(-1)?.messages), 'has no telephone number');
    assert.notInclude(world.patches.join(), 'do_not_call');
  });
});
