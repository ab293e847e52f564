import { assert } from 'chai';
import fc from 'fast-check';
import { heardText, type SpokenPiece } from '../../../domain/voice/heard.ts';

const RATE = 1_000;
const piece = (text: string, samples: number | null, played: number): SpokenPiece => ({ text, samples, played });
const heard = (...pieces: SpokenPiece[]): string => heardText(pieces, RATE);

describe('what was heard', () => {
  it('is every piece that was played whole', () => {
    assert.equal(heard(piece('Hello there.', 500, 500), piece('How are you?', 500, 520)), 'Hello there. How are you?');
  });

  it('is nothing of what was not played, or never had a sound', () => {
    assert.equal(heard(piece('Hello there.', 500, 0), piece('How?', null, 0), piece('…', 0, 0)), '');
  });

  it('ends with the last word that was over, in proportion to the audio', () => {
    const at = (played: number) => heard(piece('One two three.', 1_400, played));
    assert.deepEqual([100, 299, 300, 400, 699, 700, 1_299, 1_399].map(at), [
      '',
      '',
      'One',
      'One',
      'One',
      'One two',
      'One two',
      'One two three',
    ]);
  });

  it('follows whole pieces', () => {
    assert.equal(heard(piece('One.', 400, 400), piece('Two three.', 1_000, 500), piece('Four.', 500, 0)), 'One. Two');
  });

  it('is estimated by the pace of speech while the length of the audio is not known', () => {
    // 14 characters a second: after one second of "One two three four" some two words and a half.
    assert.equal(heard(piece('One two three four', null, 1_000)), 'One two three');
    assert.equal(heard(piece('One two', null, 9_000)), 'One two');
  });

  it('ends where the voice said that a word did, and is estimated from the last it told of', () => {
    const marks = [
      { reached: 3, at: 0.2 },
      { reached: 7, at: 1 },
    ];
    const at = (played: number, samples: number | null = null) =>
      heard({ text: 'One two three.', samples, played, marks });
    assert.deepEqual(
      [199, 200, 999, 1_000].map((played) => at(played)),
      ['', 'One', 'One', 'One two'],
    );
    assert.deepEqual([at(1_428), at(1_429), at(1_500)], ['One two', 'One two three', 'One two three.']);
    assert.deepEqual([at(1_150, 1_200), at(1_200, 1_200)], ['One two', 'One two three.']);
  });

  it('ends between words also in scripts without spaces', () => {
    assert.equal(heard(piece('今日はとても良い天気です', 1_200, 600)), '今日はとても');
    assert.equal(heard(piece('你好世界', 400, 100)), '');
  });

  it('never grows when less was played, and never exceeds the text', () => {
    const plays = fc.tuple(fc.nat({ max: 1_000 }), fc.nat({ max: 1_000 }));
    fc.assert(
      fc.property(fc.lorem({ maxCount: 12 }), plays, (text, [one, other]) => {
        const less = heard(piece(text, 1_000, Math.min(one, other)));
        const more = heard(piece(text, 1_000, Math.max(one, other)));
        assert.isTrue(more.startsWith(less) && text.startsWith(more));
      }),
    );
  });
});
