import { assert } from 'chai';
import {
  answering,
  dropped,
  goesOn,
  greeted,
  hears,
  hushes,
  leaves,
  partly,
  pauses,
  Scene,
  sounds,
  surely,
  type Happens,
} from './conversation-table.ts';

/** What was asked ahead of its time, and given up, when a caller talks to an agent that was greeted. */
const foreseen = (...rows: (readonly [number, Happens])[]): string[] => greeted().after(...rows).foreseen;

describe('an answer is begun before the turn is over', () => {
  it('when the caller pauses after words that stay, and becomes the answer when the final result is the same', () => {
    const scene = greeted().plays([
      [2, sounds, 'wait no_activity 300'],
      [2.4, surely('What time is it'), 'wait stalled_turn 10'],
      [2.6, pauses],
      [2.8, hushes, 'wait final_transcript 3'],
      [3, hears('What time is it?'), 'think 2: What time is it?', 'wait model_output 8'],
    ]);
    assert.deepEqual(scene.foreseen, ['2: What time is it']);
  });

  it('when words that stay come after the caller fell silent', () => {
    assert.deepEqual(foreseen([2, sounds], [2.5, hushes], [2.6, surely('Hello')], [2.7, hears('Hello.')]), [
      '2: Hello',
    ]);
  });

  it('when an utterance is final although sound goes on', () => {
    assert.deepEqual(foreseen([2, sounds], [2.5, hears('Hello.')], [2.9, hushes], [3, hears('')]), ['2: Hello.']);
  });

  it('never from words that may still change, nor while the caller speaks on', () => {
    assert.deepEqual(foreseen([2, sounds], [2.4, partly('What time')], [2.6, pauses], [2.8, hushes]), []);
    assert.deepEqual(foreseen([2, sounds], [2.4, surely('What time')], [2.6, surely('What time is')]), []);
    assert.deepEqual(foreseen([2, sounds], [2.6, pauses], [2.7, goesOn], [2.8, surely('What time')]), []);
  });

  it('and is given up as soon as the caller says more', () => {
    assert.deepEqual(
      foreseen([2, sounds], [2.4, surely('What time')], [2.6, pauses], [2.9, goesOn], [3.1, partly('What time is it')]),
      ['2: What time', 'not 2'],
    );
  });

  it('and given up when the final words are others', () => {
    const scene = greeted().plays([
      [2, sounds, 'wait no_activity 300'],
      [2.4, surely('In Paris'), 'wait stalled_turn 10'],
      [2.6, pauses],
      [2.8, hushes, 'wait final_transcript 3'],
      [3, hears('In Paris, please.'), 'think 2: In Paris, please.', 'wait model_output 8'],
    ]);
    assert.deepEqual(scene.foreseen, ['2: In Paris', 'not 2']);
  });

  it('and given up when the caller leaves', () => {
    const begun = [
      [2, sounds],
      [2.4, surely('What time')],
      [2.6, pauses],
    ] as const;
    assert.deepEqual(foreseen(...begun, [3, leaves('caller_left')]), ['2: What time', 'not 2']);
  });

  it('twice in a turn at most, however often the caller pauses', () => {
    const rows = ['a b', 'a b c', 'a b c d', 'a b c d e'].flatMap((text, index): [number, Happens][] => [
      [3 + index, surely(text)],
      [3.2 + index, pauses],
      [3.6 + index, goesOn],
    ]);
    assert.deepEqual(foreseen([2, sounds], ...rows), ['2: a b', 'not 2', '2: a b c', 'not 2']);
  });

  it('only when nothing of the agent is to be heard or accounted for first', () => {
    const interrupted = [
      [5, sounds],
      [5.4, surely('And in Paris')],
      [5.6, pauses],
    ] as const;
    assert.deepEqual(answering().after(...interrupted).foreseen, []);
    assert.deepEqual(answering().after(...interrupted, [5.7, dropped(3, 'It is')]).foreseen, ['4: And in Paris']);
    assert.deepEqual(new Scene().after([2, sounds], [2.4, surely('Hello')], [2.6, pauses]).foreseen, []);
  });
});
