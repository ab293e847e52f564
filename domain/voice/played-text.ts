import { WORD_SEGMENTER, wordEnds, type Stretch } from './word-timing.ts';

/** How far a voice is: so much of its text is over after so much of its audio. */
export interface WordTiming {
  /** Characters of the text. */
  readonly reached: number;
  /** Seconds of the audio. */
  readonly at: number;
}

/** One spoken piece of text and how much of its audio was played. `samples` is null unless all of it was synthesised. */
export interface PlayedSegment {
  readonly text: string;
  readonly samples: number | null;
  readonly played: number;
  /** Samples that were synthesised so far: there are as many at least. */
  readonly synthesised?: number;
  /** Where the audio is silent, in samples and in order, as far as it was synthesised. */
  readonly silences?: readonly Stretch[];
  /** What the voice told of its words, in their order; nothing where it tells none. */
  readonly marks?: readonly WordTiming[];
}

/** Pace of a voice that has not spoken yet, in characters per second; on the slow side of speech. */
export const CHARACTERS_PER_SECOND = 14;

/**
 * The text that was really played: whole pieces, and of the one being played the words that were over. A word counts when
 * all of its audio was played; one that was cut off was not heard. `pace`, in characters per second, is how fast the voice
 * has spoken: by it the length of audio is estimated that is still being synthesised.
 */
export const playedText = (
  pieces: readonly PlayedSegment[],
  sampleRate: number,
  pace: number = CHARACTERS_PER_SECOND,
): string =>
  pieces
    .map((piece) => playedTextOf(piece, sampleRate, pace))
    .filter((text) => text !== '')
    .join(' ');

function playedTextOf(piece: PlayedSegment, sampleRate: number, pace: number): string {
  if (piece.played === 0) return '';
  const reached = charactersPlayed(piece, sampleRate, pace);
  const whole = [...WORD_SEGMENTER.segment(piece.text)].filter(
    ({ index, segment }) => index + segment.length <= reached,
  );
  return whole
    .map(({ segment }) => segment)
    .join('')
    .trim();
}

/** How many characters were over: by the marks as far as they go, and from there on by the words and silences that follow. */
function charactersPlayed(piece: PlayedSegment, sampleRate: number, pace: number): number {
  const { text, samples, played, marks = [] } = piece;
  if (samples !== null && played >= samples) return text.length;
  const next = marks.findIndex(({ at }) => at * sampleRate > played);
  if (next !== -1) return marks[next - 1]?.reached ?? 0;
  const { reached, at } = marks.at(-1) ?? { reached: 0, at: 0 };
  const rest = text.slice(reached);
  const { sound, silences } = soundFrom(piece, at * sampleRate, (rest.length / pace) * sampleRate);
  const over = wordEnds(rest, sound, { silences, sampleRate }).findLast((word) => word.at <= played);
  return reached + (over?.reached ?? 0);
}

/**
 * Where the words from here on are spoken, and the silences between them. While not all is synthesised they are expected to
 * take so many samples.
 */
function soundFrom(
  { samples, synthesised = 0, silences: all = [] }: PlayedSegment,
  begin: number,
  expected: number,
): { readonly sound: Stretch; readonly silences: readonly Stretch[] } {
  const known = samples ?? synthesised;
  const silences = all.filter(({ to }) => to > begin);
  const from = silences[0] && silences[0].from <= begin ? silences[0].to : begin;
  const last = silences.at(-1);
  const whole = last && last.to >= known ? last.from : known;
  const to = samples === null ? Math.max(synthesised, from + expected) : whole;
  const within = silences.filter((each) => each.from > from && each.to < known);
  return { sound: { from, to: Math.max(from, to) }, silences: within };
}
