import { assert } from 'chai';
import { callScenario } from '../../../domain/calls/call-scenario.ts';
import { readInputLog } from '../../../domain/voice/input-log.ts';
import { isIdentical, replayInputs } from '../../../domain/voice/replay.ts';
import { readScenarios } from '../../../tools/scenario/read-scenarios.ts';
import { playRecorded } from '../../../tools/scenario/play-recorded.ts';
import { randomCalls } from './random-calls.ts';

/** What calls at random had in common. */
export interface ReplayedCalls {
  readonly calls: number;
  readonly inputs: number;
  readonly turns: number;
}

/** Holds calls at random and replays what was stored of them: all must be identical, and pass as scenarios. */
export async function replayRandomCalls(count: number, seed: number): Promise<ReplayedCalls> {
  let [calls, inputs, turns] = [0, 0, 0];
  for await (const call of randomCalls(count, seed)) {
    const log = readInputLog(call.inputs);
    assert(log && log.end === 'complete', `call ${calls} of seed ${seed} has no whole log`);
    const replay = replayInputs(log);
    assert.isTrue(isIdentical(replay), `call ${calls} of seed ${seed}: ${JSON.stringify(replay)}`);
    const file = JSON.stringify({ scenarios: [callScenario(log, { title: 'a call', text: call.inputs })] });
    for (const scenario of readScenarios(file).scenarios) assert.isEmpty(playRecorded(scenario).problems);
    calls += 1;
    inputs += replay.inputs;
    turns += replay.turns;
  }
  return { calls, inputs, turns };
}
