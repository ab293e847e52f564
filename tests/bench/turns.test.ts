import { assert } from 'chai';
import { fvadVoiceActivity } from '../../adapters/voice-activity/fvad.ts';
import type { CallRecord, Mode } from '../../bench/turns/call.ts';
import { measuresOf, secondsAt } from '../../bench/turns/call-measures.ts';
import { ROWS, RowRunner, type Row } from '../../bench/turns/rows.ts';
import { judgedTargets } from '../../bench/turns/table.ts';

describe('the turn-taking bench', () => {
  let runner: RowRunner;
  let mode: Mode;
  let calls: readonly CallRecord[];
  const rowOf = (wanted: string): Row => ROWS.find(({ name }) => name === wanted)!;
  const clean = rowOf('clean');
  const callsOf = (row: Row, how = mode, scripts = 2): Promise<CallRecord[]> =>
    runner.run(row, { mode: how, inputRate: 16_000, callers: ['kal16', 'slt'], scripts });

  before(async () => {
    runner = await RowRunner.open();
    mode = { voiceActivity: await fvadVoiceActivity() };
    calls = await callsOf(clean);
  });

  it('measures quick answers, quick interruptions and nothing false on a clean line', () => {
    const { waits, stops, unanswered, falseStops, missedBargeIns, lostWords, goodbyes } = measuresOf(calls);
    assert.isBelow(secondsAt(waits, 0.8), 0.6);
    // A number that was dictated may not be complete.
    assert.isBelow(secondsAt(waits, 1), 0.6 + 0.9);
    assert.isBelow(secondsAt(stops, 1), 0.3);
    assert.deepEqual([unanswered, falseStops, missedBargeIns, lostWords, goodbyes], [0, 0, 0, 0, 1]);
  });

  it('repeats every call to the bit', async () => {
    assert.deepEqual(await callsOf(clean), [...calls]);
  });

  for (const name of ['pink 5 dB', 'babble 5 dB', 'voice -12 dB', 'pink 10 dB', 'babble 10 dB', 'echo -20 dB'])
    it(`meets every target of the row ${name}, the bench over, with two scripts`, async () => {
      const judged = judgedTargets(new Map([[name, measuresOf(await callsOf(rowOf(name)))]]));
      assert.isNotEmpty(judged);
      assert.deepEqual(
        judged.filter(({ isMet }) => !isMet),
        [],
      );
    });

  for (const name of ['echo -10 dB', 'echo -20 dB', 'echo -30 dB'])
    it(`keeps every word that callers say over the agent and its ${name}`, async () => {
      const { lostWords, stops, missedBargeIns } = measuresOf(await callsOf(rowOf(name), mode, 4));
      assert.isNotEmpty(stops);
      assert.deepEqual([lostWords, missedBargeIns], [0, 0]);
    });

  // The fourth script has an interruption of five seconds.
  for (const name of ['clean, batch', 'clean, finals', 'pink 5 dB, batch'])
    it(`lets no agent speak over a long interruption, nor continue after a backchannel when the caller speaks again: ${name}`, async () => {
      const { talkedOver, missedBargeIns } = measuresOf(await callsOf(rowOf(name), mode, 4));
      assert.deepEqual([talkedOver, missedBargeIns], [0, 0]);
    });

  it('shows an end of turn that is 300 ms later, and the pauses that no longer end it', async () => {
    const { recogniser } = clean;
    const slow = measuresOf(await callsOf({ ...clean, recogniser: { ...recogniser, endpointingMs: 600 } }));
    const { waits, cutPauses } = measuresOf(calls);
    assert.closeTo(secondsAt(slow.waits, 0.5) - secondsAt(waits, 0.5), 0.3, 0.02);
    assert.isBelow(slow.cutPauses, cutPauses);
  });

  it('shows a detector that detects nothing', async () => {
    const deaf = { open: () => ({ lagMs: 0, isSpeech: () => false, close: () => undefined }) };
    const { unanswered, lostWords, goodbyes } = measuresOf(await callsOf(clean, { ...mode, voiceActivity: deaf }));
    assert.deepEqual([unanswered, lostWords, goodbyes], [1, 1, 0]);
  });

  it('shows a detector that takes every sound for speech', async () => {
    const jumpy = { open: () => ({ lagMs: 0, isSpeech: () => true, close: () => undefined }) };
    const { waits } = measuresOf(await callsOf(clean, { ...mode, voiceActivity: jumpy }));
    assert.isAbove(secondsAt(waits, 0.5), secondsAt(measuresOf(calls).waits, 0.5) + 0.5);
  });
});
