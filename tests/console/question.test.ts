import { assert } from 'chai';
import { relevanceOf } from '../../console/src/pages/knowledge/try/relevance.ts';
import { highlighted } from '../../console/src/pages/knowledge/try/highlight.ts';

const hits = (text: string, question: string): string[] =>
  highlighted(text, question).flatMap(({ text: piece, isHit }) => (isHit ? [piece] : []));

describe('the passages that were found for a question', () => {
  it('show the words of the question in any inflection, but for those that every question has', () => {
    const text = 'Cancelled bookings cost nothing; the café opens at 9.';
    assert.deepEqual(hits(text, 'What does it COST to cancel a booking?'), ['Cancelled', 'bookings', 'cost']);
    assert.deepEqual(hits(text, 'Is the cafe opening at 9'), ['café', 'opens', '9']);
    assert.deepEqual(hits(text, 'How is it?'), []);
    assert.deepEqual(hits('營業時間是九點', '時間'), ['時間']);
  });

  it('keep every letter of the text, in order', () => {
    const text = ' “Dogs”, said he…\n dogs! ';
    const pieces = highlighted(text, 'dog');
    assert.strictEqual(pieces.map(({ text: piece }) => piece).join(''), text);
    assert.lengthOf(pieces, 5);
  });

  it('are rated near relative to the nearest, and unrelated at distance 1', () => {
    assert.deepEqual(
      [0.6, 0.6, 0.7, 0.71, 0.99].map((distance) => relevanceOf(distance, 0.6)),
      ['nearest', 'nearest', 'near', 'farther', 'unrelated'],
    );
    assert.strictEqual(relevanceOf(1, 1), 'unrelated');
  });
});
