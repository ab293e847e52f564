import { assert } from 'chai';
import {
  continues,
  elapses,
  final,
  greeted,
  interim,
  pauses,
  replying,
  stops,
  type ConversationTable,
} from './conversation-table.ts';
import { endsOf, fades, FAR, NEAR, returns, sounds, UNKNOWN } from './continuing-sound.ts';

describe('turn in continuing sound', () => {
  it('ends the endpointing delay after its level fell to the background', () => {
    const scene = greeted().plays([
      [2, sounds(), 'wait no_activity 300'],
      [2.4, interim('What time'), 'wait turn_end 0.9'],
      [2.6, interim('What time is it'), 'wait turn_end 0.9'],
      [2.7, fades, 'wait turn_end 0.4'],
      [3.1, elapses('turn_end'), 'end utterance', 'rearm', 'wait final_transcript 3'],
      [3.3, final('What time is it?'), 'generate 2: What time is it?', 'wait model_output 8'],
    ]);
    assert.deepEqual(endsOf(scene), ['silent 2600', 'fading']);
  });

  it('continues when the level rises again', () => {
    greeted()
      .after([2, sounds()], [2.6, interim('What time is it')])
      .plays([
        [2.7, fades, 'wait turn_end 0.4'],
        [2.9, returns, 'wait turn_end 0.6'],
      ]);
  });

  it('continues while words of a softer voice arrive', () => {
    greeted()
      .after([2, sounds()], [2.6, interim('What time is it')], [2.7, fades])
      .plays([[3, interim('What time is it in Paris')]]);
    greeted()
      .after([2, sounds()], [2.6, interim('What time is it')], [2.7, fades])
      .plays([[3.5, interim('What time is it in Paris'), 'wait turn_end 0.5']]);
  });

  it('gets its first words when the level falls before any of them', () => {
    const scene = greeted().plays([
      [2, sounds(NEAR, { interimGapMs: null, canProbe: true }), 'wait probe 1.5'],
      [3, fades, 'wait turn_end 0.4'],
      [3.4, elapses('turn_end'), 'end utterance', 'rearm', 'wait final_transcript 3'],
      [3.8, final('What time is it?'), 'generate 2: What time is it?', 'wait model_output 8'],
    ]);
    assert.deepEqual(endsOf(scene), ['silent 2900', 'fading']);
  });

  it('resumes the agent when the sound that faded had no words', () => {
    replying().plays([
      [5, sounds(), 'pause', 'wait unconfirmed_speech 3'],
      [5.5, fades, 'wait turn_end 0.4'],
      [5.9, elapses('turn_end'), 'end utterance', 'rearm', 'wait false_interruption 2'],
      [6, final(''), 'resume', 'no wait'],
    ]);
  });

  it('keeps the agent paused where the vendor has no words before its end, for 10 s at most', () => {
    const late = { interimGapMs: null };
    const speaking = replying().plays([
      [5, sounds(NEAR, late), 'pause', 'wait unconfirmed_speech 10'],
      [11, stops, 'wait false_interruption 2'],
    ]);
    speaking.plays([[11.4, final('Please wait a moment'), 'cancel speech 3', 'resume', 'no wait']]);
    const sounding = replying().after([5, sounds(NEAR, late)]);
    sounding.plays([[15, elapses('unconfirmed_speech'), 'resume', 'wait turn_end 0']]);
    const faded = replying().after([5, sounds(NEAR, late)]);
    faded.plays([[5.5, fades, 'wait turn_end 0.4']]);
  });

  it('ends when no new words arrive, dated back to the last one', () => {
    const scene = greeted().plays([
      [2, sounds(), 'wait no_activity 300'],
      [2.6, interim('What time is it'), 'wait turn_end 0.9'],
      [3, interim('What time is it?')],
      [3.5, elapses('turn_end'), 'end utterance', 'rearm', 'wait final_transcript 3'],
      [3.6, final('What time is it?'), 'generate 2: What time is it?', 'wait model_output 8'],
    ]);
    assert.deepEqual(endsOf(scene), ['silent 2600', 'words']);
  });

  it('waits longer for new words where no background is known, and after rare interim transcripts', () => {
    greeted()
      .after([2, sounds(UNKNOWN)])
      .plays([[2.6, interim('What time is it'), 'wait turn_end 1.4']]);
    greeted()
      .after([2, sounds(NEAR, { interimGapMs: 1_000 })])
      .plays([[2.6, interim('What time is it'), 'wait turn_end 1.7']]);
  });

  it('waits for silence in a pause, and for new words after it', () => {
    greeted()
      .after([2, sounds(NEAR, { endpointingMs: 1_500 })], [2.6, interim('What time is it')])
      .plays([
        [2.8, pauses, 'wait turn_end 9.8'],
        [3.9, continues, 'wait turn_end 1.5'],
        [4.2, interim('What time is it in Paris'), 'wait turn_end 1.5'],
      ]);
  });

  it('is not delayed without end by sound that is interrupted again and again', () => {
    const scene = greeted().after([2, sounds()], [2.6, interim('What time is it')]);
    for (const seconds of [3, 3.4, 3.8, 4.2]) scene.after([seconds, pauses], [seconds + 0.2, continues]);
    scene.plays([[4.85, pauses, 'wait turn_end 7.75']]);
    scene.plays([[4.89, continues, 'wait turn_end 0']]);
  });

  it('waits for 10 s when the vendor had no interim words yet', () => {
    greeted()
      .after([2, sounds(UNKNOWN)], [2.6, final('What time is it')], [2.8, stops], [2.9, sounds(UNKNOWN)])
      .plays([[3, final('in Paris'), 'wait turn_end 10']]);
  });

  it('ends when no new words arrive after a final transcript that the sound has outlasted', () => {
    greeted()
      .after([2, sounds()], [2.6, interim('What time is it')], [2.8, stops])
      .plays([
        [2.9, sounds(), 'wait turn_end 0.9'],
        [3, final('What time is it?')],
      ]);
  });

  it('ends after 10 s if nothing else shows its end', () => {
    const scene = greeted()
      .after([2, sounds(NEAR, { interimGapMs: null })])
      .plays([
        [2.5, interim('Hello'), 'wait turn_end 10'],
        [12.5, elapses('turn_end'), 'end utterance', 'rearm', 'wait final_transcript 3'],
      ])
      .after([12.7, final('Hello')]);
    assert.deepEqual(endsOf(scene), ['silent 2500', 'stalled']);
  });

  it('ends after 10 s of sound if its words come only at its end', () => {
    greeted().plays([
      [2, sounds(NEAR, { interimGapMs: null }), 'wait turn_end 10'],
      [12, elapses('turn_end'), 'end utterance', 'rearm', 'wait final_transcript 3'],
      [12.4, final('Hello'), 'generate 2: Hello', 'wait model_output 8'],
    ]);
  });
});

describe('sound that continues after a turn', () => {
  const answered = (): ConversationTable =>
    greeted({ idleMs: 5_000 }).after(
      ...([
        [2, sounds(UNKNOWN)],
        [2.6, interim('Hi')],
        [4, elapses('turn_end')],
        [4.08, sounds(UNKNOWN)],
      ] as const),
    );

  it('neither delays the reply nor pauses it', () => {
    answered().plays([
      [4.1, final('Hi'), 'generate 2: Hi', 'wait model_output 8'],
      [5, stops, 'wait final_transcript 3'],
      [5.2, final(''), 'wait model_output 8'],
    ]);
  });

  it('is interrupted by words, whose turn ends when no more arrive', () => {
    const scene = answered()
      .after([4.1, final('Hi')])
      .plays([
        [5, interim('Stop'), 'cancel generation 2', 'wait turn_end 0.9'],
        [5.9, elapses('turn_end'), 'end utterance', 'rearm', 'wait final_transcript 3'],
        [6, final('Stop'), 'generate 3: Hi Stop', 'wait model_output 8'],
      ]);
    const [, started] = scene.events.filter(({ type }) => type === 'caller_turn_started');
    assert.equal(started?.at, 5_000);
  });

  it('does not delay the end of words over it when it stops and starts', () => {
    answered()
      .after([4.1, final('Hi')], [5, interim('Stop')])
      .plays([
        [5.2, pauses, 'wait turn_end 9.8'],
        [5.6, continues, 'wait turn_end 0.3'],
      ]);
  });

  it('lets the agent ask whether the caller is there', () => {
    greeted({ idleMs: 5_000 })
      .after([2, sounds(NEAR)], [2.6, fades], [3, elapses('turn_end')], [3.3, sounds(FAR)])
      .plays([[3.5, final(''), 'wait idle 5']]);
  });

  it('pauses the agent when it is near again', () => {
    const scene = answered().after([4.1, final('Hi')], [4.5, stops], [4.6, final('')]);
    scene.plays([[4.9, sounds(FAR), 'wait model_output 8']]).after([5, stops], [5.1, final('')]);
    scene.plays([[5.3, sounds(NEAR), 'pause', 'wait unconfirmed_speech 3']]);
  });

  it('pauses the agent when speech rises above the background in which it started', () => {
    replying()
      .after([4, sounds(FAR)])
      .plays([[4.5, sounds(NEAR), 'pause', 'wait unconfirmed_speech 3']]);
  });
});
