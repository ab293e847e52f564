import { assert } from 'chai';
import fc from 'fast-check';
import { playedText, type PlayedSegment } from '../../../domain/voice/played-text.ts';

const RATE = 1_000;
const piece = (text: string, samples: number | null, played: number): PlayedSegment => ({ text, samples, played });
const heard = (...pieces: PlayedSegment[]): string => playedText(pieces, RATE);

describe('what was heard', () => {
  it('is every piece that was played whole', () => {
    assert.equal(heard(piece('Hello there.', 500, 500), piece('How are you?', 500, 520)), 'Hello there. How are you?');
  });

  it('is nothing of what was not played, or never had a sound', () => {
    assert.equal(heard(piece('Hello there.', 500, 0), piece('How?', null, 0), piece('…', 0, 0)), '');
  });

  it('ends with the last word that was over, in proportion to the letters and syllables of the words', () => {
    const at = (played: number) => heard(piece('One two dictionaries.', 1_500, played));
    assert.deepEqual([100, 250, 260, 510, 520, 1_499].map(at), ['', '', 'One', 'One', 'One two', 'One two']);
    assert.equal(at(1_500), 'One two dictionaries.');
  });

  it('ends with the word before a silence that was reached, and counts no silence before or behind speech', () => {
    const silences = [
      { from: 0, to: 300 },
      { from: 500, to: 1_000 },
      { from: 1_400, to: 1_600 },
    ];
    const at = (played: number) => heard({ text: 'Well, come on.', samples: 1_600, played, silences });
    assert.deepEqual([400, 499, 500, 999, 1_199, 1_399, 1_400, 1_599, 1_600].map(at), [
      '',
      '',
      'Well',
      'Well',
      'Well',
      'Well, come',
      'Well, come on',
      'Well, come on',
      'Well, come on.',
    ]);
  });

  it('takes a silence for none of the punctuation where none is near', () => {
    const silences = [{ from: 100, to: 250 }];
    const at = (played: number) =>
      heard({ text: 'Internationally recognised, yes.', samples: 2_000, played, silences });
    assert.deepEqual([250, 800].map(at), ['', '']);
  });

  it('takes digits and signs that are read out for longer than letters', () => {
    const at = (played: number) => heard(piece('Pay $125 today please', 2_000, played));
    assert.deepEqual([500, 1_400, 1_450].map(at), ['Pay', 'Pay', 'Pay $125']);
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
    assert.deepEqual([at(1_400), at(1_500)], ['One two', 'One two three']);
    assert.deepEqual([at(1_150, 1_200), at(1_200, 1_200)], ['One two', 'One two three.']);
  });

  it('ends between words also in scripts without spaces', () => {
    assert.equal(heard(piece('今日はとても良い天気です', 1_200, 610)), '今日はとても');
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
