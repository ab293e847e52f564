import { assert } from 'chai';
import fc from 'fast-check';
import { callUseCases, type CallUseCases } from '../../application/calls/index.ts';
import type { CallPatchInput } from '../../domain/calls/call-patch.ts';
import type { ToolCallRecord } from '../../domain/calls/tool-call-record.ts';
import { openCallFixture, type CallFixture } from './call-fixture.ts';
import { atOnce, scheduled } from '../support/scheduled.ts';
import { ADA, BOT } from './telephony-fixture.ts';

describe('slot of a call', () => {
  let fixture: CallFixture;
  before(async () => (fixture = await openCallFixture()));

  /** Runs these concurrently in many orders, each time on a new call. Afterwards every live call has one slot, and no more. */
  const holds = (
    begin: () => Promise<string>,
    deeds: (calls: CallUseCases, callId: string) => readonly (() => Promise<unknown>)[],
  ): Promise<void> => {
    const property = fc.asyncProperty(fc.scheduler(), async (scheduler) => {
      const callId = await begin();
      const [calls, leases] = [fixture.ports.calls, fixture.ports.leases];
      const ports = {
        ...fixture.ports,
        calls: scheduled(scheduler, 'calls', calls),
        leases: scheduled(scheduler, 'leases', leases),
      };
      await atOnce(scheduler, deeds(callUseCases(ports), callId));
      const { status } = await fixture.calls.find(ADA, callId);
      const taken = await fixture.taken();
      await leases.release('o1', callId);
      assert.equal(taken, status === 'in_progress' ? 1 : 0, status);
    });
    return fc.assert(property, { numRuns: 100 });
  };
  let rung = 0;
  const ring = async (): Promise<string> => (await fixture.ring(`sid ${(rung += 1)}`)).call_id;
  const wait = (seconds: number): void => fixture.ports.clock.advance(seconds * 1_000);

  it('stays with a browser that connects during reconciliation', async () => {
    const draft = { name: 'Web', agent_category: 'websocket' as const, config: fixture.agent.config };
    const { agent_id } = await fixture.agents.create(ADA, draft);
    const begin = async (): Promise<string> => {
      const { call } = await fixture.calls.registerWeb(ADA, { agent_id });
      wait(61);
      return call.call_id;
    };
    await holds(begin, (calls, id) => [() => calls.claim(ADA, id, 'runtime'), () => calls.reconcile()]);
  });

  it('is not reserved again for a call that ends during a late renewal', async () => {
    const begin = async (): Promise<string> => {
      const id = await ring();
      await fixture.calls.claim(ADA, id, 'runtime');
      wait(46);
      return id;
    };
    await holds(begin, (calls, id) => [
      () => calls.renew({ owner: 'runtime', calls: [{ org_id: 'o1', call_id: id }] }),
      () => calls.update(BOT, id, { status: 'completed' }),
    ]);
  });

  it('is free after concurrent claims, end and reconciliation of a call', async () => {
    const begin = async (): Promise<string> => {
      const id = await ring();
      wait(61);
      return id;
    };
    await holds(begin, (calls, id) => [
      () => calls.claim(ADA, id, 'one'),
      () => calls.claim(ADA, id, 'two'),
      () => calls.update(BOT, id, { status: 'busy' }),
      () => calls.reconcile(),
    ]);
  });
});

describe('log of a live call', () => {
  let fixture: CallFixture;
  before(async () => (fixture = await openCallFixture()));

  it('keeps all news of a transfer and of tools that arrive at once', async () => {
    let rung = 0;
    const property = fc.asyncProperty(fc.scheduler(), async (scheduler) => {
      const { call_id } = await fixture.ring(`sid ${(rung += 1)}`);
      const target = { target: 'Reception', to: '+14155550100', mode: 'warm' } as const;
      await fixture.calls.update(BOT, call_id, { status: 'in_progress', transfer: { run: 1, ...target } });
      const calls = callUseCases({ ...fixture.ports, calls: scheduled(scheduler, 'calls', fixture.ports.calls) });
      const at = fixture.ports.clock.now().toISOString();
      const news: readonly CallPatchInput[] = [
        { transfer: { run: 1, answered_at: at } },
        { transfer: { run: 1, ready_at: at } },
        { tool_calls: [running(1, at)] },
        { tool_calls: [running(2, at)] },
      ];
      await atOnce(
        scheduler,
        news.map((each) => () => calls.update(BOT, call_id, each)),
      );
      const { transfers = [], tool_calls = [] } = await fixture.calls.update(BOT, call_id, { status: 'completed' });
      assert.deepInclude(transfers[0], { answered_at: at, ready_at: at });
      assert.deepEqual(
        tool_calls.map(({ run }) => run),
        [1, 2],
      );
    });
    await fc.assert(property, { numRuns: 100 });
  });
});

const running = (run: number, started_at: string): ToolCallRecord => ({
  ...{ run, name: 'book', arguments: '{}', side_effects: true, started_at },
  ...{ ended_at: null, outcome: 'running', answer: null },
});
