/** How far a voice is: so much of its text is over after so much of its audio. */
export interface WordMark {
  /** Characters of the text. */
  readonly reached: number;
  /** Seconds of the audio. */
  readonly at: number;
}

/** One spoken piece of text and how much of its audio was played. `samples` is null unless all of it was synthesised. */
export interface SpokenPiece {
  readonly text: string;
  readonly samples: number | null;
  readonly played: number;
  /** Samples that were synthesised so far: there are as many at least. */
  readonly synthesised?: number;
  /** What the voice told of its words, in their order; nothing where it tells none. */
  readonly marks?: readonly WordMark[];
}

/** Pace of a voice that has not spoken yet, in characters per second; on the slow side of speech. */
export const CHARACTERS_PER_SECOND = 14;
/** Words and what stands between them, also of scripts that write no spaces. */
const WORDS = new Intl.Segmenter(undefined, { granularity: 'word' });

/**
 * The text that was really played: whole pieces, and of the one being played the words that were over. A word counts when
 * all of its audio was played; one that was cut off was not heard. `pace`, in characters per second, is how fast the voice
 * has spoken: by it the length of audio is estimated that is still being synthesised.
 */
export const heardText = (
  pieces: readonly SpokenPiece[],
  sampleRate: number,
  pace: number = CHARACTERS_PER_SECOND,
): string =>
  pieces
    .map((piece) => heardOf(piece, sampleRate, pace))
    .filter((text) => text !== '')
    .join(' ');

function heardOf(piece: SpokenPiece, sampleRate: number, pace: number): string {
  if (piece.played === 0) return '';
  const reached = reachedIn(piece, sampleRate, pace);
  const whole = [...WORDS.segment(piece.text)].filter(({ index, segment }) => index + segment.length <= reached);
  return whole
    .map(({ segment }) => segment)
    .join('')
    .trim();
}

/** How many characters were over: by the marks as far as they go, and from there on in proportion to the audio. */
function reachedIn(
  { text, samples, played, synthesised, marks = [] }: SpokenPiece,
  sampleRate: number,
  pace: number,
): number {
  if (samples !== null && played >= samples) return text.length;
  const next = marks.findIndex(({ at }) => at * sampleRate > played);
  if (next !== -1) return marks[next - 1]?.reached ?? 0;
  const { reached, at } = marks.at(-1) ?? { reached: 0, at: 0 };
  const unmarked = text.length - reached;
  const from = at * sampleRate;
  const total = samples ?? longer(synthesised, from + (unmarked / pace) * sampleRate);
  return reached + Math.floor(total > from ? unmarked * Math.min(1, (played - from) / (total - from)) : unmarked);
}

/** The length that audio is expected to have, of which there is so much already. */
const longer = (synthesised: number | undefined, expected: number): number => Math.max(synthesised ?? 0, expected);
