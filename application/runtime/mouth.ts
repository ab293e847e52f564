import { Framer } from '../../domain/audio/framing.ts';
import { heardText, type WordMark } from '../../domain/voice/heard.ts';
import type { Clock } from '../ports/clock.ts';
import type { Resampling } from '../ports/resampler.ts';
import type { Voice } from '../ports/text-to-speech.ts';
import { VendorFailure } from '../ports/vendor-failure.ts';
import { messageOf, steadily } from './deadline.ts';
import type { Playout } from './playout.ts';
import { FRAME_MS, type FrameOwner } from './speech-frame.ts';

/** The voice's first audio, and each further piece, must come within this. In milliseconds. */
const AUDIO_WAIT_MS = 5_000;
/** Synthesis stays at most this far ahead of the caller's ear, so that a long answer does not fill the memory. */
const AHEAD_MS = 10_000;

/** What becomes of the speeches. Each ends once: spoken, failed, or by `drop`. Moments are monotonic milliseconds. */
export interface MouthListener {
  /** The first audio of a speech went out. */
  started(speech: number): void;
  /** The first audio of this piece of text went out. */
  saying(speech: number, text: string): void;
  spoken(speech: number, heard: string): void;
  failed(speech: number, heard: string, message: string): void;
  /** The voice answered for the first time in this speech. */
  firstAudio(startedAt: number): void;
}

interface Piece extends FrameOwner {
  readonly speech: Speech;
  readonly text: string;
  /** Frames there are of the piece, null while it is being synthesised. */
  frames: number | null;
  /** Whether those frames are all of its text; a voice may break in the middle. */
  isWhole: boolean;
  /** Where in the text the voice is when, as far as it tells. */
  marks: WordMark[];
  playedFrames: number;
  announced: boolean;
  /** Whether the voice was told that it comes. */
  foretold: boolean;
}

interface Speech {
  readonly id: number;
  readonly pieces: Piece[];
  complete: boolean;
  started: boolean;
  failure: string | null;
  readonly abort: AbortController;
}

/** The agent's mouth: turns pieces of text into audio in their order, and plays it. */
export class Mouth {
  readonly #parts: { voice: Voice; playout: Playout; clock: Clock; resampling: Resampling; outputRate: number };
  readonly #listener: MouthListener;
  readonly #speeches = new Map<number, Speech>();
  readonly #toSynthesise: Piece[] = [];
  #working = false;
  #roomMade: (() => void) | null = null;

  constructor(
    parts: { voice: Voice; playout: Playout; clock: Clock; resampling: Resampling; outputRate: number },
    listener: MouthListener,
  ) {
    this.#parts = parts;
    this.#listener = listener;
  }

  /** Says this next. The first text of an unknown speech opens it. */
  say(id: number, text: string): void {
    const speech = this.#speeches.get(id) ?? this.#open(id);
    if (speech.complete) return;
    const piece = this.#piece(speech, text);
    speech.pieces.push(piece);
    this.#toSynthesise.push(piece);
    this.#foretell();
    void this.#work();
  }

  /** No more text comes for this speech. */
  end(id: number): void {
    const speech = this.#speeches.get(id);
    if (!speech) return;
    speech.complete = true;
    this.#finishSynthesis(speech);
    this.#finishIfOver(speech);
  }

  /** Throws the speech away and answers what was heard of it. */
  drop(id: number): string {
    const speech = this.#speeches.get(id);
    if (!speech) return '';
    this.#speeches.delete(id);
    speech.abort.abort();
    this.#parts.voice.finish?.(speech);
    this.#parts.playout.drop(new Set(speech.pieces), this.#parts.clock.monotonic());
    this.#makeRoom();
    return this.#heard(speech);
  }

  /** Ends all synthesis. Nothing is told afterwards. */
  close(): void {
    this.#parts.voice.close();
    for (const id of this.#speeches.keys()) this.drop(id);
  }

  #open(id: number): Speech {
    const abort = new AbortController();
    const speech: Speech = { id, pieces: [], complete: false, started: false, failure: null, abort };
    this.#speeches.set(id, speech);
    return speech;
  }

  #piece(speech: Speech, text: string): Piece {
    const piece: Piece = {
      speech,
      text,
      frames: null,
      isWhole: false,
      marks: [],
      playedFrames: 0,
      announced: false,
      foretold: false,
      written: () => this.#announce(piece),
      played: () => {
        piece.playedFrames += 1;
        this.#makeRoom();
        this.#finishIfOver(speech);
      },
    };
    return piece;
  }

  #announce(piece: Piece): void {
    if (piece.announced) return;
    piece.announced = true;
    if (!piece.speech.started) {
      piece.speech.started = true;
      this.#listener.started(piece.speech.id);
    }
    this.#listener.saying(piece.speech.id, piece.text);
  }

  async #work(): Promise<void> {
    if (this.#working) return;
    this.#working = true;
    for (let piece = this.#toSynthesise.shift(); piece; piece = this.#toSynthesise.shift())
      if (this.#isAlive(piece.speech) && piece.speech.failure === null) {
        const synthesis = this.#synthesise(piece);
        this.#foretell();
        await synthesis;
      }
    this.#working = false;
  }

  /** Tells the voice what comes behind the piece that it speaks. */
  #foretell(): void {
    const [next] = this.#toSynthesise;
    if (!this.#working || !next || next.foretold || !this.#isAlive(next.speech)) return;
    next.foretold = true;
    this.#parts.voice.prepare?.(next.text, next.speech);
  }

  async #synthesise(piece: Piece): Promise<void> {
    const { speech } = piece;
    const frames = { count: 0 };
    try {
      await this.#stream(piece, frames).catch((error: unknown) => {
        const mayRetry = error instanceof VendorFailure && error.retryable && frames.count === 0;
        if (!mayRetry || !this.#isAlive(speech)) throw error;
        return this.#stream(piece, frames);
      });
      piece.isWhole = true;
    } catch (error) {
      if (!speech.abort.signal.aborted) speech.failure = messageOf(error);
      speech.complete = true;
    }
    piece.frames = frames.count;
    this.#finishSynthesis(speech);
    this.#finishIfOver(speech);
  }

  /** Tells the voice when nothing more of the speech is wanted. */
  #finishSynthesis(speech: Speech): void {
    const isAll = speech.complete && speech.pieces.every(({ frames }) => frames !== null);
    if (isAll || speech.failure !== null) this.#parts.voice.finish?.(speech);
  }

  async #stream(piece: Piece, frames: { count: number }): Promise<void> {
    const { voice, playout, clock, resampling, outputRate } = this.#parts;
    const { speech, text } = piece;
    const { signal } = speech.abort;
    const marks: WordMark[] = (piece.marks = []);
    const sound = voice.speak(text, signal, { speech, marked: (mark) => marks.push(mark) });
    const startedAt = clock.monotonic();
    let isAnswered = speech.pieces[0] !== piece;
    const framer = new Framer((outputRate * FRAME_MS) / 1000);
    const resampler = resampling.open(voice.sampleRate, outputRate);
    const play = (pcm: Int16Array): void => {
      if (signal.aborted) return;
      frames.count += 1;
      playout.add({ pcm, owner: piece }, clock.monotonic());
    };
    try {
      for await (const chunk of steadily(clock, AUDIO_WAIT_MS, 'Speech synthesis', sound)) {
        if (signal.aborted) return;
        if (!isAnswered) this.#listener.firstAudio(startedAt);
        isAnswered = true;
        framer.push(resampler.process(chunk), play);
        await this.#room(signal);
      }
      const last = framer.flush();
      if (last) play(last);
    } finally {
      resampler.close();
    }
  }

  /** Waits while enough audio is ahead. */
  async #room(signal: AbortSignal): Promise<void> {
    while (this.#parts.playout.waitingMs > AHEAD_MS && !signal.aborted)
      await new Promise<void>((resolve) => (this.#roomMade = resolve));
  }

  #makeRoom(): void {
    if (this.#parts.playout.waitingMs > AHEAD_MS) return;
    this.#roomMade?.();
    this.#roomMade = null;
  }

  #finishIfOver(speech: Speech): void {
    if (!this.#isAlive(speech) || !speech.complete) return;
    const pieces = speech.failure === null ? speech.pieces : speech.pieces.filter(({ frames }) => frames !== null);
    if (pieces.some(({ frames, playedFrames }) => frames === null || playedFrames < frames)) return;
    this.#speeches.delete(speech.id);
    const heard = this.#heard(speech);
    if (speech.pieces.every(({ frames }) => frames === 0)) speech.failure ??= 'The voice made no sound';
    if (speech.failure === null) this.#listener.spoken(speech.id, heard);
    else this.#listener.failed(speech.id, heard, speech.failure);
  }

  #heard({ pieces }: Speech): string {
    const perFrame = (this.#parts.outputRate * FRAME_MS) / 1000;
    const spoken = pieces.map(({ text, marks, frames, isWhole, playedFrames }) => ({
      text,
      marks,
      samples: isWhole && frames !== null ? frames * perFrame : null,
      played: playedFrames * perFrame,
    }));
    return heardText(spoken, this.#parts.outputRate);
  }

  #isAlive(speech: Speech): boolean {
    return this.#speeches.get(speech.id) === speech;
  }
}
