import { setImmediate as nextTurn } from 'node:timers/promises';
import type { SpeechSynthesiser } from '../../../application/ports/text-to-speech.ts';
import { VendorFailure } from '../../../application/ports/vendor-failure.ts';
import type { VoiceStand } from '../../contracts/text-to-speech.contract.ts';

/** What can be wrong with a voice that is otherwise honest. */
export type VoiceFlaw =
  | 'whispers'
  | 'gives all at once'
  | 'reads nothing aloud'
  | 'talks on'
  | 'complains when stopped'
  | 'begins though stopped'
  | 'complains when closed twice'
  | 'talks on when closed'
  | 'listens to itself'
  | 'breaks like a program'
  | 'stays broken';

const SAMPLE_RATE = 16_000;
const CHUNKS_PER_LETTER = 0.5;
const CHUNK = 1600;

/** Speaks a steady tone, a twentieth of a second for each letter. */
class FakeSynthesiser implements SpeechSynthesiser {
  readonly sampleRate = SAMPLE_RATE;
  readonly #flaw: VoiceFlaw | null;
  readonly #stand: { speaking: number; breakages: number };
  #closed = false;

  constructor(flaw: VoiceFlaw | null, stand: { speaking: number; breakages: number }) {
    this.#flaw = flaw;
    this.#stand = stand;
  }

  async *synthesise(text: string, signal: AbortSignal): AsyncIterable<Int16Array> {
    const breakages = this.#stand.breakages;
    this.#stand.speaking += 1;
    const interference = this.#flaw === 'listens to itself' ? this.#stand.speaking : 0;
    try {
      if (this.#flaw === 'begins though stopped') yield this.#tone(CHUNK);
      for (const samples of this.#chunks(text, interference)) {
        await nextTurn();
        if (this.#isBroken(breakages)) throw this.#failure();
        if (this.#isStopped(signal)) return;
        yield this.#tone(samples);
      }
    } finally {
      this.#stand.speaking -= 1;
    }
  }

  close(): void {
    if (this.#closed && this.#flaw === 'complains when closed twice') throw new Error('closed twice');
    this.#closed = true;
  }

  #chunks(text: string, more: number): number[] {
    const speech = this.#flaw === 'reads nothing aloud' ? text : text.trim();
    const count = text === '' ? 0 : Math.ceil(speech.length * CHUNKS_PER_LETTER) + more;
    return this.#flaw === 'gives all at once' && count > 0 ? [count * CHUNK] : new Array<number>(count).fill(CHUNK);
  }

  #isBroken(breakages: number): boolean {
    return this.#stand.breakages > (this.#flaw === 'stays broken' ? 0 : breakages);
  }

  #isStopped(signal: AbortSignal): boolean {
    if (signal.aborted && this.#flaw === 'complains when stopped') throw new Error('stopped');
    const stopped = signal.aborted && this.#flaw !== 'talks on';
    return stopped || (this.#closed && this.#flaw !== 'talks on when closed');
  }

  #failure(): Error {
    return this.#flaw === 'breaks like a program'
      ? new Error('broken')
      : new VendorFailure('broken', { retryable: true });
  }

  #tone(samples: number): Int16Array {
    return new Int16Array(samples).fill(this.#flaw === 'whispers' ? 10 : 5000);
  }
}

/** A stand with such a voice; without a flaw it keeps the contract. */
export function fakeVoices(flaw: VoiceFlaw | null): VoiceStand {
  const stand = { speaking: 0, breakages: 0 };
  return {
    open: async () => new FakeSynthesiser(flaw, stand),
    breakDown: async () => {
      stand.breakages += 1;
    },
  };
}
