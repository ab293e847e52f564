import { assert } from 'chai';
import { callScenario } from '../../../domain/calls/call-scenario.ts';
import { readInputLog } from '../../../domain/voice/input-log.ts';
import { isIdentical, replayInputs } from '../../../domain/voice/replay.ts';
import { playRecorded } from '../../../tools/scenario/play-recorded.ts';
import { randomCalls } from './random-calls.ts';
import { replayRandomCalls } from './replayed-calls.ts';

const SEED = Number(process.env['TEST_SEED'] ?? 1);

describe('the replay of calls that the runtime held', () => {
  it('is identical for every one of a sample of calls, which pass as scenarios', async () => {
    const { calls, inputs, turns } = await replayRandomCalls(40, SEED);
    assert.equal(calls, 40);
    // Calls without a conversation would prove nothing.
    assert.isAbove(inputs, 400);
    assert.isAbove(turns, 20);
  });

  it('finds an input that is left out, and one that was given twice', async () => {
    let found = 0;
    for await (const { inputs } of randomCalls(5, SEED)) {
      const log = readInputLog(inputs);
      const acting = log?.inputs.findIndex(({ input }) => input.type === 'speechStarted') ?? -1;
      if (!log || acting < 0) continue;
      const without = log.inputs.toSpliced(acting, 1);
      assert.isFalse(isIdentical(replayInputs({ ...log, inputs: without })));
      found += 1;
    }
    assert.isAbove(found, 0);
  });

  it('fails as a scenario where the conversation has become another one', async () => {
    for await (const { inputs } of randomCalls(1, SEED)) {
      const log = readInputLog(inputs);
      assert(log);
      const scenario = callScenario(log, { title: 'a call', text: inputs });
      const silent = inputs.replaceAll(/\{"input":\{"type":"speechStarted".*\n/g, '');
      assert.isNotEmpty(playRecorded({ ...scenario, recorded: silent }).problems);
      assert.isNotEmpty(playRecorded({ ...scenario, recorded: 'nothing' }).problems);
    }
  });
});
