import type { Clock } from '../../application/ports/clock.ts';
import { TokenBucket } from './token-bucket.ts';

/**
 * What a peer may send at once, in milliseconds of audio. After a stall of the network its audio comes all together; a
 * peer that is silent for longer than this does not answer pings and is dropped for that.
 */
export const AUDIO_BURST_MS = 15_000;
/** How many times as fast as real time audio may come on: clocks differ, and stalls are made up for. */
const AUDIO_SPEED = 2;
/** Messages of any kind, audio included. Clients and carriers send 10 to 100 a second. */
const MESSAGES = { perSecond: 200, capacity: (200 * AUDIO_BURST_MS) / 1_000 };
/** Bytes of all messages as they come: three times what 16 kHz of linear audio takes, in base64 within JSON. */
const BYTES = { perSecond: 160_000, capacity: (100_000 * AUDIO_BURST_MS) / 1_000 };

/** Keys of a telephone. An entry asks the model, which costs the organisation money; people press two or three a second. */
const DTMF = { perSecond: 5, capacity: 100 };
/** Maximum keys in one call. */
const DTMF_PER_CALL = 1_000;

/**
 * Counts what a peer sends on one media socket: a vendor is paid for every second of audio, and every message is work
 * here. Each answer says why something is too much; null when it is not. Checks are cheap and allocate nothing.
 */
export class StreamAllowance {
  readonly #audio: TokenBucket;
  readonly #messages: TokenBucket;
  readonly #bytes: TokenBucket;
  readonly #dtmf: TokenBucket;
  #dtmfCount = 0;

  constructor(clock: Clock) {
    this.#audio = new TokenBucket({ capacity: AUDIO_BURST_MS, perSecond: AUDIO_SPEED * 1_000 }, clock);
    this.#messages = new TokenBucket(MESSAGES, clock);
    this.#bytes = new TokenBucket(BYTES, clock);
    this.#dtmf = new TokenBucket(DTMF, clock);
  }

  /** Counts a message of this size, in bytes or characters. */
  excess(size: number): string | null {
    if (!this.#messages.take()) return `Too many messages: at most ${MESSAGES.perSecond} a second are taken`;
    return this.#bytes.take(size) ? null : `Too much data: at most ${BYTES.perSecond} bytes a second are taken`;
  }

  /** Counts a key of the telephone. */
  excessDtmf(): string | null {
    this.#dtmfCount += 1;
    if (this.#dtmfCount > DTMF_PER_CALL) return `A call may have at most ${DTMF_PER_CALL} keys`;
    return this.#dtmf.take() ? null : `Too many keys: at most ${DTMF.perSecond} a second are taken`;
  }

  /** Counts so much audio, in milliseconds. */
  excessAudio(ms: number): string | null {
    return this.#audio.take(ms) ? null : 'Too much audio: send it in real time, as it is spoken';
  }
}
