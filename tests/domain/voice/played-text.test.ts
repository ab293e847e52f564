import { assert } from 'chai';
import fc from 'fast-check';
import { playedText, type PlayedSegment } from '../../../domain/voice/played-text.ts';

const RATE = 1_000;
const piece = (text: string, samples: number | null, played: number): PlayedSegment => ({ text, samples, played });
const playedOf = (...pieces: PlayedSegment[]): string => playedText(pieces, RATE);

describe('playedText', () => {
  it('includes every segment that was played whole', () => {
    assert.equal(
      playedOf(piece('Hello there.', 500, 500), piece('How are you?', 500, 520)),
      'Hello there. How are you?',
    );
  });

  it('excludes segments that were not played or had no audio', () => {
    assert.equal(playedOf(piece('Hello there.', 500, 0), piece('How?', null, 0), piece('…', 0, 0)), '');
  });

  it('ends at the last complete word, estimated from letters and syllables', () => {
    const at = (played: number) => playedOf(piece('One two dictionaries.', 1_500, played));
    assert.deepEqual([100, 250, 260, 510, 520, 1_499].map(at), ['', '', 'One', 'One', 'One two', 'One two']);
    assert.equal(at(1_500), 'One two dictionaries.');
  });

  it('aligns words with silences and ignores those before and after speech', () => {
    const silences = [
      { from: 0, to: 300 },
      { from: 500, to: 1_000 },
      { from: 1_400, to: 1_600 },
    ];
    const at = (played: number) => playedOf({ text: 'Well, come on.', samples: 1_600, played, silences });
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

  it('matches a silence with no punctuation where none is near', () => {
    const silences = [{ from: 100, to: 250 }];
    const at = (played: number) =>
      playedOf({ text: 'Internationally recognised, yes.', samples: 2_000, played, silences });
    assert.deepEqual([250, 800].map(at), ['', '']);
  });

  it('assigns digits and spoken symbols more time than letters', () => {
    const at = (played: number) => playedOf(piece('Pay $125 today please', 2_000, played));
    assert.deepEqual([500, 1_400, 1_450].map(at), ['Pay', 'Pay', 'Pay $125']);
  });

  it('continues after whole segments', () => {
    assert.equal(
      playedOf(piece('One.', 400, 400), piece('Two three.', 1_000, 500), piece('Four.', 500, 0)),
      'One. Two',
    );
  });

  it('uses the pace of the voice while the length of the audio is unknown', () => {
    // 14 characters a second: after one second of "One two three four" some two words and a half.
    assert.equal(playedOf(piece('One two three four', null, 1_000)), 'One two three');
    assert.equal(playedOf(piece('One two', null, 9_000)), 'One two');
  });

  it('uses word timings and estimates after the last of them', () => {
    const marks = [
      { reached: 3, at: 0.2 },
      { reached: 7, at: 1 },
    ];
    const at = (played: number, samples: number | null = null) =>
      playedOf({ text: 'One two three.', samples, played, marks });
    assert.deepEqual(
      [199, 200, 999, 1_000].map((played) => at(played)),
      ['', 'One', 'One', 'One two'],
    );
    assert.deepEqual([at(1_400), at(1_500)], ['One two', 'One two three']);
    assert.deepEqual([at(1_150, 1_200), at(1_200, 1_200)], ['One two', 'One two three.']);
  });

  it('ends between words in scripts without spaces', () => {
    assert.equal(playedOf(piece('今日はとても良い天気です', 1_200, 610)), '今日はとても');
    assert.equal(playedOf(piece('你好世界', 400, 100)), '');
  });

  it('grows with playout and stays within the text', () => {
    const plays = fc.tuple(fc.nat({ max: 1_000 }), fc.nat({ max: 1_000 }));
    fc.assert(
      fc.property(fc.lorem({ maxCount: 12 }), plays, (text, [one, other]) => {
        const less = playedOf(piece(text, 1_000, Math.min(one, other)));
        const more = playedOf(piece(text, 1_000, Math.max(one, other)));
        assert.isTrue(more.startsWith(less) && text.startsWith(more));
      }),
    );
  });
});
