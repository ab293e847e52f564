import type { Clock } from '../../application/ports/clock.ts';
import { TokenBucket } from './token-bucket.ts';

/** Maximum length of a typed text, in characters. */
export const TEXT_MAX = 4_000;
/** Messages that a client may send at once. Audio frames do not count. */
const BURST = 20;
/** Sustained messages per second after a burst. */
const PER_SECOND = 5;
/** Maximum messages in one call. */
const PER_CALL = 1_000;
/**
 * A client that has sent neither audio nor text is cut off this long after `client-ready` and after whatever the agent
 * said since. It holds one of the organisation's slots. In milliseconds.
 */
export const FIRST_INPUT_TIMEOUT_MS = 30_000;

/** Counts the messages of one call's client: every one costs work here, and a typed text costs the organisation money. */
export class MessageAllowance {
  readonly #bucket: TokenBucket;
  #count = 0;

  constructor(clock: Clock) {
    this.#bucket = new TokenBucket({ capacity: BURST, perSecond: PER_SECOND }, clock);
  }

  /** Counts one message. Answers why it is one too many; null when it is not. */
  excess(): string | null {
    this.#count += 1;
    if (this.#count > PER_CALL) return `A call may have at most ${PER_CALL} messages`;
    return this.#bucket.take() ? null : `At most ${PER_SECOND} messages a second are taken, ${BURST} at once`;
  }
}
