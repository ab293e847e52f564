import { assert } from 'chai';
import { rejected } from '../../../domain/errors.ts';
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

  it('runs the stored version that a call tries, and not the draft', async () => {
    const world = webCallWorld();
    world.drafts.set('a1', { ...greeting('Hello from the draft!'), revision: 'r2' });
    world.versions.set('a1 3', greeting('Hello from version 3!'));
    const callId = world.register({ agent_draft: 'version:3', agent_version: null });
    await talking(world, callId);
    assert.deepEqual(world.ran.get(callId), { agent_version: null, agent_draft: 'version:3' });
    assert.include(JSON.stringify(world.instruments.voice.texts), 'Hello from version 3!');
    const gone = world.open(world.register({ agent_draft: 'version:4', agent_version: null }));
    await world.clock.advanceAsync(0);
    assert.equal((gone.result.outcome as Error).message, 'Version not found');
  });

  const CANARY = { canary_id: 'k1', version: 8, base_version: 7, share_percent: 10 };
  const greeting = (text: string) => ({
    config: { ...AGENT.config, prompts: { ...AGENT.config.prompts, greeting_message: text } },
  });

  it('runs the version that a canary decided on, and claims the call with the canary', async () => {
    for (const [agent_version, words] of [
      [8, 'Hello from version 8!'],
      [7, 'Hello stranger!'],
    ] as const) {
      const world = webCallWorld();
      world.agents.set('a1', { ...AGENT, version: 7, canary: CANARY });
      world.versions.set('a1 8', greeting('Hello from version 8!'));
      const callId = world.register({ agent_version, canary_id: 'k1' });
      await talking(world, callId);
      assert.deepEqual(world.ran.get(callId), { agent_version, canary_id: 'k1' });
      assert.include(JSON.stringify(world.instruments.voice.texts), words);
    }
  });

  it('runs what is published, and says so, once the canary of a call has ended or its version is not to be had', async () => {
    for (const [canary, version] of [
      [undefined, 7],
      [{ ...CANARY, canary_id: 'k2' }, 7],
      [CANARY, 9],
      [CANARY, 7],
    ] as const) {
      const world = webCallWorld();
      world.agents.set('a1', { ...AGENT, version, ...(canary && { canary }) });
      const callId = world.register({ agent_version: 8, canary_id: 'k1' });
      await talking(world, callId);
      assert.deepEqual(world.ran.get(callId), { agent_version: version });
      assert.include(JSON.stringify(world.instruments.voice.texts), 'Hello stranger!');
    }
  });

  it('holds a call whose version an API of an earlier release does not give', async () => {
    const world = webCallWorld();
    world.agents.set('a1', { ...AGENT, version: 7, canary: CANARY });
    world.controlPlane.agentVersion = () =>
      Promise.reject(rejected('The API answered 403: A bot token may not do this'));
    const callId = world.register({ agent_version: 8, canary_id: 'k1' });
    await talking(world, callId);
    assert.deepEqual(world.ran.get(callId), { agent_version: 7 });
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
