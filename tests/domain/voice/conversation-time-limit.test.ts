import {
  answers,
  awaitingReply,
  callsAction,
  cancelled,
  completes,
  elapses,
  final,
  generates,
  greeted,
  played,
  replying,
  starts,
  stops,
  talks,
} from './conversation-table.ts';
import type { ConversationSettings } from '../../../domain/voice/state.ts';

/** A call of one minute, with a warning 20 s before its end. */
const limit = {
  maxMs: 60_000,
  warning: { message: 'Twenty seconds left.', beforeMs: 20_000 },
  closingMessage: 'Goodbye.',
};
const limited: Partial<ConversationSettings> = { limit };
const unwarned: Partial<ConversationSettings> = { limit: { ...limit, warning: null } };
const silent: Partial<ConversationSettings> = { limit: { ...limit, warning: null, closingMessage: ' ' } };
const ENDED = ['hang up: max_duration', 'ended: max_duration'];

describe('the time limit of a call', () => {
  it('warns in silence, and then says the closing message and hangs up', () => {
    greeted(limited).plays([
      [40, elapses('time_limit'), 'say 2: Twenty seconds left.', 'end 2', 'wait first_audio 15'],
      [40.5, starts(2), 'wait time_limit 19.5'],
      [42, played(2, 'Twenty seconds left.')],
      [60, elapses('time_limit'), 'mute', 'say 3: Goodbye.', 'end 3', 'wait last_words 60'],
      [60.5, starts(3), 'wait last_words 60'],
      [61, played(3, 'Goodbye.'), ...ENDED, 'no wait'],
    ]);
  });

  it('counts from the connection, and is armed beside the wait that is due sooner', () => {
    greeted({ ...unwarned, idleMs: 5_000, closingMessage: '' }).plays([
      [2, talks, 'wait time_limit 58'],
      [2.8, stops, 'wait final_transcript 3'],
    ]);
  });

  it('warns after the agent’s speech, not over it', () => {
    replying(limited).plays([
      [40, elapses('time_limit'), 'wait time_limit 20'],
      [41, played(3, 'It is noon. The sun is out.'), 'say 4: Twenty seconds left.', 'end 4', 'wait first_audio 15'],
    ]);
  });

  it('warns after the caller’s turn and the reply to it', () => {
    greeted(limited)
      .after([39, talks])
      .plays([
        [40, elapses('time_limit'), 'wait time_limit 20'],
        [40.5, stops, 'wait final_transcript 3'],
        [41, final('What time is it?'), 'generate 2: What time is it?', 'wait model_output 8'],
        [42, generates(2, 'It is noon.'), 'wait model_output 8'],
        [42.1, completes(2), 'say 3: It is noon.', 'end 3', 'wait first_audio 15'],
        [43, starts(3), 'wait time_limit 17'],
        [44, played(3, 'It is noon.'), 'say 4: Twenty seconds left.', 'end 4', 'wait first_audio 15'],
      ]);
  });

  it('warns again when the caller spoke before the first sound of the warning, and not after it', () => {
    const warned = greeted(limited).after([40, elapses('time_limit')], [40.2, talks], [40.4, final('Wait')]);
    warned
      .after([40.4, cancelled(2, '')], [41, stops], [41.1, final('Wait')], [41.5, elapses('turn_end')])
      .after([42, generates(3, 'Yes.')], [42.1, completes(3)], [42.5, starts(4)])
      .plays([
        [43, played(4, 'Yes.'), 'say 5: Twenty seconds left.', 'end 5', 'wait first_audio 15'],
        [43.5, starts(5), 'wait time_limit 16.5'],
        [43.6, talks, 'pause', 'wait unconfirmed_speech 3'],
        [44, final('And now'), 'cancel speech 5', 'resume', 'wait time_limit 16'],
      ]);
  });

  it('lets the agent finish its speech, and cancels the rest of the generation', () => {
    awaitingReply(unwarned)
      .after([3.5, generates(2, 'It is noon.')], [4, starts(3)])
      .after(
        [11, generates(2, ' It')],
        [18, generates(2, ' is')],
        [25, generates(2, ' still')],
        [32, generates(2, ' noon')],
      )
      .after([39, generates(2, ' in')], [46, generates(2, ' the')], [53, generates(2, ' town')])
      .plays([
        [
          60,
          elapses('time_limit'),
          ...['end 3', 'cancel generation 2', 'mute', 'say 4: Goodbye.', 'end 4', 'wait last_words 60'],
        ],
        [61, played(3, 'It is noon.'), 'wait last_words 60'],
      ]);
  });

  it('lets the caller finish: the call ends when the turn does, without another reply', () => {
    greeted(silent)
      .after([58, talks])
      .plays([
        [60, elapses('time_limit'), 'wait time_limit 10'],
        [61, stops, 'wait final_transcript 3'],
        [61.2, final('Thank you'), ...['generate 2: Thank you', 'cancel generation 2', 'mute', ...ENDED, 'no wait']],
      ]);
  });

  it('ends ten seconds later in spite of a caller who does not stop', () => {
    greeted(unwarned)
      .after([58, talks], [60, elapses('time_limit')])
      .plays([[70, elapses('time_limit'), 'mute', 'say 2: Goodbye.', 'end 2', 'wait last_words 60']]);
  });

  it('ends without words when no closing message is set', () => {
    greeted(silent).plays([[60, elapses('time_limit'), 'mute', ...ENDED]]);
  });

  it('does not wait for a tool, and answers nothing after it', () => {
    const actions = { book: { hasSideEffects: true, waitingMessage: null } };
    const tools = [{ name: 'book', description: '', parameters: {} }];
    awaitingReply({ ...unwarned, actions, tools })
      .after([10, generates(2, ' ')], [17, generates(2, ' ')], [24, generates(2, ' ')])
      .after([30, callsAction(2, 'c1', 'book')], [31, completes(2)])
      .plays([
        [60, elapses('time_limit'), 'mute', 'say 4: Goodbye.', 'end 4', 'wait last_words 60'],
        [60.2, answers(3, 'Booked.')],
      ]);
  });

  it('waits again for what elapsed too early', () => {
    greeted(silent).plays([[59.99, elapses('time_limit'), 'wait time_limit 0.01']]);
  });
});
