import { assert } from 'chai';
import { newConversation } from '../../../domain/voice/conversation.ts';
import { timeoutOf } from '../../../domain/voice/timeouts.ts';
import type { Conversation, ConversationData, Phase } from '../../../domain/voice/state.ts';

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
const transcription = { endpointingMs: 300, interimGapMs: 9_000, reportsTurns: false, canProbe: false };
const OPEN: Conversation = { ...NEW, transcription, phase: 'open' };
const talking = {
  status: 'unconfirmed',
  activity: 'speaking',
  startedAt: 0,
  silentAt: null,
  endedBy: 'silence',
} as const;
const awaiting = { ...talking, activity: 'awaiting_final' } as const;
const words = {
  ...{ finalWords: 'Hi', interimWords: '', stable: true, audio: true, preemptiveAttempts: 0 },
  ...{ wordsAt: 0, vendorTurn: null, language: null, utterance: null },
};
const waiting = { id: 1, kind: 'reply', startedAt: null, isCancelled: false } as const;
const playing = { ...waiting, startedAt: 0 };
const pending = { text: '', isStarted: false };
const generation = {
  id: 2,
  speech: null,
  pending,
  outputAt: null,
  firstTokenAt: null,
  audio: true,
  written: 0,
  offered: [],
  calls: [],
};

describe('timeoutOf', () => {
  const STATES: Record<string, [Partial<ConversationData> & (Phase | object), string | null]> = {
    'needs no timer before the call': [NEW, null],
    'needs no timer after the call': [{ phase: 'ended', ending: 'caller_left' }, null],
    'waits for the last words while the call ends': [
      { phase: 'ending', ending: 'idle', speeches: [playing] },
      'last_words 60000',
    ],
    'waits for the end of the greeting of a mailbox': [
      { phase: 'ending', ending: 'voicemail', mailbox: { ...NEW.mailbox, waits: true } },
      'mailbox_greeting 60000',
    ],
    'waits for words while speech pauses the agent': [
      { outputPausedSince: 0, caller: talking, generation },
      'unconfirmed_speech 3000',
    ],
    'waits for words after that speech ended': [{ outputPausedSince: 0, caller: awaiting }, 'false_interruption 2000'],
    'waits for the final transcript': [{ caller: awaiting, speeches: [playing] }, 'final_transcript 3000'],
    'waits for the model, even during its first speech': [{ generation, speeches: [playing] }, 'model_output 8000'],
    'waits for the first audio of a speech': [{ speeches: [waiting] }, 'first_audio 15000'],
    'needs no timer while a speech plays': [{ speeches: [playing, waiting] }, null],
    'waits for the end of a confirmed turn': [
      { caller: { ...talking, ...words, status: 'confirmed' } },
      'turn_end 10000',
    ],
    'waits 5 minutes for a caller without words': [{ caller: talking }, 'no_activity 300000'],
    'waits for the idle time in silence': [{}, 'idle 7000'],
    'waits 5 minutes when the idle time is disabled': [
      { settings: { ...NEW.settings, idleMs: 0 } },
      'no_activity 300000',
    ],
  };
  for (const [what, [state, expected]] of Object.entries(STATES))
    it(what, () => {
      const deadline = timeoutOf({ ...OPEN, ...state }, 0);
      assert.equal(deadline && `${deadline.timer} ${deadline.dueAt}`, expected);
    });

  it('limits the pause of the agent to 5 s in total', () => {
    const kept = { ...OPEN, outputPausedSince: 1_000, caller: talking };
    assert.equal(timeoutOf(kept, 3_000)?.dueAt, 6_000);
    assert.equal(timeoutOf(kept, 5_500)?.dueAt, 6_000);
    assert.equal(timeoutOf(kept, 6_500)?.dueAt, 6_000);
  });
});
