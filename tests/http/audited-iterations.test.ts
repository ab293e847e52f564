import { setImmediate as iteration } from 'node:timers/promises';
import { assert } from 'chai';
import { audited, AUDITED_OPERATIONS } from '../../adapters/http/audited.ts';
import type { AnyHandlers, AnyInput } from '../../adapters/http/handler.ts';

describe('audited requests', () => {
  it('are carried out one in each iteration of the event loop, though their events are stored together', async () => {
    let [isStored, started] = [(): void => undefined, 0];
    const stored = new Promise<void>((resolve) => (isStored = resolve));
    const answer = (): { status: number } => ({ status: (started += 1) && 200 });
    const handlers: AnyHandlers = Object.fromEntries(Object.keys(AUDITED_OPERATIONS).map((name) => [name, answer]));
    const { createAgent } = audited(handlers, {
      audit: { runAudited: async (_action, _actor, _origin, { run }) => (await stored, run()) },
      accounts: {} as never,
    });
    const ofOrganisation = (org_id: string) =>
      ({
        principal: { email: 'ada@example.com', org_id, role: 'admin' },
        origin: { address: null },
      }) as unknown as AnyInput;
    const all = Array.from({ length: 20 }, async (_, at) => createAgent?.(ofOrganisation(`o${at % 3}`), {} as never));
    await iteration();
    isStored();
    for (let passed = 1; started < all.length; passed += 1) {
      await iteration();
      assert.isAtMost(started, passed + 1);
    }
    assert.deepEqual(new Set((await Promise.all(all)).map((reply) => reply?.status)), new Set([200]));
  });
});
