import { assert } from 'chai';
import {
  replying,
  cancelled,
  continues,
  greeted,
  final,
  stops,
  disconnects,
  interim,
  pauses,
  ConversationTable,
  talks,
  stable,
  type InputAt,
} from './conversation-table.ts';

/** What was asked ahead of its time, and given up, when a caller talks to an agent that was greeted. */
const preemptiveAfter = (...rows: (readonly [number, InputAt])[]): string[] => greeted().after(...rows).preemptive;

describe('preemptive generation', () => {
  it('starts at a pause after stable words and is adopted when the final transcript matches', () => {
    const table = greeted().plays([
      [2, talks, 'wait no_activity 300'],
      [2.4, stable('What time is it'), 'wait turn_end 10'],
      [2.6, pauses],
      [2.8, stops, 'wait final_transcript 3'],
      [3, final('What time is it?'), 'generate 2: What time is it?', 'wait model_output 8'],
    ]);
    assert.deepEqual(table.preemptive, ['2: What time is it']);
  });

  it('starts at stable words after the end of speech', () => {
    assert.deepEqual(preemptiveAfter([2, talks], [2.5, stops], [2.6, stable('Hello')], [2.7, final('Hello.')]), [
      '2: Hello',
    ]);
  });

  it('starts at a final transcript although sound continues', () => {
    assert.deepEqual(preemptiveAfter([2, talks], [2.5, final('Hello.')], [2.9, stops], [3, final('')]), ['2: Hello.']);
  });

  it('does not start from interim words or while the caller is speaking', () => {
    assert.deepEqual(preemptiveAfter([2, talks], [2.4, interim('What time')], [2.6, pauses], [2.8, stops]), []);
    assert.deepEqual(preemptiveAfter([2, talks], [2.4, stable('What time')], [2.6, stable('What time is')]), []);
    assert.deepEqual(preemptiveAfter([2, talks], [2.6, pauses], [2.7, continues], [2.8, stable('What time')]), []);
  });

  it('is discarded as soon as the caller says more', () => {
    assert.deepEqual(
      preemptiveAfter(
        [2, talks],
        [2.4, stable('What time')],
        [2.6, pauses],
        [2.9, continues],
        [3.1, interim('What time is it')],
      ),
      ['2: What time', 'not 2'],
    );
  });

  it('is discarded when the final transcript differs', () => {
    const table = greeted().plays([
      [2, talks, 'wait no_activity 300'],
      [2.4, stable('In Paris'), 'wait turn_end 10'],
      [2.6, pauses],
      [2.8, stops, 'wait final_transcript 3'],
      [3, final('In Paris, please.'), 'generate 2: In Paris, please.', 'wait model_output 8'],
    ]);
    assert.deepEqual(table.preemptive, ['2: In Paris', 'not 2']);
  });

  it('is discarded when the caller hangs up', () => {
    const started = [
      [2, talks],
      [2.4, stable('What time')],
      [2.6, pauses],
    ] as const;
    assert.deepEqual(preemptiveAfter(...started, [3, disconnects('caller_left')]), ['2: What time', 'not 2']);
  });

  it('starts at most twice per turn', () => {
    const rows = ['a b', 'a b c', 'a b c d', 'a b c d e'].flatMap((text, index): [number, InputAt][] => [
      [3 + index, stable(text)],
      [3.2 + index, pauses],
      [3.6 + index, continues],
    ]);
    assert.deepEqual(preemptiveAfter([2, talks], ...rows), ['2: a b', 'not 2', '2: a b c', 'not 2']);
  });

  it('does not start while an agent speech is open', () => {
    const interrupted = [
      [5, talks],
      [5.4, stable('And in Paris')],
      [5.6, pauses],
    ] as const;
    assert.deepEqual(replying().after(...interrupted).preemptive, []);
    assert.deepEqual(replying().after(...interrupted, [5.7, cancelled(3, 'It is')]).preemptive, ['4: And in Paris']);
    assert.deepEqual(new ConversationTable().after([2, talks], [2.4, stable('Hello')], [2.6, pauses]).preemptive, []);
  });
});
