/** One spoken piece of text and how much of its audio was played. `samples` is null unless all of it was synthesised. */
export interface SpokenPiece {
  readonly text: string;
  readonly samples: number | null;
  readonly played: number;
}

/** Assumed pace where the audio's length is not known yet, in characters per second; on the slow side of speech. */
const CHARACTERS_PER_SECOND = 14;
/** Words and what stands between them, also of scripts that write no spaces. */
const WORDS = new Intl.Segmenter(undefined, { granularity: 'word' });

/** The text that was really played: whole pieces, and of the one being played the words that were over. */
export const heardText = (pieces: readonly SpokenPiece[], sampleRate: number): string =>
  pieces
    .map((piece) => heardOf(piece, sampleRate))
    .filter((text) => text !== '')
    .join(' ');

function heardOf({ text, samples, played }: SpokenPiece, sampleRate: number): string {
  if (played === 0) return '';
  const total = samples ?? (text.length / CHARACTERS_PER_SECOND) * sampleRate;
  const reached = Math.floor(text.length * Math.min(1, played / total));
  // A word that was cut off was not heard.
  const whole = [...WORDS.segment(text)].filter(({ index, segment }) => index + segment.length <= reached);
  return whole
    .map(({ segment }) => segment)
    .join('')
    .trim();
}
