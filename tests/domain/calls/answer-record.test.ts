import { assert } from 'chai';
import { ANSWERS_MAX, mergedAnswers, redactedAnswer, type AnswerRecord } from '../../../domain/calls/answer-record.ts';

const answer = (number: number, words = 'At nine.'): AnswerRecord => ({
  ...{ number, at: '2026-01-31T09:30:00.000Z', question: 'When?', answer: words, lookup: 'found' },
  sources: [{ document_id: 'd', chunk_id: 'd:0', source_filename: 'hours.pdf', page: 1 }],
});

describe('mergedAnswers', () => {
  it('orders answers by turn, and replaces one that is reported again', () => {
    assert.deepEqual(mergedAnswers([answer(2, 'At')], [answer(1), answer(2)]), [answer(1), answer(2)]);
  });

  it('keeps the first hundred', () => {
    const many = Array.from({ length: 150 }, (_, at) => answer(at + 1));
    assert.lengthOf(mergedAnswers([], many), ANSWERS_MAX);
    assert.deepEqual(mergedAnswers(many.slice(0, ANSWERS_MAX), [answer(7, 'New.'), answer(130)])[6], answer(7, 'New.'));
  });
});

describe('redactedAnswer', () => {
  it('leaves out words of both sides and of the search, and keeps the sources', () => {
    const both = { ...answer(1, 'You wrote ada@example.com.'), question: 'I am ada@example.com.' };
    const redaction = { kinds: ['email'], values: [] } as const;
    const { sources, ...words } = redactedAnswer({ ...both, searched_for: 'mail ada@example.com' }, redaction);
    assert.notInclude(JSON.stringify(words), 'ada@');
    assert.equal(words.searched_for, 'mail [email]');
    assert.deepEqual(sources, both.sources);
    assert.notProperty(redactedAnswer(both, redaction), 'searched_for');
  });
});
