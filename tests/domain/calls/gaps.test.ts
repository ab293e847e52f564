import { assert } from 'chai';
import type { AnswerRecord } from '../../../domain/calls/answer-record.ts';
import { gapCount, gapsIn, groupedGaps, type Gap } from '../../../domain/calls/gaps.ts';

const answer = (number: number, question: string, more: Partial<AnswerRecord> = {}): AnswerRecord => ({
  ...{ number, at: `2026-01-31T09:30:0${number}.000Z`, question, answer: 'I do not know.' },
  ...{ lookup: 'nothing_close', sources: [], ...more },
});
const CALL = { call_id: 'c1', agent_id: 'a1', agent_name: 'Desk' };

describe('gaps of a call', () => {
  it('are questions without a passage and marked answers; small talk is none', () => {
    const answers = [
      answer(1, 'Do you have a pool?'),
      answer(2, 'Thank you.'),
      answer(3, 'When do you open?', { lookup: 'found' }),
      answer(4, 'Is parking free?', { lookup: 'failed' }),
      answer(6, 'How are you?'),
      answer(7, 'Goodbye.'),
      answer(5, 'Where is the lift?', { lookup: 'found', searched_for: 'lift where' }),
    ];
    const marks = [{ number: 5, at: '2026-02-01T00:00:00.000Z', note: 'No', correct_answer: 'Left.' }];
    const gaps = gapsIn({ ...CALL, answers, wrong_answers: marks });
    assert.deepEqual(
      gaps.map(({ number, kind }) => [number, kind]),
      [
        [1, 'unanswered'],
        [5, 'wrong'],
      ],
    );
    assert.deepInclude(gaps[1], { ...CALL, note: 'No', correct_answer: 'Left.', searched_for: 'lift where' });
    assert.equal(gapCount({ answers, wrong_answers: marks }), 2);
    assert.isNull(gapCount({ answers: answers.slice(1, 6) }));
    assert.isNull(gapCount({}));
    const trial = { answers, wrong_answers: marks, agent_draft: 'r1' };
    assert.isNull(gapCount(trial), 'a trial of a draft has none');
    assert.isEmpty(gapsIn({ ...CALL, ...trial }));
  });

  it('are wrong rather than unanswered once they are marked', () => {
    const marked = {
      answers: [answer(1, 'Pool?')],
      wrong_answers: [
        { number: 1, at: '' },
        { number: 9, at: '' },
      ],
    };
    assert.deepEqual(
      gapsIn({ ...CALL, ...marked }).map(({ kind }) => kind),
      ['wrong'],
    );
  });
});

describe('groupedGaps', () => {
  let made = 0;
  const gap = (question: string, more: Partial<Gap> = {}): Gap => ({
    ...{ ...CALL, kind: 'unanswered', number: (made += 1), question, answer: 'No idea.' },
    ...{ at: `2026-01-31T09:${String(made).padStart(2, '0')}:00.000Z`, ...more },
  });
  const shown = (...gaps: Gap[]) => groupedGaps(gaps, 2).map(({ question, count }) => [question, count]);

  it('joins questions that share most of their words, the most frequent first', () => {
    assert.deepEqual(
      shown(gap('Do you have a pool?'), gap('Is there parking?'), gap('have you got pools'), gap('Pool?')),
      [
        ['Pool?', 3],
        ['Is there parking?', 1],
      ],
    );
  });

  it('keeps wrong answers apart, and looks at what was searched for', () => {
    assert.lengthOf(shown(gap('Pool?'), gap('Pool?', { kind: 'wrong' })), 2);
    assert.lengthOf(shown(gap('Sauna price'), gap('What does it cost?', { searched_for: 'sauna price' })), 1);
  });

  it('joins questions without a topic by their words', () => {
    assert.deepEqual(shown(gap('Why?'), gap('why?'), gap('How?')), [
      ['why?', 2],
      ['How?', 1],
    ]);
  });

  it('lists the latest answers of a group and counts all', () => {
    const [group] = groupedGaps([gap('Pool?'), gap('Pool?'), gap('Pool?')], 2);
    assert.equal(group?.count, 3);
    assert.deepEqual(
      group?.answers.map(({ at }) => at),
      [group?.last_at, group?.answers[1]?.at],
    );
    assert.isAbove(group!.answers[0]!.at.localeCompare(group!.answers[1]!.at), 0);
  });
});
