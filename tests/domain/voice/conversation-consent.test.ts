import { assert } from 'chai';
import { END_CONVERSATION } from '../../../domain/voice/conversation-context.ts';
import { CONSENT_TOOL } from '../../../domain/voice/consent-tool.ts';
import type { ConversationSettings } from '../../../domain/voice/state.ts';
import {
  cancelled,
  connects,
  ConversationTable,
  elapses,
  final,
  interim,
  played,
  reportsConsent,
  starts,
  stops,
  talks,
  types,
  type Row,
} from './conversation-table.ts';

const QUESTION = 'May I record this call?';
const asking: Partial<ConversationSettings> = {
  consent: { question: QUESTION, waitMs: 6_000 },
  tools: [END_CONVERSATION, CONSENT_TOOL],
};
const HELLO = ['say 2: Hello.', 'end 2', 'wait first_audio 15'];

/** An agent whose question was played to its end, at 1 s. */
const afterQuestion = (settings: Partial<ConversationSettings> = {}): ConversationTable =>
  new ConversationTable({ ...asking, ...settings }).after([0, connects], [0.5, starts(1)], [1, played(1, QUESTION)]);

/** The caller says these words, and is heard at 3 s. */
const says = (words: string, ...does: string[]): Row[] => [
  [2, talks, 'wait no_activity 300'],
  [2.8, stops, 'wait final_transcript 3'],
  [3, final(words), ...does],
];

describe('asking for consent to the recording', () => {
  it('comes before the greeting, and waits for an answer for its time', () => {
    new ConversationTable(asking).plays([
      [0, connects, `say 1: ${QUESTION}`, 'end 1', 'wait first_audio 15'],
      [0.5, starts(1), 'no wait'],
      [1, played(1, QUESTION), 'wait consent_answer 6'],
      [7, elapses('consent_answer'), 'do not record: not_given', ...HELLO],
    ]);
  });

  it('records from a yes on, and then greets', () => {
    const table = afterQuestion().plays(says('Yes, that is fine.', 'record: given', ...HELLO));
    assert.deepEqual(table.context, [`agent: ${QUESTION}`, 'caller: Yes, that is fine.']);
    assert.deepEqual(table.preemptive, []);
  });

  it('does not record after a no, whatever the model reports later', () => {
    afterQuestion()
      .plays(says('No, thank you.', 'do not record: refused', ...HELLO))
      .plays([[4, reportsConsent(true)]]);
  });

  it('takes a typed answer', () => {
    afterQuestion().plays([[2, types('yes'), 'record: given', ...HELLO]]);
  });

  it('ignores the caller during the greeting only, where the agent does', () => {
    afterQuestion({ ignoreUntilGreeted: true })
      .plays(says('Yes', 'record: given', 'mute', ...HELLO))
      .plays([
        [4, starts(2), 'no wait'],
        [5, played(2, 'Hello.'), 'unmute', 'wait no_activity 300'],
      ]);
  });

  it('leaves an unclear answer to the model, which can report consent once it is clear', () => {
    const table = afterQuestion()
      .plays(says('What do you need it for?', 'generate 2: What do you need it for?', 'wait model_output 8'))
      .plays([
        [4, reportsConsent(true), 'record: given'],
        [5, reportsConsent(true)],
        [6, reportsConsent(false), 'do not record: given'],
        [7, reportsConsent(true)],
      ]);
    assert.deepEqual(table.offered, [['end_conversation', 'set_recording_consent']]);
  });

  it('asks again when the caller speaks into the question, and takes no yes to half of it', () => {
    const table = new ConversationTable(asking).after([0, connects], [0.5, starts(1)]).plays([
      [0.7, talks, 'pause', 'wait unconfirmed_speech 3'],
      [0.9, interim('Yes sure go'), 'cancel speech 1', 'resume', 'no wait'],
      [0.95, cancelled(1, 'May I'), 'wait turn_end 9.95'],
      [1.8, stops, 'wait final_transcript 3'],
      [2, final('Yes sure go ahead'), 'say 2: May I record this call?', 'end 2', 'wait first_audio 15'],
      [2.5, starts(2), 'no wait'],
      [3, played(2, QUESTION), 'wait consent_answer 6'],
      [9, elapses('consent_answer'), 'do not record: not_given', 'say 3: Hello.', 'end 3', 'wait first_audio 15'],
    ]);
    assert.deepEqual(table.context, ['agent: May I', 'caller: Yes sure go ahead', `agent: ${QUESTION}`]);
  });

  it('takes a no to half of the question', () => {
    new ConversationTable(asking)
      .after(
        [0, connects],
        [0.5, starts(1)],
        [0.7, talks],
        [0.9, interim('No')],
        [0.95, cancelled(1, 'May I')],
        [1.8, stops],
      )
      .plays([[2, final('No'), 'do not record: refused', ...HELLO]]);
  });

  it('takes a yes over the last words of the question, with or without a question mark', () => {
    const question = 'Say yes if I may record this.';
    new ConversationTable({ ...asking, consent: { question, waitMs: 6_000 } })
      .after([0, connects], [0.5, starts(1)], [2, talks], [2.6, stops], [2.8, final('Yes')])
      .plays([[3, played(1, question), 'record: given', ...HELLO]]);
  });

  it('stops the recording when the caller asks for it, also where the model does not report it', () => {
    afterQuestion()
      .after([2, talks], [2.8, stops], [3, final('Yes')], [3.5, starts(2)], [4, played(2, 'Hello.')])
      .after([5, talks], [5.8, stops])
      .plays([
        [
          6,
          final('Please stop recording.'),
          'generate 3: Please stop recording.',
          'do not record: given',
          'wait model_output 8',
        ],
        [7, reportsConsent(true)],
      ]);
  });

  it('is left out for a caller who is rejected', () => {
    new ConversationTable({ ...asking, rejection: 'We are closed.' }).plays([
      [0, connects, 'mute', 'say 1: We are closed.', 'end 1', 'wait last_words 60'],
      [1, reportsConsent(true)],
    ]);
  });
});
