import { assert } from 'chai';
import { substitute } from '../../domain/agents/variables.ts';
import { compileScript, replyTo } from '../../domain/script/script.ts';
import { filledText } from '../../domain/bounded-text.ts';

/** What a filled text has at most. In characters. */
const MOST = 200_000;
/** As long as a text in an agent's settings may be. */
const LONG = 'hello you '.repeat(20_000);

/** The reply to these words when no rule fits. */
function otherwise(say: string, words: string): string {
  const step = replyTo([{ role: 'user', content: words }], compileScript([], say)).next();
  return step.done ? step.value.say : assert.fail('It paused without a rule');
}

describe('text with many placeholders', () => {
  it('is cut at 200,000 characters in a prompt', () => {
    const prompt = '{{a}}'.repeat(MOST / 5);
    assert.equal(substitute(prompt, { a: LONG }), LONG);
    assert.lengthOf(substitute(prompt, { a: { long: LONG } }), MOST);
    assert.equal(substitute(`{{a}}${prompt}`, { a: 'x' }), 'x'.repeat(MOST / 5 + 1));
  });

  it('is cut at 200,000 characters in the reply of a script', () => {
    assert.isAtMost(otherwise('$&'.repeat(MOST / 2), 'many words '.repeat(50)).length, MOST);
    assert.equal(otherwise('$&, $& and $1', 'so'), 'so, so and $1');
  });

  it('is filled no further than its limit', () => {
    let requestCount = 0;
    const value = (): string => {
      requestCount += 1;
      return LONG;
    };
    filledText('x'.repeat(1_000), /x/g, value, MOST);
    assert.equal(requestCount, 2);
  });

  it('is cut between characters only', () => {
    assert.equal(substitute('a{{a}}', { a: '🂡'.repeat(MOST) }), `a${'🂡'.repeat(MOST / 2 - 1)}`);
  });
});
