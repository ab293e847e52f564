import { assert } from 'chai';
import type { AnswerSource } from '../../../domain/calls/answer-record.ts';
import { answerAfter, answerRecord, NO_ANSWER } from '../../../domain/voice/answers.ts';
import type {
  ConversationEvent,
  ConversationEventBody,
  SpeechKind,
} from '../../../domain/voice/conversation-events.ts';

const source = (at: number): AnswerSource => ({
  ...{ document_id: 'd1', chunk_id: `d1:${at}`, source_filename: 'hours.pdf', page: at },
});
const turn = (text: string): ConversationEventBody => ({
  ...{ type: 'turn_ended', text, started_at: 500, ended_by: 'silence' },
});
const search = (question: string, ...sources: AnswerSource[]): ConversationEventBody => ({
  ...{ type: 'knowledge_searched', question, lookup: sources.length > 0 ? 'found' : 'nothing_close', sources },
});
const says = (played_text: string, kind: SpeechKind = 'reply'): ConversationEventBody => ({
  ...{ type: 'agent_speech_ended', speech: 1, kind, started_at: 2_000, played_text, interrupted: false },
});

/** The record after these events. */
const after = (...bodies: ConversationEventBody[]) =>
  answerRecord(bodies.map((body): ConversationEvent => ({ ...body, at: 3_000 })).reduce(answerAfter, NO_ANSWER));

describe('answer record', () => {
  it('has what was heard, the question and the passages', () => {
    assert.deepEqual(after(turn('When  do you open?'), search('When do you open?', source(1)), says('At nine.')), {
      ...{ number: 1, at: '1970-01-01T00:00:02.000Z', question: 'When do you open?', answer: 'At nine.' },
      ...{ lookup: 'found', sources: [source(1)] },
    });
  });

  it('exists once something was heard, of a reply to words of the caller', () => {
    assert.isNull(after(turn('When?'), search('When?', source(1))));
    assert.isNull(after(turn('When?'), says('  ')));
    assert.isNull(after(says('Hello.')));
    for (const kind of ['greeting', 'prompt', 'hold', 'apology', 'closing'] as const)
      assert.isNull(after(turn('When?'), says('One moment.', kind)), kind);
  });

  it('says what was searched for where it differs from the question', () => {
    const record = after(turn('And on Sundays?'), search('open Sundays', source(1)), says('At ten.'));
    assert.propertyVal(record, 'searched_for', 'open Sundays');
  });

  it('joins the passages of several searches, each once, and what was found outweighs what was not', () => {
    const record = after(
      turn('When?'),
      says('One moment.'),
      ...[search('hours', source(1)), search('x'), search('times', source(2), source(1))],
      says('At nine.'),
    );
    assert.deepInclude(record, { answer: 'One moment. At nine.', lookup: 'found', searched_for: 'hours' });
    assert.sameDeepMembers([...record!.sources], [source(1), source(2)]);
  });

  it('tells a search without a result from no search', () => {
    assert.propertyVal(after(turn('Pool?'), search('Pool?'), says('I do not know.')), 'lookup', 'nothing_close');
    assert.propertyVal(after(turn('Pool?'), says('Yes.')), 'lookup', 'not_searched');
  });

  it('counts turns, joins words that were not answered, and forgets their search', () => {
    const record = after(
      ...[turn('Hello.'), says('Hello.')],
      ...[turn('When do'), search('When do', source(1)), turn('you open?'), says('At nine.')],
    );
    assert.deepInclude(record, { number: 2, question: 'When do you open?', lookup: 'not_searched', sources: [] });
  });

  it('takes text replies sentence by sentence', () => {
    const written = (text: string, audio = false): ConversationEventBody => ({
      ...{ type: 'agent_speech_text', audio, speech: 1, part: 0, text },
    });
    const record = after(turn('When?'), written('At nine.'), written('Not on Sundays.'), written('unheard', true));
    assert.deepInclude(record, { answer: 'At nine. Not on Sundays.', at: '1970-01-01T00:00:03.000Z' });
  });

  it('is cut', () => {
    const many = Array.from({ length: 30 }, (_, at) => ({ ...source(at), heading: 'h'.repeat(9_999) }));
    const long = 'x'.repeat(9_999);
    const record = after(turn(long), search(`y${long}`, ...many), says(long));
    const { question, searched_for = '', answer, sources } = record!;
    assert.deepEqual([question.length, searched_for.length, answer.length, sources.length], [1_000, 500, 2_000, 10]);
    assert.lengthOf(sources[0]?.heading ?? '', 500);
  });
});
