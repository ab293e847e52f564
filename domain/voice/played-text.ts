import { WORD_SEGMENTER, wordEnds, type Stretch } from './word-timing.ts';

/** When a word of the text ends in its audio, as the TTS vendor reports it. */
export interface WordTiming {
  /** Characters of the text up to the end of the word. */
  readonly reached: number;
  /** Seconds of audio up to the end of the word. */
  readonly at: number;
}

/** A segment of text and the playout of its audio. `samples` is null until all of it is synthesised. */
export interface PlayedSegment {
  readonly text: string;
  readonly samples: number | null;
  readonly played: number;
  /** Samples synthesised so far. */
  readonly synthesised?: number;
  /** Silences in the synthesised audio, in samples, in order. */
  readonly silences?: readonly Stretch[];
  /** Word timings of the vendor, in order. Absent where it reports none. */
  readonly marks?: readonly WordTiming[];
}

/** Assumed pace of a new voice, in characters per second: slow, so that played text is not overestimated. */
export const CHARACTERS_PER_SECOND = 14;

/**
 * The text that was really played: whole segments, and of the current one the words whose audio was played to the end.
 * `pace` is the measured pace of the voice in characters per second. It estimates the length of audio that is still
 * being synthesised.
 */
export const playedText = (
  segments: readonly PlayedSegment[],
  sampleRate: number,
  pace: number = CHARACTERS_PER_SECOND,
): string =>
  segments
    .map((segment) => playedTextOf(segment, sampleRate, pace))
    .filter((text) => text !== '')
    .join(' ');

function playedTextOf(segment: PlayedSegment, sampleRate: number, pace: number): string {
  if (segment.played === 0) return '';
  const reached = charactersPlayed(segment, sampleRate, pace);
  return [...WORD_SEGMENTER.segment(segment.text)]
    .filter((part) => part.index + part.segment.length <= reached)
    .map((part) => part.segment)
    .join('')
    .trim();
}

/** Characters played: by word timings as far as they reach, after them estimated from words and silences. */
function charactersPlayed(segment: PlayedSegment, sampleRate: number, pace: number): number {
  const { text, samples, played, marks = [] } = segment;
  if (samples !== null && played >= samples) return text.length;
  const next = marks.findIndex(({ at }) => at * sampleRate > played);
  if (next !== -1) return marks[next - 1]?.reached ?? 0;
  const { reached, at } = marks.at(-1) ?? { reached: 0, at: 0 };
  const rest = text.slice(reached);
  const { sound, silences } = soundFrom(segment, at * sampleRate, (rest.length / pace) * sampleRate);
  const over = wordEnds(rest, sound, { silences, sampleRate }).findLast((word) => word.at <= played);
  return reached + (over?.reached ?? 0);
}

/**
 * Where the words from `begin` on are spoken, and the silences between them. `expected` is their estimated length in
 * samples while synthesis is still running.
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
