import { assert } from 'chai';
import { endsOf, fades, FAR, sounds } from './continuing-sound.ts';
import { cancelled, elapses, final, greeted, interim, stable, stops, talks, types } from './conversation-table.ts';

describe('turn whose words look unfinished', () => {
  it('ends 0.8 s after the endpointing delay', () => {
    const scene = greeted().plays([
      [2, talks, 'wait no_activity 300'],
      [2.8, stops, 'wait final_transcript 3'],
      [3, final('I would like a table and'), 'wait turn_end 0.6'],
      [3.6, elapses('turn_end'), 'generate 2: I would like a table and', 'wait model_output 8'],
    ]);
    const ends = scene.events.filter(({ type }) => type === 'turn_ended');
    assert.deepEqual(ends, [
      { type: 'turn_ended', text: 'I would like a table and', started_at: 2_000, ended_by: 'unfinished', at: 3_600 },
    ]);
  });

  it('continues when the caller speaks again', () => {
    greeted()
      .after([2, talks], [2.8, stops], [3, final('My number is')])
      .plays([
        [3.2, talks, 'wait turn_end 10'],
        [3.9, stops, 'wait final_transcript 3'],
        [4, final('not known.'), 'generate 2: My number is not known.', 'wait model_output 8'],
      ]);
  });

  it('waits again after more words that look unfinished, and not for sound alone', () => {
    greeted()
      .after([2, talks], [2.8, stops], [3, final('It is four one five')])
      .plays([
        [3.2, talks, 'wait turn_end 10'],
        [3.9, stops, 'wait final_transcript 3'],
        [4, final('five five'), 'wait turn_end 0.8'],
        [4.2, talks, 'wait turn_end 10'],
        [4.8, stops, 'wait final_transcript 3'],
        [4.9, final(''), 'wait turn_end 0.8'],
        [5.7, elapses('turn_end'), 'generate 2: It is four one five five five', 'wait model_output 8'],
      ]);
  });

  it('ends at once when the final transcript is later than the wait', () => {
    greeted()
      .after([2, talks], [2.8, stops])
      .plays([[4, final('My name is'), 'generate 2: My name is', 'wait model_output 8']]);
  });

  it('is answered at once after text input', () => {
    greeted()
      .after([2, talks], [2.8, stops], [3, final('My name is')])
      .plays([[3.2, types('Ada'), 'generate 2: My name is Ada', 'wait model_output 8']]);
  });

  it('counts from its words if no speech was detected', () => {
    greeted().plays([
      [2, final('Because'), 'wait turn_end 0.8'],
      [2.8, elapses('turn_end'), 'generate 2: Because', 'wait model_output 8'],
    ]);
  });

  it('ends when the wait is over and the interrupted speech as well', () => {
    greeted({ idleMs: 5_000, idlePrompt: { message: 'Still there?', repeats: 1 } })
      .after([6, elapses('idle')])
      .plays([
        [7, final('Because'), 'cancel speech 2', 'wait first_audio 15'],
        [7.2, cancelled(2, ''), 'wait turn_end 0.6'],
      ]);
  });

  it('starts its generation preemptively', () => {
    const scene = greeted().after([2, talks], [2.5, stable('My name is')], [2.8, stops], [3, final('My name is')]);
    assert.deepEqual(scene.preemptive, ['2: My name is']);
  });

  it('waits as long as the settings say, by the language of the words', () => {
    const waits = [{ language: 'de', look: 'incomplete', waitMs: 2_000 }] as const;
    const endpointing = { mode: 'timer', maxWaitMs: 3_000, waits } as const;
    greeted({ language: 'de', endpointing })
      .after([2, talks], [2.4, interim('Ich')], [2.8, stops])
      .plays([[3, final('Ich möchte'), 'wait turn_end 1.8']]);
    greeted({ endpointing })
      .after([2, talks], [2.8, stops])
      .plays([
        [
          3,
          (at) => ({
            ...{ type: 'transcriptReceived', text: 'Ich möchte', final: true, processor: 'testSTT', at },
            language: 'de',
          }),
          'wait turn_end 1.8',
        ],
      ]);
  });

  it('waits after its level fell to the background as after silence', () => {
    const scene = greeted().plays([
      [2, sounds(), 'wait no_activity 300'],
      [2.6, interim('My number is four one'), 'wait turn_end 0.9'],
      [2.7, fades, 'wait turn_end 0.4'],
      [3.1, elapses('turn_end'), 'end utterance', 'rearm', 'wait final_transcript 3'],
      [3.2, final('My number is four one five'), 'wait turn_end 0.76'],
      [3.3, sounds(FAR)],
      [3.96, elapses('turn_end'), 'generate 2: My number is four one five', 'wait model_output 8'],
    ]);
    assert.deepEqual(endsOf(scene), ['silent 2600', 'unfinished']);
  });

  it('continues in sound with a louder level, or with words in the background', () => {
    const faded = () =>
      greeted().after(
        ...([
          [2, sounds()],
          [2.6, interim('It is four one')],
          [2.7, fades],
          [3.1, elapses('turn_end')],
          [3.2, final('It is four one five')],
        ] as const),
      );
    faded().plays([
      [3.4, sounds(), 'wait turn_end 0.9'],
      [3.8, interim('six'), 'wait turn_end 0.9'],
    ]);
    faded().plays([
      [3.3, sounds(FAR)],
      [3.8, interim('six'), 'wait turn_end 0.9'],
      [4.7, elapses('turn_end'), 'end utterance', 'rearm', 'wait final_transcript 3'],
      [4.8, final('six'), 'generate 2: It is four one five six', 'wait model_output 8'],
    ]);
  });

  it('waits in sound for the rest of their wait where it is longer than that for missing words', () => {
    const waits = [{ language: 'en', look: 'digits', waitMs: 2_000 }] as const;
    const scene = greeted({ endpointing: { mode: 'timer', maxWaitMs: 3_000, waits } })
      .after([2, sounds()])
      .plays([
        [2.6, interim('It is four one five'), 'wait turn_end 0.9'],
        [3.5, elapses('turn_end'), 'end utterance', 'rearm', 'wait final_transcript 3'],
        [3.6, final('It is four one five'), 'wait turn_end 1'],
        [4.6, elapses('turn_end'), 'generate 2: It is four one five', 'wait model_output 8'],
      ]);
    assert.deepEqual(endsOf(scene), ['silent 2600', 'unfinished']);
  });

  it('does not wait in addition to the wait for missing words', () => {
    greeted()
      .after([2, sounds()])
      .plays([
        [2.6, interim('It is four one five'), 'wait turn_end 0.9'],
        [3.5, elapses('turn_end'), 'end utterance', 'rearm', 'wait final_transcript 3'],
        [3.6, final('It is four one five'), 'generate 2: It is four one five', 'wait model_output 8'],
      ]);
  });
});
