import { CHARACTERS_PER_SECOND, playedText, type WordTiming } from '../../domain/voice/played-text.ts';
import type { Silences } from '../../domain/voice/silences.ts';
import { FRAME_MS, type FrameOwner } from './speech-frame.ts';

/** A piece of text that is spoken in one go. */
export interface Piece extends FrameOwner {
  readonly speech: Speech;
  /** Its place in the speech, from 0 on. */
  readonly part: number;
  readonly text: string;
  /** Frames there are of the piece, null while it is being synthesised. */
  frames: number | null;
  /** Frames that were synthesised so far. */
  readonly made: MadeFrames;
  /** Whether those frames are all of its text; a voice may break in the middle. */
  isWhole: boolean;
  /** Where in the text the voice is when, as far as it tells. */
  marks: WordTiming[];
  playedFrames: number;
  announced: boolean;
  /** Whether it was reported how much of it was played. */
  reported: boolean;
  /** Whether the voice was told that it comes. */
  foretold: boolean;
}

/** The frames of a piece that were synthesised so far. */
export interface MadeFrames {
  count: number;
  readonly silences: Silences;
}

/** What is said as one, piece after piece. */
export interface Speech {
  readonly id: number;
  readonly pieces: Piece[];
  complete: boolean;
  started: boolean;
  failure: string | null;
  readonly abort: AbortController;
}

export const newSpeech = (id: number): Speech => ({
  id,
  pieces: [],
  complete: false,
  started: false,
  failure: null,
  abort: new AbortController(),
});

export const isSynthesised = (speech: Speech): boolean =>
  speech.complete && speech.pieces.every(({ frames }) => frames !== null);

/** Whether all of it that will ever be synthesised was played. */
export function isPlayed({ complete, failure, pieces }: Speech): boolean {
  const coming = failure === null ? pieces : pieces.filter(({ frames }) => frames !== null);
  return complete && coming.every(({ frames, playedFrames }) => frames !== null && playedFrames >= frames);
}

export const isSilent = ({ pieces }: Speech): boolean => pieces.every(({ frames }) => frames === 0);

/** How fast a voice speaks, learned from the texts that it has synthesised whole. */
export class SpeakingPace {
  #characters = 0;
  #seconds = 0;

  /** A text has become this many frames. */
  learn(text: string, frames: number): void {
    this.#characters += text.length;
    this.#seconds += (frames * FRAME_MS) / 1000;
  }

  /** Characters per second. */
  get pace(): number {
    return this.#seconds > 0 ? this.#characters / this.#seconds : CHARACTERS_PER_SECOND;
  }
}

/** What was heard of it, as far as its frames were played at this rate. */
export function heardOf({ pieces }: Pick<Speech, 'pieces'>, outputRate: number, { pace }: SpeakingPace): string {
  const perFrame = (outputRate * FRAME_MS) / 1000;
  const spoken = pieces.map(({ text, marks, frames, made, isWhole, playedFrames }) => ({
    text,
    marks,
    synthesised: made.count * perFrame,
    silences: made.silences.list(FRAME_MS).map(({ from, to }) => ({ from: from * perFrame, to: to * perFrame })),
    samples: isWhole && frames !== null ? frames * perFrame : null,
    played: playedFrames * perFrame,
  }));
  return playedText(spoken, outputRate, pace);
}
