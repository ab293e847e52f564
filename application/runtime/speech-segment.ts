import { CHARACTERS_PER_SECOND, playedText, type WordTiming } from '../../domain/voice/played-text.ts';
import type { Silences } from '../../domain/voice/silences.ts';
import { FRAME_MS, type FrameOwner } from './speech-frame.ts';

/** Text of about a sentence: the unit of one TTS request. */
export interface SpeechSegment extends FrameOwner {
  readonly speech: QueuedSpeech;
  /** Its index in the speech, from 0. */
  readonly part: number;
  readonly text: string;
  /** Number of frames. Null while it is being synthesised. */
  frames: number | null;
  /** Frames synthesised so far. */
  readonly synthesised: SynthesisedFrames;
  /** Whether the frames cover all of the text. Synthesis may fail in the middle. */
  isComplete: boolean;
  /** Word timings, if the vendor reports them. */
  wordTimings: WordTiming[];
  playedFrames: number;
  isAnnounced: boolean;
  /** Whether its playout was reported. */
  isReported: boolean;
  /** Whether it was announced to the synthesiser. */
  isPrepared: boolean;
}

/** The frames of a segment synthesised so far. */
export interface SynthesisedFrames {
  count: number;
  readonly silences: Silences;
}

/** One agent speech: a sequence of segments. */
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

/** Whether all of its audio was played, as far as it could be synthesised. */
export function isPlayed({ isComplete, failure, segments }: QueuedSpeech): boolean {
  const coming = failure === null ? segments : segments.filter(({ frames }) => frames !== null);
  return isComplete && coming.every(({ frames, playedFrames }) => frames !== null && playedFrames >= frames);
}

export const isSilent = ({ segments }: QueuedSpeech): boolean => segments.every(({ frames }) => frames === 0);

/** The measured speech rate of a synthesiser. */
export class SpeechRate {
  #characters = 0;
  #seconds = 0;

  /** Records the number of frames of a text. */
  record(text: string, frames: number): void {
    this.#characters += text.length;
    this.#seconds += (frames * FRAME_MS) / 1000;
  }

  /** Characters per second. */
  get charactersPerSecond(): number {
    return this.#seconds > 0 ? this.#characters / this.#seconds : CHARACTERS_PER_SECOND;
  }
}

/** The text that was played, from the number of played frames and the output rate. */
export function playedTextOf(
  { segments }: Pick<QueuedSpeech, 'segments'>,
  outputRate: number,
  { charactersPerSecond }: SpeechRate,
): string {
  const perFrame = (outputRate * FRAME_MS) / 1000;
  const played = segments.map(({ text, wordTimings, frames, synthesised, isComplete, playedFrames }) => ({
    text,
    marks: wordTimings,
    synthesised: synthesised.count * perFrame,
    silences: synthesised.silences.list(FRAME_MS).map(({ from, to }) => ({ from: from * perFrame, to: to * perFrame })),
    samples: isComplete && frames !== null ? frames * perFrame : null,
    played: playedFrames * perFrame,
  }));
  return playedText(played, outputRate, charactersPerSecond);
}
