import type { Clock } from '../../application/ports/clock.ts';
import { TokenBucket } from './token-bucket.ts';

/** Maximum length of a typed text, in characters. */
export const TEXT_MAX = 4_000;
/** Largest burst of messages. Audio frames do not count. */
const BURST = 20;
/** Sustained messages per second after a burst. */
const PER_SECOND = 5;
/** Maximum messages in one call. */
const PER_CALL = 1_000;

/** Limits the messages of one call's client: each costs processing, and typed text costs tokens. */
export class MessageAllowance {
  readonly #bucket: TokenBucket;
  #count = 0;

  constructor(clock: Clock) {
    this.#bucket = new TokenBucket({ capacity: BURST, perSecond: PER_SECOND }, clock);
  }

  /** Counts one message. Returns why it exceeds a limit, or null. */
  excess(): string | null {
    this.#count += 1;
    if (this.#count > PER_CALL) return `A call may have at most ${PER_CALL} messages`;
    return this.#bucket.take() ? null : `At most ${PER_SECOND} messages per second are accepted, ${BURST} at once`;
  }
}
