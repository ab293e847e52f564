import { assert } from 'chai';
import { campaignDialler } from '../../../application/calls/campaign-dialler.ts';
import { CampaignEngine } from '../../../application/campaigns/engine.ts';
import { campaignUseCases } from '../../../application/campaigns/index.ts';
import type { EngineLeases } from '../../../application/ports/engine-leases.ts';
import { toDialing } from '../../../domain/campaigns/queued-run.ts';
import { contactNumber, openCampaignDesk, type CampaignDesk } from '../../support/campaign-desk.ts';
import { refusal } from '../../support/fake-carrier.ts';
import { ADA } from '../../support/telephony-desk.ts';

const LEASE_MS = 10_000;

describe('the engines of several processes', () => {
  let desk: CampaignDesk;
  let other: CampaignEngine;
  beforeEach(async () => {
    desk = await openCampaignDesk();
    other = anotherEngine();
  });
  afterEach(async () => {
    await other.stop();
    await desk.ports.close();
  });
  const dialled = (): string[] => desk.carrier.dialled.map(({ to }) => to);
  const numbers = (count: number): string[] => Array.from({ length: count }, (_, index) => contactNumber(index));
  const anotherEngine = (engineLeases: EngineLeases = desk.ports.engineLeases): CampaignEngine =>
    new CampaignEngine({ ...desk.ports, engineLeases, dialler: campaignDialler(desk.ports) });
  const inMs = (ms: number): string => new Date(desk.ports.clock.now().getTime() + ms).toISOString();

  it('follow each other: when one stops the next goes on, and nobody is dialled twice', async () => {
    const campaign = await desk.launch(6, { max_concurrency: 2 });
    await desk.pass(1_000);
    await desk.ports.campaignEngine.stop();
    await desk.end(0, 'answered');
    await other.tick();
    await desk.ports.clock.advanceAsync(3_000);
    assert.deepEqual(dialled(), numbers(3));
    assert.equal((await desk.find(campaign)).processed_rows, 1);
  });

  it('take over from one that is gone within two seconds of its lease', async () => {
    await desk.ports.engineLeases.hold({ org_id: 'o1', owner: 'gone', until: inMs(LEASE_MS) }, inMs(0));
    await desk.launch(2);
    await desk.pass(LEASE_MS - 500);
    assert.isEmpty(dialled());
    await desk.pass(2_500);
    assert.deepEqual(dialled(), numbers(2));
  });

  it('obey a pause that another one was asked for', async () => {
    const { campaign_id } = await desk.launch(50, { rate_limit_per_second: 5 });
    await desk.pass(1_500);
    const elsewhere = campaignUseCases({ ...desk.ports, campaignEngine: other });
    const paused = elsewhere.move(ADA, campaign_id, 'pause');
    await desk.ports.clock.advanceAsync(1_000);
    await paused;
    const before = dialled();
    await desk.pass(10_000);
    assert.deepEqual(dialled(), before);
  });

  it('are refused once another has a later lease, and keep the pace together', async () => {
    const campaign = await desk.launch(50, { rate_limit_per_second: 2 });
    await desk.pass(2_000);
    const before = dialled().length;
    const { engineLeases } = desk.ports;
    // It holds that the lease of the first ran out, as a process does whose clock is ahead.
    other = anotherEngine({
      ...engineLeases,
      hold: (lease) => engineLeases.hold({ ...lease, until: inMs(1.5 * LEASE_MS) }, inMs(LEASE_MS + 1)),
    });
    await other.tick();
    await desk.ports.clock.advanceAsync(100);
    const taken = dialled().length;
    await desk.pass(8_000);
    const owners = (await desk.runs(campaign)).slice(taken, dialled().length).map(({ lease_owner }) => lease_owner);
    assert.isAbove(owners.length, 8);
    assert.lengthOf(new Set(owners), 1);
    assert.notEqual(owners[0], (await desk.runs(campaign))[0]!.lease_owner);
    assert.isAtMost(dialled().length - before, 2 * 8 + 2);
    assert.deepEqual(dialled(), numbers(dialled().length));
  });

  it('dial once whom another had decided to dial and never asked for', async () => {
    const campaign = await desk.launch(2, { max_concurrency: 1 });
    await desk.pass(1_000);
    const [, waiting] = await desk.runs(campaign);
    await desk.ports.runs.change(waiting!, toDialing('a call without a log', 'gone', desk.ports.clock.now()));
    await desk.end(0, 'answered');
    await desk.pass(29_000);
    assert.deepEqual(dialled(), numbers(1));
    await desk.pass(3_000);
    assert.deepEqual(dialled(), numbers(2));
    assert.equal(desk.carrier.dialled[1]!.callId, 'a call without a log');
  });

  it('find the end of a call that nobody told them of', async () => {
    const campaign = await desk.launch(1);
    await desk.pass(1_000);
    const [call] = await desk.logs();
    await desk.ports.calls.update('o1', call!.call_id, call!, { status: 'completed', call_response: 'answered' });
    await desk.pass(62_000);
    assert.include(await desk.find(campaign), { state: 'completed', processed_rows: 1, failed_rows: 0 });
  });

  it('find out what became of a call that lost its lease', async () => {
    const campaign = await desk.launch(1);
    await desk.pass(1_000);
    const { callId } = desk.carrier.dialled[0]!;
    const [call] = await desk.logs();
    await desk.ports.calls.update('o1', callId, call!, { start_time_utc: desk.ports.clock.now().toISOString() });
    await desk.ports.leases.free('o1', callId);
    const ended = { status: 'completed', response: 'answered', isAnswered: true, cause: null } as const;
    desk.carrier.found.set(callId, { sid: 'sid', ...ended });
    for (let passed = 0; passed < 90; passed += 5) {
      await desk.pass(5_000);
      await desk.calls.settle();
    }
    assert.include(await desk.find(campaign), { state: 'completed', processed_rows: 1, failed_rows: 0 });
    assert.equal(await desk.taken(), 0);
  });

  it('do not put back whom another had an outcome of, and did not live to write it down', async () => {
    const { runs } = desk.ports;
    const change = runs.change.bind(runs);
    runs.change = (run, changes) =>
      changes.state === 'done' ? Promise.reject(new Error('It died')) : change(run, changes);
    desk.carrier.before('dial', refusal(400, 'No such number'));
    const campaign = await desk.launch(1);
    await desk.pass(1_000);
    runs.change = change;
    const [call] = await desk.logs();
    await desk.pass(30_000);
    assert.isFalse(await other.missed(call!, 'not_dialled'));
    assert.include((await desk.runs(campaign))[0]!, { state: 'done', outcome: 'failed' });
    assert.isEmpty(dialled());
  });

  it('do not put back whom another is dialling, however late they hear of the attempt before', async () => {
    const campaign = await desk.launch(1);
    await desk.pass(1_000);
    const [run] = await desk.runs(campaign);
    const { call_id } = run!;
    await desk.ports.runs.change(run!, toDialing(call_id!, 'another', desk.ports.clock.now()));
    const [call] = await desk.logs();
    assert.isTrue(await other.missed(call!, 'not_dialled'));
    assert.isTrue(await other.missed(call!, 'unknown'));
    assert.equal((await desk.runs(campaign))[0]!.state, 'dialing');
  });
});
