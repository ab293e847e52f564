import { assert } from 'chai';
import { campaignDialler } from '../../../application/calls/campaign-dialler.ts';
import { CampaignEngine } from '../../../application/campaigns/campaign-engine.ts';
import { campaignUseCases } from '../../../application/campaigns/index.ts';
import type { DialRequest } from '../../../application/ports/carrier.ts';
import { toDialing } from '../../../domain/campaigns/queued-run.ts';
import { contactNumber, openCampaignFixture, type CampaignFixture } from './campaign-fixture.ts';
import { refusal } from '../../support/fake-carrier.ts';
import { ADA } from '../telephony-fixture.ts';

const LEASE_MS = 10_000;

describe('campaign engines of several processes', () => {
  let fixture: CampaignFixture;
  let other: CampaignEngine;
  beforeEach(async () => {
    fixture = await openCampaignFixture();
    other = anotherEngine();
  });
  afterEach(async () => {
    await other.stop();
    await fixture.ports.close();
  });
  const numbers = (count: number): string[] => Array.from({ length: count }, (_, index) => contactNumber(index));
  const anotherEngine = (engineLeases = fixture.ports.engineLeases): CampaignEngine =>
    new CampaignEngine({ ...fixture.ports, engineLeases, dialler: campaignDialler(fixture.ports) });
  /** When each call was dialled, in monotonic ms. */
  const timesOfDials = (isWanted: (request: DialRequest) => boolean = () => true): number[] => {
    const times: number[] = [];
    const { dial } = fixture.carrier;
    fixture.carrier.dial = (request) => {
      if (isWanted(request)) times.push(fixture.ports.clock.monotonic());
      return dial(request);
    };
    return times;
  };
  const assertPaced = (times: readonly number[]): void => {
    for (const [index, at] of times.slice(1).entries()) assert.isAtLeast(at - times[index]!, 1_000);
  };
  const inMs = (ms: number): string => new Date(fixture.ports.clock.now().getTime() + ms).toISOString();

  it('continue when another one stops, without dialling a contact twice', async () => {
    const campaign = await fixture.launch(6, { max_concurrency: 2 });
    await fixture.pass(1_000);
    await fixture.ports.campaignEngine.stop();
    await fixture.end(0, 'answered');
    await other.tick();
    await fixture.ports.clock.advanceAsync(3_000);
    assert.deepEqual(fixture.dialled(), numbers(3));
    assert.equal((await fixture.find(campaign)).processed_rows, 1);
  });

  it("take over from a dead one within 2 s of its lease's expiry", async () => {
    await fixture.ports.engineLeases.acquire({ org_id: 'o1', owner: 'gone', until: inMs(LEASE_MS) }, inMs(0));
    await fixture.launch(2);
    await fixture.pass(LEASE_MS - 500);
    assert.isEmpty(fixture.dialled());
    await fixture.pass(2_500);
    assert.deepEqual(fixture.dialled(), numbers(2));
  });

  it('share the organisations, and leave those beyond their share to an engine that starts later', async () => {
    const { campaigns, engineLeases, clock } = fixture.ports;
    const running = Array.from({ length: 8 }, (_, each) => `o${each + 1}`);
    const ports = {
      ...fixture.ports,
      campaigns: { ...campaigns, organisationsWithRunningCampaigns: async () => running },
    };
    const [first, second] = [0, 1].map(() => new CampaignEngine({ ...ports, dialler: campaignDialler(ports) }));
    const owners = async (): Promise<number[]> => {
      const counts = new Map<string, number>();
      for (const { owner } of await engineLeases.owned(inMs(0), inMs(2 * LEASE_MS)))
        counts.set(owner, (counts.get(owner) ?? 0) + 1);
      return [...counts.values()].toSorted((a, b) => a - b);
    };
    const look = async (...engines: readonly (CampaignEngine | undefined)[]): Promise<void> => {
      for (const engine of engines) await engine?.tick();
      await clock.advanceAsync(1_000);
    };
    await look(first);
    assert.deepEqual(await owners(), [8]);
    await look(second, first);
    await look(second, first);
    assert.deepEqual(await owners(), [4, 4]);
    await first?.stop();
    await look(second);
    await look(second);
    assert.deepEqual(await owners(), [8]);
    await second?.stop();
  });

  for (const [which, isStarted] of [
    ['one', true],
    ['one that starts after that', false],
  ] as const)
    it(`keep the pace when the clock is set forward just before ${which} takes over`, async () => {
      const { clock } = fixture.ports;
      const times = timesOfDials();
      await fixture.launch(5, { rate_limit_per_second: 1 });
      if (isStarted) await other.tick();
      await clock.advanceAsync(50);
      assert.lengthOf(times, 1);
      await fixture.ports.campaignEngine.stop();
      clock.setWall(90_000);
      await other.tick();
      await clock.advanceAsync(4_000);
      assert.isAtLeast(times.length, 3);
      assertPaced(times);
    });

  it('keep the pace of a campaign that is paused and resumed while the clock is set forward', async () => {
    const { clock } = fixture.ports;
    const to = '+14165550199';
    const times = timesOfDials((request) => request.to !== to);
    const { campaign_id } = await fixture.launch(5, { rate_limit_per_second: 1 });
    await fixture.launch(`phone_number\n${to}`);
    await clock.advanceAsync(50);
    assert.lengthOf(times, 1);
    const paused = fixture.campaigns.move(ADA, campaign_id, 'pause');
    await clock.advanceAsync(20);
    await fixture.pass(100);
    clock.setWall(90_000);
    await fixture.campaigns.move(ADA, campaign_id, 'resume');
    await fixture.pass(4_000);
    await paused;
    assert.isAtLeast(times.length, 3);
    assertPaced(times);
  });

  it('obey a pause requested from another one', async () => {
    const { campaign_id } = await fixture.launch(50, { rate_limit_per_second: 5 });
    await fixture.pass(1_500);
    const elsewhere = campaignUseCases({ ...fixture.ports, campaignEngine: other });
    const paused = elsewhere.move(ADA, campaign_id, 'pause');
    await fixture.ports.clock.advanceAsync(1_000);
    await paused;
    const before = fixture.dialled();
    await fixture.pass(10_000);
    assert.deepEqual(fixture.dialled(), before);
  });

  it('are fenced off by a later lease and keep the pace together', async () => {
    const campaign = await fixture.launch(50, { rate_limit_per_second: 2 });
    await fixture.pass(2_000);
    const before = fixture.dialled().length;
    const { engineLeases } = fixture.ports;
    // It holds that the lease of the first ran out, as a process does whose clock is ahead.
    other = anotherEngine({
      ...engineLeases,
      owned: async () => [],
      acquire: (lease) => engineLeases.acquire({ ...lease, until: inMs(1.5 * LEASE_MS) }, inMs(LEASE_MS + 1)),
    });
    await other.tick();
    await fixture.ports.clock.advanceAsync(100);
    const taken = fixture.dialled().length;
    await fixture.pass(8_000);
    const owners = (await fixture.runs(campaign))
      .slice(taken, fixture.dialled().length)
      .map(({ lease_owner }) => lease_owner);
    assert.isAbove(owners.length, 8);
    assert.lengthOf(new Set(owners), 1);
    assert.notEqual(owners[0], (await fixture.runs(campaign))[0]!.lease_owner);
    assert.isAtMost(fixture.dialled().length - before, 2 * 8 + 2);
    assert.deepEqual(fixture.dialled(), numbers(fixture.dialled().length));
  });

  it('dial a contact once that another one decided on but never dialled', async () => {
    const campaign = await fixture.launch(2, { max_concurrency: 1 });
    await fixture.pass(1_000);
    const [, waiting] = await fixture.runs(campaign);
    await fixture.ports.runs.change(waiting!, toDialing('a call without a log', 'gone', fixture.ports.clock.now()));
    await fixture.end(0, 'answered');
    await fixture.pass(29_000);
    assert.deepEqual(fixture.dialled(), numbers(1));
    await fixture.pass(3_000);
    assert.deepEqual(fixture.dialled(), numbers(2));
    assert.equal(fixture.carrier.dialled[1]!.callId, 'a call without a log');
  });

  it('find the end of a call without a notification', async () => {
    const campaign = await fixture.launch(1);
    await fixture.pass(1_000);
    const [call] = await fixture.logs();
    await fixture.ports.calls.update('o1', call!.call_id, call!, { status: 'completed', call_response: 'answered' });
    await fixture.pass(62_000);
    assert.include(await fixture.find(campaign), { state: 'completed', processed_rows: 1, failed_rows: 0 });
  });

  it('record the outcome of a call that lost its lease', async () => {
    const campaign = await fixture.launch(1);
    await fixture.pass(1_000);
    const { callId } = fixture.carrier.dialled[0]!;
    const [call] = await fixture.logs();
    await fixture.ports.calls.update('o1', callId, call!, { start_time_utc: fixture.ports.clock.now().toISOString() });
    await fixture.ports.leases.release('o1', callId);
    const ended = { status: 'completed', response: 'answered', isAnswered: true, cause: null } as const;
    fixture.carrier.found.set(callId, { sid: 'sid', ...ended });
    for (let passed = 0; passed < 90; passed += 5) {
      await fixture.pass(5_000);
      await fixture.calls.reconcile();
    }
    assert.include(await fixture.find(campaign), { state: 'completed', processed_rows: 1, failed_rows: 0 });
    assert.equal(await fixture.taken(), 0);
  });

  it('do not requeue a contact whose outcome a dead one had counted', async () => {
    const { runs } = fixture.ports;
    const change = runs.change.bind(runs);
    runs.change = (run, changes) =>
      changes.state === 'done' ? Promise.reject(new Error('It died')) : change(run, changes);
    fixture.carrier.before('dial', refusal(400, 'No such number'));
    const campaign = await fixture.launch(1);
    await fixture.pass(1_000);
    runs.change = change;
    const [call] = await fixture.logs();
    await fixture.pass(30_000);
    assert.isFalse(await other.dialUnconfirmed(call!, 'not_dialled'));
    assert.include((await fixture.runs(campaign))[0]!, { state: 'done', outcome: 'failed' });
    assert.isEmpty(fixture.dialled());
  });

  it('do not requeue a contact that another one is dialling', async () => {
    const campaign = await fixture.launch(1);
    await fixture.pass(1_000);
    const [run] = await fixture.runs(campaign);
    const { call_id } = run!;
    await fixture.ports.runs.change(run!, toDialing(call_id!, 'another', fixture.ports.clock.now()));
    const [call] = await fixture.logs();
    assert.isTrue(await other.dialUnconfirmed(call!, 'not_dialled'));
    assert.isTrue(await other.dialUnconfirmed(call!, 'unknown'));
    assert.equal((await fixture.runs(campaign))[0]!.state, 'dialing');
  });
});
