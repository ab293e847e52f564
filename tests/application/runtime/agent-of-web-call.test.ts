import { assert } from 'chai';
import { AGENT, webCallWorld } from './web-call-world.ts';

/** Opens a call and lets its greeting be played. */
async function talking(world: ReturnType<typeof webCallWorld>, callId: string | null = null): Promise<void> {
  world.open(callId);
  await world.clock.advanceAsync(3_000);
}

describe('the agent of a web call', () => {
  it('claims a call with the version of the agent that it runs', async () => {
    for (const [agent, agent_version] of [
      [{ ...AGENT, version: 7 }, 7],
      [AGENT, null],
    ] as const) {
      const world = webCallWorld();
      world.agents.set('a1', agent);
      await talking(world);
      assert.deepEqual([...world.ran.values()], [{ agent_version }]);
    }
  });

  it('runs the draft that a call tries, as it is when the call begins', async () => {
    const world = webCallWorld();
    const prompts = { ...AGENT.config.prompts, greeting_message: 'Hello from the draft!' };
    world.drafts.set('a1', { config: { ...AGENT.config, prompts }, revision: 'r2' });
    const callId = world.register({ agent_draft: 'r1', agent_version: null });
    await talking(world, callId);
    assert.deepEqual(world.ran.get(callId), { agent_version: null, agent_draft: 'r2' });
    assert.include(JSON.stringify(world.instruments.voice.texts), 'Hello from the draft!');
  });

  it('does not replace the trial of a draft by a call that runs what is published', async () => {
    const world = webCallWorld();
    const without = world.open(world.register({ agent_draft: 'r1' }));
    await world.clock.advanceAsync(0);
    assert.equal((without.result.outcome as Error).message, 'Draft not found');
    world.drafts.set('a1', { config: AGENT.config, revision: 'r1' });
    const taken = world.register({ agent_draft: 'r1' });
    world.claims.set(taken, 'another process');
    const { result } = world.open(taken);
    await world.clock.advanceAsync(0);
    assert.equal((result.outcome as Error).message, 'Call not found');
    assert.equal(world.calls.size, 2);
  });
});
