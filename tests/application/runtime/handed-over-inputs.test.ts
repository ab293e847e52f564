import { assert } from 'chai';
import { callScenario } from '../../../domain/calls/call-scenario.ts';
import { readInputLog } from '../../../domain/voice/input-log.ts';
import { isIdentical, replayInputs } from '../../../domain/voice/replay.ts';
import { playRecorded } from '../../../tools/scenario/play-recorded.ts';
import { handoverCall, HANDS_OVER, type Sides } from './handover-call.ts';

describe('the inputs of a call that is handed over', () => {
  async function inputsOf(sides: Sides, typed = 'My invoice') {
    const { types, ends } = await handoverCall(sides);
    await types(typed);
    await types('ada@example.com');
    return (await ends()).kept.inputs;
  }

  it('are stored, and the call is decided by them as it was held', async () => {
    const text = await inputsOf({ answers: [{ says: ['Which one?'] }, { says: ['Thank you.'] }] });
    const log = readInputLog(text);
    assert(log && log.end === 'complete');
    assert.isTrue(isIdentical(replayInputs(log)), JSON.stringify(replayInputs(log)));
    const scenario = callScenario(log, { title: 'a call', text });
    assert.includeMembers([...scenario.expect.transcript], ['handover: Desk -> Billing', 'user: ada@example.com']);
    assert.isEmpty(playRecorded(scenario).problems);
  });

  it('end before an agent that leaves something out, which changes nothing of those before', async () => {
    const text = await inputsOf({ billing: { redaction: { kinds: ['email'], variables: [] } } });
    const log = readInputLog(text);
    assert.equal(log?.end, 'redacted');
    assert.isAbove(log!.inputs.length, 3);
    assert.isTrue(isIdentical(replayInputs(log!)));
    for (const words of ['ada@example.com', 'for order']) assert.notInclude(text, words);
  });

  it('end there, too, when that agent was ready and the caller interrupted the handover', async () => {
    const redaction = { redaction: { kinds: ['email'] as const, variables: [] } };
    const { world, channel, types, ends } = await handoverCall({
      billing: redaction,
      script: [HANDS_OVER, { says: ['I help you.'] }],
    });
    await types('My invoice', 600);
    channel.listener?.text('No, stay here', {});
    await world.clock.advanceAsync(4_000);
    const { kept, log } = await ends();
    assert.isUndefined(log.agents);
    assert.notInclude(kept.inputs, 'for order');
    assert.equal(readInputLog(kept.inputs)?.end, 'redacted');
  });

  it('are not stored of a first agent that leaves something out', async () => {
    assert.equal(await inputsOf({ reception: { redaction: { kinds: ['email'], variables: [] } } }), '');
  });
});
