import { assert } from 'chai';
import { OPAQUE_REFUSED } from '../../../domain/agents/web.ts';
import type { DomainError } from '../../../domain/errors.ts';
import { AGENT, webCallWorld } from './web-call-world.ts';

describe('openWebCall from pages', () => {
  it('opens for pages that the agent allows, else for those that the operator knows', async () => {
    const web = { allowed_origins: ['https://shop.example.com'] };
    const page = (origin: string, isKnown: boolean) => ({ page: { origin, isKnown } });
    for (const [config, opened, isOpened] of [
      [{ web }, page('https://shop.example.com', false), true],
      [{ web }, page('https://evil.example', true), false],
      [{ web }, { page: null }, true],
      [{}, page('https://any.example', true), true],
      [{}, page('https://any.example', false), false],
    ] as const) {
      const world = webCallWorld();
      world.agents.set('a1', { ...AGENT, config: { ...AGENT.config, ...config } });
      const { result } = world.open(null, opened);
      await world.clock.advanceAsync(1_000);
      if (isOpened) assert.equal(result.outcome, 'live');
      else assert.equal((result.outcome as DomainError).problem, 'forbidden');
    }
  });

  it('ends the call of a ticket that a refused page has used up, and no call that the page only names', async () => {
    const page = { origin: 'https://evil.example', isKnown: false };
    for (const [isAnonymous, status] of [
      [false, 'canceled'],
      [true, 'initiated'],
    ] as const) {
      const world = webCallWorld();
      const callId = world.register();
      const { result } = world.open(callId, { page, isAnonymous });
      await world.clock.advanceAsync(1_000);
      assert.equal((result.outcome as DomainError).problem, 'forbidden');
      assert.equal(world.calls.get(callId)?.status, status);
    }
  });

  it('refuses pages without an origin of their own where the agent names any, and says what to do', async () => {
    const world = webCallWorld();
    const web = { allowed_origins: ['https://shop.example.com'] };
    world.agents.set('a1', { ...AGENT, config: { ...AGENT.config, web } });
    const { result } = world.open(null, { page: { origin: 'null', isKnown: true } });
    await world.clock.advanceAsync(1_000);
    assert.equal((result.outcome as DomainError).message, OPAQUE_REFUSED);
  });
});
