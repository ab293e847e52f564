import { assert } from 'chai';
import { fakeId } from '../../support/fake-ids.ts';
import { webCallWorld } from './web-call-world.ts';

describe('a call of an agent without handovers', () => {
  it('has no tool for them, and its log no agents', async () => {
    const world = webCallWorld();
    const { channel } = world.open();
    await world.clock.advanceAsync(2_000);
    channel.listener?.text('Hi', {});
    await world.clock.advanceAsync(3_000);
    assert.notInclude(JSON.stringify(world.instruments.model.requests[0]?.tools), 'hand_over');
    channel.leaves();
    await world.clock.advanceAsync(100);
    assert.notProperty(world.calls.get(fakeId(1)), 'agents');
  });
});
