import type { TextSegment } from '../../domain/voice/conversation-events.ts';
import { Silences } from '../../domain/voice/silences.ts';
import { messageOf } from './deadline.ts';
import {
  heardOf,
  isPlayed,
  isSilent,
  isSynthesised,
  newSpeech,
  SpeakingPace,
  type Piece,
  type Speech,
} from './speech.ts';
import { Synthesis, type SynthesisParts } from './synthesis.ts';

/** What becomes of the speeches. Each ends once: spoken, failed, or by `drop`. Moments are monotonic milliseconds. */
export interface MouthListener {
  /** The first audio of a speech went out. */
  started(speech: number): void;
  /** The first audio of this piece of text went out. */
  saying(speech: number, text: string, part: number): void;
  /** So much of a piece that was begun was played: all of it, or what there was at its end. Reported once per piece. */
  played(piece: TextSegment & { readonly played: string }): void;
  spoken(speech: number, heard: string): void;
  failed(speech: number, heard: string, message: string): void;
  /** The voice answered for the first time in this speech. */
  firstAudio(startedAt: number): void;
}

/** The agent's mouth: turns pieces of text into audio in their order, and plays it. */
export class Mouth {
  readonly #parts: SynthesisParts;
  readonly #listener: MouthListener;
  readonly #synthesis: Synthesis;
  readonly #speeches = new Map<number, Speech>();
  readonly #toSynthesise: Piece[] = [];
  readonly #pace = new SpeakingPace();
  #working = false;

  constructor(parts: SynthesisParts, listener: MouthListener) {
    this.#parts = parts;
    this.#listener = listener;
    this.#synthesis = new Synthesis(parts, (startedAt) => listener.firstAudio(startedAt));
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
    const heard = this.#discard(speech);
    this.#reportRest(speech);
    return heard;
  }

  #discard(speech: Speech): string {
    this.#speeches.delete(speech.id);
    speech.abort.abort();
    this.#parts.voice.finish?.(speech);
    this.#parts.playout.drop(new Set(speech.pieces), this.#parts.clock.monotonic());
    this.#synthesis.makeRoom();
    return this.#heardOf(speech);
  }

  #heardOf(speech: Pick<Speech, 'pieces'>): string {
    return heardOf(speech, this.#parts.outputRate, this.#pace);
  }

  /** Ends all synthesis. Nothing is told afterwards. */
  close(): void {
    this.#parts.voice.close();
    for (const speech of this.#speeches.values()) this.#discard(speech);
  }

  #open(id: number): Speech {
    const speech = newSpeech(id);
    this.#speeches.set(id, speech);
    return speech;
  }

  #piece(speech: Speech, text: string): Piece {
    const piece: Piece = {
      speech,
      text,
      part: speech.pieces.length,
      frames: null,
      made: { count: 0, silences: new Silences() },
      isWhole: false,
      marks: [],
      playedFrames: 0,
      announced: false,
      reported: false,
      foretold: false,
      written: () => this.#announce(piece),
      played: () => {
        piece.playedFrames += 1;
        this.#synthesis.makeRoom();
        this.#reportWhole(piece);
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
    this.#listener.saying(piece.speech.id, piece.text, piece.part);
  }

  /** Reports a piece all of whose audio was played. */
  #reportWhole(piece: Piece): void {
    const { isWhole, frames, playedFrames } = piece;
    if (this.#isAlive(piece.speech) && isWhole && frames !== null && playedFrames >= frames)
      this.#report(piece, piece.text);
  }

  /**
   * Reports what was played of the pieces that end before their audio does, the last first: a reader that keeps one
   * position in the text is left at the end of what was played.
   */
  #reportRest(speech: Speech): void {
    for (const piece of speech.pieces.toReversed()) this.#report(piece, this.#heardOf({ pieces: [piece] }));
  }

  #report(piece: Piece, played: string): void {
    if (!piece.announced || piece.reported) return;
    piece.reported = true;
    this.#listener.played({ speech: piece.speech.id, part: piece.part, text: piece.text, played });
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
    const { speech, made } = piece;
    try {
      await this.#synthesis.play(piece, made);
      piece.isWhole = !speech.abort.signal.aborted;
      if (piece.isWhole) this.#pace.learn(piece.text, made.count);
    } catch (error) {
      if (!speech.abort.signal.aborted) speech.failure = messageOf(error);
      speech.complete = true;
    }
    piece.frames = made.count;
    this.#reportWhole(piece);
    this.#finishSynthesis(speech);
    this.#finishIfOver(speech);
  }

  /** Tells the voice when nothing more of the speech is wanted. */
  #finishSynthesis(speech: Speech): void {
    if (isSynthesised(speech) || speech.failure !== null) this.#parts.voice.finish?.(speech);
  }

  #finishIfOver(speech: Speech): void {
    if (!this.#isAlive(speech) || !isPlayed(speech)) return;
    this.#speeches.delete(speech.id);
    this.#reportRest(speech);
    const heard = this.#heardOf(speech);
    if (isSilent(speech)) speech.failure ??= 'The voice made no sound';
    if (speech.failure === null) this.#listener.spoken(speech.id, heard);
    else this.#listener.failed(speech.id, heard, speech.failure);
  }

  #isAlive(speech: Speech): boolean {
    return this.#speeches.get(speech.id) === speech;
  }
}
