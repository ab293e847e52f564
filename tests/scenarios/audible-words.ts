import type { Clock } from '../../application/ports/clock.ts';
import type { Transcription, TranscriptionListener } from '../../application/ports/speech-to-text.ts';
import { VendorFailure } from '../../application/ports/vendor-failure.ts';
import type { CallerAction, ScriptedWorld } from '../../domain/rehearsal/scenario.ts';
import { CALLER_LEVEL, tone } from '../application/runtime/fake-channel.ts';

const FRAME_MS = 20;
const WORD_MS = 300;
/** A word is understood once this share of it was heard, and told this long after. */
const ENOUGH = 0.75;
const PARTIAL_AFTER_MS = 100;

interface Word {
  readonly text: string;
  readonly frames: number;
  readonly line: CallerAction;
}

/** Speech whose words are in the audio: each is a tone of a level of its own, so that only what arrives is understood. */
export class AudibleWords {
  readonly #words: Word[] = [];

  /** A line of the caller as 20 ms frames of 16 kHz audio. */
  framesOf(line: CallerAction): Int16Array[] {
    const { says = '', noise_ms, hears = says } = line;
    const texts = hears.split(/\s+/u).filter((text) => text !== '');
    const forMs = line.for_ms ?? noise_ms ?? Math.max(1, texts.length) * WORD_MS;
    const parts = texts.length === 0 ? [''] : texts;
    const frames = Math.max(1, Math.round(forMs / parts.length / FRAME_MS));
    return parts.flatMap((text) => {
      const level = CALLER_LEVEL + this.#words.push({ text, frames, line });
      return Array.from({ length: frames }, () => tone(FRAME_MS, level));
    });
  }

  /** The word that is in this frame. */
  in(frame: Int16Array): Word | null {
    return this.#words[(frame[0] ?? 0) - CALLER_LEVEL - 1] ?? null;
  }
}

/** A transcription that understands the words in the audio it is given, and no others. */
export class WordTranscription implements Transcription {
  readonly endpointingMs: number;
  readonly #speech: AudibleWords;
  readonly #clock: Clock;
  readonly #script: NonNullable<ScriptedWorld['hearing']>;
  readonly #listener: TranscriptionListener;
  readonly #framesReceived = new Map<Word, number>();
  #utterance: Word[] = [];
  #isOpen = true;

  constructor(
    speech: AudibleWords,
    clock: Clock,
    script: NonNullable<ScriptedWorld['hearing']>,
    listener: TranscriptionListener,
  ) {
    this.#speech = speech;
    this.#clock = clock;
    this.#script = script;
    this.#listener = listener;
    this.endpointingMs = script.endpointing_ms ?? 400;
  }

  startUtterance(): void {
    // What was heard shortly before belongs to the utterance as well.
  }

  write(pcm: Int16Array): void {
    const word = this.#speech.in(pcm);
    if (!word) return;
    const frames = (this.#framesReceived.get(word) ?? 0) + 1;
    this.#framesReceived.set(word, frames);
    if (frames !== Math.ceil(word.frames * ENOUGH)) return;
    this.#utterance.push(word);
    const text = textOf(this.#utterance);
    const { partials = true, stays: stable = false } = this.#script;
    if (text !== '' && partials)
      this.#later(PARTIAL_AFTER_MS, () => this.#listener.transcript({ text, final: false, stable }));
  }

  endUtterance(): void {
    const words = this.#utterance;
    this.#utterance = [];
    const fault = words.find(({ line }) => line.hearing !== undefined)?.line.hearing;
    if (fault === 'hangs') return;
    const down = new VendorFailure('The STT is down', { retryable: fault === 'fails' });
    this.#later(this.#script.final_after_ms ?? 200, () => {
      if (fault === undefined) this.#listener.transcript({ text: textOf(words), final: true });
      else this.#listener.failed(down);
    });
  }

  close(): void {
    this.#isOpen = false;
  }

  #later(ms: number, report: () => void): void {
    this.#clock.after(ms, () => this.#isOpen && report());
  }
}

const textOf = (words: readonly Word[]): string =>
  words
    .map(({ text }) => text)
    .filter((text) => text !== '')
    .join(' ');
