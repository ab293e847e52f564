import type { Clock } from '../../application/ports/clock.ts';
import { TokenBucket } from './token-bucket.ts';

/**
 * Largest burst of audio, in ms. After a network stall, audio arrives at once. A peer that is silent for longer fails
 * its pings.
 */
export const AUDIO_BURST_MS = 15_000;
/** Most sustained audio speed, as a multiple of real time, for clock drift and recovery from stalls. */
const AUDIO_SPEED = 2;
/** Messages of all types, audio included. Clients and carriers send 10 to 100 per second. */
const MESSAGES = { perSecond: 200, capacity: (200 * AUDIO_BURST_MS) / 1_000 };
/** Bytes of all messages: three times 16 kHz linear audio in base64 and JSON. */
const BYTES = { perSecond: 160_000, capacity: (100_000 * AUDIO_BURST_MS) / 1_000 };

/** DTMF keys. An entry starts a generation, which costs tokens. Callers press two or three keys per second. */
const DTMF = { perSecond: 5, capacity: 100 };
/** Maximum DTMF keys in one call. */
const DTMF_PER_CALL = 1_000;

/**
 * Limits what a peer sends on one media socket: STT is paid by the second, and every message costs processing. Each
 * method returns why a limit is exceeded, or null. Checks allocate nothing.
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
    if (!this.#messages.take()) return `Too many messages: at most ${MESSAGES.perSecond} per second are accepted`;
    return this.#bytes.take(size) ? null : `Too much data: at most ${BYTES.perSecond} bytes per second are accepted`;
  }

  /** Counts a DTMF key. */
  excessDtmf(): string | null {
    this.#dtmfCount += 1;
    if (this.#dtmfCount > DTMF_PER_CALL) return `A call may have at most ${DTMF_PER_CALL} keys`;
    return this.#dtmf.take() ? null : `Too many keys: at most ${DTMF.perSecond} per second are accepted`;
  }

  /** Counts audio of `ms` milliseconds. */
  excessAudio(ms: number): string | null {
    return this.#audio.take(ms) ? null : 'Too much audio: send it in real time, as it is spoken';
  }
}
