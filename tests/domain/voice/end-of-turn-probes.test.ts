import { assert } from 'chai';
import { CLEAN_LEVEL, type CallerLevelFacts } from '../../../domain/voice/state.ts';
import {
  TRANSCRIPTION,
  cancelled,
  continues,
  elapses,
  final,
  greeted,
  interim,
  pauses,
  replying,
  type InputAt,
} from './conversation-table.ts';

const NOISY: CallerLevelFacts = { isTrusted: true, hasGate: true, fadedSince: null };

/** Speech starts, with a transcription that has words at the end of an utterance and for a probe. */
const sounds = (level: CallerLevelFacts): InputAt => {
  return (at) => ({
    ...{ type: 'callerSpeechStarted', level, at },
    transcription: { ...TRANSCRIPTION, interimGapMs: null, canProbe: true },
  });
};

describe('probe of a whole-utterance transcription', () => {
  it('ends a turn whose words are the same a second later', () => {
    const scene = greeted().plays([
      [2, sounds(NOISY), 'wait probe 1.5'],
      [3.5, elapses('probe'), 'probe', 'wait probe 2'],
      [4, interim('What time'), 'wait probe 0.5'],
      [4.5, elapses('probe'), 'probe', 'wait turn_end 2'],
      [5, interim('What time is it'), 'wait probe 0.5'],
      [5.5, elapses('probe'), 'probe', 'wait turn_end 2'],
      [6, interim('What time is it'), 'wait turn_end 0'],
      [6, elapses('turn_end'), 'end utterance', 'rearm', 'wait final_transcript 3'],
      [6.4, final('What time is it?'), 'generate 2: What time is it?', 'wait model_output 8'],
    ]);
    const silent = scene.events.find(({ type }) => type === 'caller_speech_ended');
    assert.deepInclude(silent, { silence_at: 4_500 });
    assert.deepInclude(
      scene.events.find(({ type }) => type === 'turn_ended'),
      { ended_by: 'words' },
    );
  });

  it('is sent once more before a turn ends whose words look unfinished', () => {
    greeted()
      .after([2, sounds(NOISY)], [3.5, elapses('probe')], [4, interim('My name is')], [4.5, elapses('probe')])
      .plays([
        [5, interim('My name is'), 'wait probe 0.5'],
        [5.5, elapses('probe'), 'probe', 'wait turn_end 2'],
        [6, interim('My name is'), 'wait turn_end 0'],
      ]);
  });

  it('stops the agent when a long interruption has words, and keeps it paused until then', () => {
    replying().plays([
      [5, sounds(CLEAN_LEVEL), 'pause', 'wait probe 1.5'],
      [6.5, elapses('probe'), 'probe', 'wait unconfirmed_speech 1.5'],
      [7.2, interim('Please wait a moment'), 'cancel speech 3', 'resume', 'wait probe 0.3'],
      [7.2, cancelled(3, 'It is noon.')],
    ]);
  });

  it('lets the agent resume after 3 s when it has no words', () => {
    replying()
      .after([5, sounds(CLEAN_LEVEL)], [6.5, elapses('probe')])
      .plays([
        [6.9, interim('')],
        [8, elapses('unconfirmed_speech'), 'resume', 'wait probe 0.5'],
      ]);
  });

  it('is sent every 2 s without words, with or without an answer', () => {
    greeted()
      .after([2, sounds(NOISY)])
      .plays([
        [3.5, elapses('probe'), 'probe', 'wait probe 2'],
        [4, interim('')],
        [5.5, elapses('probe'), 'probe', 'wait probe 2'],
        [7.5, elapses('probe'), 'probe', 'wait probe 2'],
      ]);
  });

  it('ends a turn with words 2 s later when it is not answered', () => {
    greeted()
      .after([2, sounds(NOISY)], [3.5, elapses('probe')], [4, interim('What time is it')])
      .plays([
        [4.5, elapses('probe'), 'probe', 'wait turn_end 2'],
        [6.5, elapses('turn_end'), 'end utterance', 'rearm', 'wait final_transcript 3'],
      ]);
  });

  it('is not sent to an agent that waits, unless sound without a pause lasts 3 s', () => {
    greeted()
      .after([2, sounds(CLEAN_LEVEL)])
      .plays([
        [4, pauses, 'wait no_activity 298'],
        [4.3, continues, 'wait probe 3'],
        [7.3, elapses('probe'), 'probe', 'wait probe 2'],
      ]);
  });
});
