import { assert } from 'chai';
import { simulatedNetwork, type SimulatedNetwork } from './simulated-network.ts';

describe('the carrier simulator with faults', function () {
  let network: SimulatedNetwork;
  beforeEach(async () => (network = await simulatedNetwork()));
  afterEach(() => network.close());

  const plan = (faults: object) => network.ask('POST', '/simulate/faults', faults);

  it('dials and loses the answer', async () => {
    await plan({ on: 'dial', drop_replies: 1 });
    const outcome = await network.dial('+14155550101').catch((error: { problem: string }) => error.problem);
    assert.equal(outcome, 'unavailable');
    assert.equal((await network.ask('GET', '/simulate/calls')).body.calls.length, 1);
  });

  it('answers what it was told to, as often as it was told to', async () => {
    await plan({ refuse: 1, answer_status: 429 });
    const outcome = await network.carrier.numbers().catch((error: { status: number }) => error.status);
    assert.equal(outcome, 429);
    assert.lengthOf(await network.carrier.numbers(), 20);
  });

  it('duplicates, reorders, delays and drops callbacks', async () => {
    const events = () => network.agent.webhooks.map(({ parameters }) => parameters['Event']);
    await plan({ duplicate_callbacks: true, delay_callbacks_ms: 20 });
    await network.dial('+14155550101');
    await network.agent.once(() => events().length === 4);
    assert.deepEqual(events(), ['Ring', 'Ring', 'Hangup', 'Hangup']);
    network.agent.webhooks.length = 0;
    await plan({ reorder_callbacks: true });
    await network.dial('+14155550101');
    await network.agent.once(() => events().length === 2);
    assert.deepEqual(events(), ['Hangup', 'Ring']);
    network.agent.webhooks.length = 0;
    await plan({ drop_callbacks: 1 });
    await network.dial('+14155550101');
    await network.agent.once(() => events().length === 1);
    assert.deepEqual(events(), ['Hangup']);
  });

  it('cuts media sockets', async () => {
    await plan({ cut_media_after_ms: 50 });
    const sid = await network.dial('+14155550190');
    await network.agent.once(() => network.agent.lines.length > 0);
    const line = network.agent.lines[0]!;
    await network.agent.once(() => line.isClosed);
    assert.equal((await network.hangUp(sid))['HangupCauseCode'], '4010');
  });

  it('refuses what it does not know', async () => {
    for (const faults of [
      { rain: 1 },
      { on: 'x' },
      { answer_status: 200 },
      { drop_replies: -1 },
      { reorder_callbacks: 1 },
    ])
      assert.equal((await plan(faults)).status, 422, JSON.stringify(faults));
  });
});
