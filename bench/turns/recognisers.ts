import type { Clock } from '../../application/ports/clock.ts';
import type { Transcription, TranscriptionListener } from '../../application/ports/speech-to-text.ts';
import type { PlacedWord } from './voices.ts';

/** How a recogniser that makes no mistakes reports what it was sent. Times in ms. */
export interface RecogniserTraits {
  readonly endpointingMs: number;
  /** From the end of a word to the interim transcript with it, and the interval of these. Null: no interim ones. */
  readonly interim: { readonly lagMs: number; readonly everyMs: number } | null;
  /** From the end of the utterance to its final transcript. */
  readonly finalMs: number;
  /** From a probe to the words so far. Null: it cannot be asked. */
  readonly probeMs: number | null;
  /** Whether it also transcribes a voice in the background. */
  readonly isOmnivorous: boolean;
}

const PERFECT: RecogniserTraits = {
  endpointingMs: 300,
  interim: { lagMs: 250, everyMs: 20 },
  finalMs: 100,
  probeMs: null,
  isOmnivorous: false,
};

export const RECOGNISERS: Readonly<Record<string, RecogniserTraits>> = {
  perfect: PERFECT,
  finals: { ...PERFECT, interim: null },
  sparse: { ...PERFECT, interim: { lagMs: 250, everyMs: 1_000 } },
  batch: { ...PERFECT, endpointingMs: 500, interim: null, finalMs: 400, probeMs: 400 },
  omnivorous: { ...PERFECT, isOmnivorous: true },
};

const PRE_ROLL_MS = 300;

interface Span {
  readonly from: number;
  to: number;
}

const isWithin = ({ from, to }: PlacedWord, span: Span): boolean => {
  const middle = (from + to) / 2;
  return middle >= span.from && middle < span.to;
};

/**
 * Knows what is said, but only transcribes audio that it was sent as part of an utterance. It counts samples, so late
 * audio is transcribed late.
 */
export class TrueTranscription implements Transcription {
  readonly endpointingMs: number;
  readonly interimGapMs: number | null;
  readonly probe?: () => void;
  readonly #traits: RecogniserTraits;
  readonly #clock: Clock;
  readonly #samplesPerMs: number;
  /** The words that can be in the audio up to this position. */
  readonly #wordsUntil: (position: number) => readonly PlacedWord[];
  readonly #utterances: Span[] = [];
  #listener: TranscriptionListener | null = null;
  /** Position in the caller's audio, in ms since it began. */
  #position = 0;
  #isOpen = false;
  #latest = '';

  constructor(
    traits: RecogniserTraits,
    clock: Clock,
    sampleRate: number,
    wordsUntil: (position: number) => readonly PlacedWord[],
  ) {
    this.endpointingMs = traits.endpointingMs;
    this.interimGapMs = traits.interim && Math.max(traits.interim.lagMs, traits.interim.everyMs);
    if (traits.probeMs !== null) this.probe = () => this.#probe(traits.probeMs!);
    this.#traits = traits;
    this.#clock = clock;
    this.#samplesPerMs = sampleRate / 1_000;
    this.#wordsUntil = wordsUntil;
  }

  open(listener: TranscriptionListener): Promise<Transcription> {
    this.#listener = listener;
    return Promise.resolve(this);
  }

  write(pcm: Int16Array): void {
    this.#position += pcm.length / this.#samplesPerMs;
    const { interim } = this.#traits;
    const utterance = this.#utterances.at(-1);
    if (!this.#isOpen || !utterance) return;
    utterance.to = this.#position;
    if (!interim) return;
    const until = Math.floor(this.#position / interim.everyMs) * interim.everyMs - interim.lagMs;
    const text = this.#textOf(utterance, until);
    if (text === '' || text === this.#latest) return;
    this.#latest = text;
    this.#listener?.transcript({ text, final: false });
  }

  startUtterance(): void {
    const from = Math.max(this.#position - PRE_ROLL_MS, this.#utterances.at(-1)?.to ?? 0);
    this.#utterances.push({ from, to: this.#position });
    this.#isOpen = true;
    this.#latest = '';
  }

  endUtterance(): void {
    const utterance = this.#utterances.at(-1);
    if (!this.#isOpen || !utterance) return;
    this.#isOpen = false;
    const text = this.#textOf(utterance, Infinity);
    this.#clock.after(this.#traits.finalMs, () => this.#listener?.transcript({ text, final: true }));
  }

  close(): void {
    this.#listener = null;
  }

  #probe(afterMs: number): void {
    const utterance = this.#utterances.at(-1);
    if (!this.#isOpen || !utterance) return;
    const text = this.#textOf(utterance, this.#position);
    this.#clock.after(afterMs, () => {
      if (this.#isOpen && utterance === this.#utterances.at(-1)) this.#listener?.transcript({ text, final: false });
    });
  }

  /** How many of these words were not in any utterance. */
  lostOf(words: readonly PlacedWord[]): number {
    return words.filter((word) => !this.#utterances.some((utterance) => isWithin(word, utterance))).length;
  }

  #textOf(utterance: Span, until: number): string {
    return this.#wordsUntil(this.#position)
      .filter((word) => isWithin(word, utterance) && word.to <= until + 1)
      .toSorted((one, other) => one.to - other.to)
      .map(({ text }) => text)
      .join(' ');
  }
}
