import { CHARACTERS_PER_SECOND, playedText, type WordTiming } from '../../domain/voice/played-text.ts';
import type { Silences } from '../../domain/voice/silences.ts';
import { FRAME_MS, type FrameOwner } from './speech-frame.ts';

/** A piece of text that is spoken in one go. */
export interface SpeechSegment extends FrameOwner {
  readonly speech: QueuedSpeech;
  /** Its place in the speech, from 0 on. */
  readonly part: number;
  readonly text: string;
  /** Frames there are of the piece, null while it is being synthesised. */
  frames: number | null;
  /** Frames that were synthesised so far. */
  readonly synthesised: SynthesisedFrames;
  /** Whether those frames are all of its text; a voice may break in the middle. */
  isComplete: boolean;
  /** Where in the text the voice is when, as far as it tells. */
  wordTimings: WordTiming[];
  playedFrames: number;
  isAnnounced: boolean;
  /** Whether it was reported how much of it was played. */
  isReported: boolean;
  /** Whether the voice was told that it comes. */
  isPrepared: boolean;
}

/** The frames of a piece that were synthesised so far. */
export interface SynthesisedFrames {
  count: number;
  readonly silences: Silences;
}

/** What is said as one, piece after piece. */
export interface QueuedSpeech {
  readonly id: number;
  readonly segments: SpeechSegment[];
  isComplete: boolean;
  hasStarted: boolean;
  failure: string | null;
  readonly abort: AbortController;
}

export const newQueuedSpeech = (id: number): QueuedSpeech => ({
  id,
  segments: [],
  isComplete: false,
  hasStarted: false,
  failure: null,
  abort: new AbortController(),
});

export const isSynthesised = (speech: QueuedSpeech): boolean =>
  speech.isComplete && speech.segments.every(({ frames }) => frames !== null);

/** Whether all of it that will ever be synthesised was played. */
export function isPlayed({ isComplete, failure, segments }: QueuedSpeech): boolean {
  const coming = failure === null ? segments : segments.filter(({ frames }) => frames !== null);
  return isComplete && coming.every(({ frames, playedFrames }) => frames !== null && playedFrames >= frames);
}

export const isSilent = ({ segments }: QueuedSpeech): boolean => segments.every(({ frames }) => frames === 0);

/** How fast a voice speaks, learned from the texts that it has synthesised whole. */
export class SpeechRate {
  #characters = 0;
  #seconds = 0;

  /** A text has become this many frames. */
  record(text: string, frames: number): void {
    this.#characters += text.length;
    this.#seconds += (frames * FRAME_MS) / 1000;
  }

  /** Characters per second. */
  get charactersPerSecond(): number {
    return this.#seconds > 0 ? this.#characters / this.#seconds : CHARACTERS_PER_SECOND;
  }
}

/** What was heard of it, as far as its frames were played at this rate. */
export function playedTextOf(
  { segments }: Pick<QueuedSpeech, 'segments'>,
  outputRate: number,
  { charactersPerSecond }: SpeechRate,
): string {
  const perFrame = (outputRate * FRAME_MS) / 1000;
  const spoken = segments.map(({ text, wordTimings, frames, synthesised, isComplete, playedFrames }) => ({
    text,
    marks: wordTimings,
    synthesised: synthesised.count * perFrame,
    silences: synthesised.silences.list(FRAME_MS).map(({ from, to }) => ({ from: from * perFrame, to: to * perFrame })),
    samples: isComplete && frames !== null ? frames * perFrame : null,
    played: playedFrames * perFrame,
  }));
  return playedText(spoken, outputRate, charactersPerSecond);
}
