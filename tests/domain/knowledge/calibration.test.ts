import { assert } from 'chai';
import fc from 'fast-check';
import {
  CALIBRATION_VERSION,
  calibrationOf,
  mayAnswer,
  reachOf,
  REACH,
  sampleQuestions,
  type Calibration,
} from '../../../domain/knowledge/calibration.ts';
import { CHARACTERS } from '../../support/characters.ts';

const passage = (text: string, heading: string | null = null) => ({ heading, text });
const measured = (lacking: number, questions = 16, more: Partial<Calibration> = {}): Calibration => ({
  ...{ version: CALIBRATION_VERSION, questions, lacking, distance: 0.4 },
  ...more,
});

describe('sample questions', () => {
  it('are the last heading above a passage, or words of a sentence in its middle', () => {
    const text = 'Welcome. The garden behind the museum opens at nine on every weekday. Bye.';
    const [named, worded] = sampleQuestions([passage(text, 'Visit › Opening hours of the garden'), passage(text)]);
    assert.deepEqual(named, { at: 0, question: 'opening hours garden' });
    assert.equal(worded?.at, 1);
    assert.match(worded!.question, /^garden \w+ \w+ \w+$/);
    assert.notInclude(worded!.question, 'welcome');
  });

  it('are a part of a sentence where a script has no spaces', () => {
    const [one] = sampleQuestions([passage('博物馆的花园每个工作日上午九点开放。欢迎。')]);
    assert.deepEqual(one, { at: 0, question: '博物馆的花园每个工作' });
  });

  it('are few, and spread over a long document', () => {
    const many = Array.from({ length: 400 }, (_, at) => passage(`The room${at} has chairs${at} and tables${at}.`));
    const places = sampleQuestions(many).map(({ at }) => at);
    assert.lengthOf(places, 16);
    assert.isBelow(places[0]!, 25);
    assert.isAbove(places[15]!, 375);
  });

  it('are left out where a passage has too few words', () => {
    assert.isEmpty(sampleQuestions([passage('12.'), passage(''), passage('。'), passage('And the of')]));
    assert.isEmpty(sampleQuestions([]));
  });

  it('are found in whatever a passage is', () => {
    fc.assert(
      fc.property(fc.string({ unit: CHARACTERS }), fc.option(fc.string({ unit: CHARACTERS })), (text, heading) => {
        for (const { at, question } of sampleQuestions([{ text, heading }])) {
          assert.equal(at, 0);
          assert.notEqual(question.trim(), '');
        }
      }),
    );
  });

  it('may be answered by the passages beside them and under the same headings', () => {
    const all = [passage('a', 'One'), passage('b', 'Two'), passage('c'), passage('d', 'One'), passage('e')];
    const answering = all.map((_, other) => mayAnswer(all, 0, other));
    assert.deepEqual(answering, [true, true, false, true, false]);
    assert.isFalse(mayAnswer(all, 2, 4), 'no heading is not the same heading');
  });
});

describe('the calibration of a document', () => {
  it('is the middle of its questions', () => {
    const of = (...lacking: number[]) => calibrationOf(lacking.map((each) => ({ lacking: each, distance: each / 2 })));
    const known = { version: CALIBRATION_VERSION, questions: 3, lacking: 0.7, distance: 0.35 };
    assert.deepEqual(of(0.9, 0.7, 0.1), known);
    assert.equal(of(1 / 3).lacking, 0.333);
    assert.equal(of().questions, 0);
  });
});

describe('how far passages may be', () => {
  it('follows what was measured, weighted by questions, within bounds', () => {
    assert.approximately(reachOf([measured(0.8)], false).lacking, 0.93 * 0.8, 1e-9);
    assert.approximately(reachOf([measured(0.8), measured(0.7, 40)], false).lacking, 0.93 * 0.7, 1e-9);
    assert.equal(reachOf([measured(0)], false).lacking, REACH.least);
    assert.equal(reachOf([measured(1)], false).lacking, REACH.most);
  });

  it('is a standard while little was measured, or in another way', () => {
    for (const few of [[], [measured(0.1, 5), measured(0.9, 6)], [measured(0.1, 50, { version: 0 })]])
      assert.deepEqual(reachOf(few, false), { lacking: REACH.unlearned, distance: null });
  });

  it('goes by distances too where a model knows meaning, and has no end before they are measured', () => {
    assert.equal(reachOf([measured(0.8)], true).distance, 0.4);
    assert.equal(reachOf([], true).distance, Infinity);
    assert.isNull(reachOf([measured(0.8)], false).distance);
  });
});
