import type { Transcription, TranscriptionListener } from '../../../application/ports/speech-to-text.ts';
import { VendorFailure } from '../../../application/ports/vendor-failure.ts';
import type { TranscriptionStand } from '../../contracts/speech-to-text.contract.ts';

/** What can be wrong with a transcription that is otherwise honest. */
export type TranscriptionFlaw =
  | 'waits forever'
  | 'answers twice'
  | 'says nothing is something'
  | 'has second thoughts'
  | 'invents words'
  | 'misses the beginning'
  | 'answers out of order'
  | 'stutters'
  | 'answers every end'
  | 'always listens'
  | 'keeps the memory of others'
  | 'mixes up callers'
  | 'continues after the end'
  | 'stops too early';

const SAMPLES_PER_LETTER = 160;
const PRE_ROLL_FRAMES = 15;

const sound = (text: string): Int16Array =>
  Int16Array.from({ length: text.length * SAMPLES_PER_LETTER }, (_, at) =>
    text.charCodeAt(Math.floor(at / SAMPLES_PER_LETTER)),
  );

function read(frames: readonly Int16Array[]): string {
  let text = '';
  for (const frame of frames)
    for (let at = 0; at < frame.length; at += SAMPLES_PER_LETTER)
      if (frame[at]! > 0) text += String.fromCharCode(frame[at]!);
  return text;
}

/** Understands sound whose samples are the letters themselves. */
class FakeTranscription implements Transcription {
  readonly endpointingMs: number;
  readonly #listener: TranscriptionListener;
  readonly #flaw: TranscriptionFlaw | null;
  readonly #line: { lastText: string };
  #preRoll: Int16Array[] = [];
  #utterance: Int16Array[] | null = null;
  #answered = 0;
  #pendingCount = 0;
  #closed = false;

  constructor(listener: TranscriptionListener, flaw: TranscriptionFlaw | null, line: { lastText: string }) {
    this.#listener = listener;
    this.#flaw = flaw;
    this.#line = line;
    this.endpointingMs = flaw === 'waits forever' ? 60_000 : 300;
  }

  write(pcm: Int16Array): void {
    const frame = this.#flaw === 'keeps the memory of others' ? pcm : pcm.slice();
    if (this.#flaw === 'always listens') this.#utterance ??= [];
    if (!this.#utterance) this.#preRoll = [...this.#preRoll, frame].slice(-PRE_ROLL_FRAMES);
    else this.#hear(this.#utterance, frame);
  }

  startUtterance(): void {
    if (this.#utterance && this.#flaw === 'stutters') this.endUtterance();
    this.#utterance ??= this.#flaw === 'misses the beginning' ? [] : this.#preRoll;
    this.#preRoll = [];
  }

  endUtterance(): void {
    if (!this.#utterance && this.#flaw !== 'answers every end') return;
    const text = read(this.#utterance ?? []);
    this.#utterance = null;
    this.#answer(text === '' && this.#flaw === 'invents words' ? 'hm' : text);
  }

  close(): void {
    this.#closed = this.#flaw !== 'continues after the end';
    this.#utterance = null;
  }

  breakDown(): void {
    if (!this.#utterance) return;
    this.#utterance = null;
    this.#listener.failed(new VendorFailure('broken', { retryable: this.#flaw !== 'stops too early' }));
  }

  #hear(utterance: Int16Array[], frame: Int16Array): void {
    const before = read(utterance);
    utterance.push(frame);
    const text = read(utterance);
    if (this.#pendingCount > 0) return;
    if (text !== before || this.#flaw === 'says nothing is something') this.#report(text, false);
  }

  #answer(text: string): void {
    this.#answered += 1;
    this.#pendingCount += 1;
    this.#line.lastText = text;
    const delays = this.#answered === 1 && this.#flaw === 'answers out of order' ? 30 : 1;
    setTimeout(() => {
      this.#pendingCount -= 1;
      this.#report(this.#flaw === 'mixes up callers' ? this.#line.lastText : text, true);
      if (this.#flaw === 'answers twice') this.#report(text, true);
      if (this.#flaw === 'has second thoughts') this.#report(text, false);
    }, delays);
  }

  #report(text: string, final: boolean): void {
    if (!this.#closed) this.#listener.transcript({ text, final });
  }
}

/** A stand with such a transcription; without a flaw it keeps the contract. */
export function fakeTranscriptions(flaw: TranscriptionFlaw | null): TranscriptionStand {
  const open: FakeTranscription[] = [];
  const line = { lastText: '' };
  return {
    sampleRate: 16_000,
    texts: ['a table for two please, if you have one', 'good evening'],
    open: async (listener) => {
      const transcription = new FakeTranscription(listener, flaw, line);
      open.push(transcription);
      return transcription;
    },
    saying: async (text) => sound(text),
    breakDown: async () => open.forEach((transcription) => transcription.breakDown()),
  };
}
