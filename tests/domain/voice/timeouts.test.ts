import { assert } from 'chai';
import { newConversation } from '../../../domain/voice/conversation.ts';
import { timeoutOf } from '../../../domain/voice/timeouts.ts';
import { NO_CALLER_TURN, type Conversation } from '../../../domain/voice/state.ts';

const NEW = newConversation({
  ...{
    language: 'en',
    systemPrompt: '',
    greeting: '',
    interruptionMinWords: 0,
    ignoreUntilGreeted: false,
    idleMs: 7_000,
  },
  ...{ idlePrompt: null, closingMessage: '', hold: null, tools: [] },
});
const OPEN: Conversation = { ...NEW, phase: 'open' };
const talking = { ...NO_CALLER_TURN, talking: true };
const awaiting = { ...NO_CALLER_TURN, awaitingFinal: true };
const waiting = { id: 1, kind: 'reply', startedAt: null, isCancelled: false } as const;
const playing = { ...waiting, startedAt: 0 };
const pending = { text: '', isStarted: false };
const generation = { id: 2, speech: null, pending, firstTokenAt: null, audio: true, written: 0, calls: [] };

describe('the wait that is owed', () => {
  const STATES: Record<string, [Partial<Conversation>, string | null]> = {
    'is none before the call': [NEW, null],
    'is none after the call': [{ phase: 'ended' }, null],
    'is for the goodbye while the call ends': [{ phase: 'ending', speeches: [playing] }, 'last_words 60000'],
    'is for words while the agent is held by sound': [
      { outputPausedSince: 0, caller: talking, generation },
      'unconfirmed_speech 3000',
    ],
    'is for anything at all when the sound is over': [
      { outputPausedSince: 0, caller: awaiting },
      'false_interruption 2000',
    ],
    'is for the final result, then': [{ caller: awaiting, speeches: [playing] }, 'final_transcript 3000'],
    'is for the model, also while its first words play': [{ generation, speeches: [playing] }, 'model_output 8000'],
    'is for the first sound of a speech': [{ speeches: [waiting] }, 'first_audio 15000'],
    'is none while the mouth speaks, whatever is queued behind': [{ speeches: [playing, waiting] }, null],
    'is for the end of a caller who said words': [{ caller: { ...talking, confirmed: true } }, 'stalled_turn 10000'],
    'is five minutes for one who only makes sounds': [{ caller: talking }, 'no_activity 300000'],
    'is the idle time in silence': [{}, 'idle 7000'],
    'is five minutes without an idle time': [{ settings: { ...NEW.settings, idleMs: 0 } }, 'no_activity 300000'],
  };
  for (const [what, [state, expected]] of Object.entries(STATES))
    it(what, () => {
      const deadline = timeoutOf({ ...OPEN, ...state }, 0);
      assert.equal(deadline && `${deadline.timer} ${deadline.ms}`, expected);
    });

  it('never holds the agent for more than five seconds in all', () => {
    const held = { ...OPEN, outputPausedSince: 1_000, caller: talking };
    assert.equal(timeoutOf(held, 3_000)?.ms, 3_000);
    assert.equal(timeoutOf(held, 5_500)?.ms, 500);
    assert.equal(timeoutOf(held, 6_500)?.ms, 0);
  });
});
