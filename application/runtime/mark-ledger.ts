import type { MediaChannel } from '../ports/media-channel.ts';
import type { PlayoutLedger } from './playout-ledger.ts';
import type { FrameOwner, SentFrame } from './speech-frame.ts';

/** A mark follows after so many frames: 200 ms. */
const FRAMES_PER_MARK = 10;
/** A mark that is not told within this time after it is due never comes. In milliseconds. */
const MARK_TIMEOUT_MS = 2_000;

interface Mark {
  readonly id: string;
  /** How many frames of the call were written before it. */
  readonly framesBefore: number;
  readonly dueAt: number;
}

/**
 * A ledger that trusts the peer: what was marked and acknowledged was heard. Marks go out every 200 ms and where speech
 * pauses or ends. While a mark is overdue the clock is believed instead, so that no call waits for what never comes.
 */
export class MarkLedger implements PlayoutLedger {
  readonly #channel: Pick<MediaChannel, 'mark' | 'leadMs'>;
  readonly #sent: SentFrame[] = [];
  #pending: Mark[] = [];
  /** Frames of the call so far: written, marked, acknowledged, and handed out as heard. */
  #count = { sent: 0, markedFrames: 0, acknowledged: 0, played: 0 };
  #lastSentAt = 0;
  #markCount = 0;
  #trustsMarks = true;

  constructor(channel: Pick<MediaChannel, 'mark' | 'leadMs'>) {
    this.#channel = channel;
  }

  frameSent(frame: SentFrame, now: number): void {
    this.#sent.push(frame);
    this.#count.sent += 1;
    this.#lastSentAt = now;
    if (this.#count.sent - this.#count.markedFrames >= FRAMES_PER_MARK) this.#mark();
  }

  nextPlayed(now: number): SentFrame | null {
    // Nothing followed for a while: the speech, or a piece of it, is over.
    if (now - this.#lastSentAt >= this.#channel.leadMs / 2) this.#mark();
    if (this.#pending[0] && this.#pending[0].dueAt <= now) this.#trustsMarks = false;
    const [first] = this.#sent;
    const isAcknowledged = this.#count.played < this.#count.acknowledged;
    if (!first || (!isAcknowledged && (this.#trustsMarks || first.endsAt > now))) return null;
    this.#sent.shift();
    this.#count.played += 1;
    while (this.#pending[0] && this.#pending[0].framesBefore <= this.#count.played) this.#pending.shift();
    return first;
  }

  hasUnplayed(owners: ReadonlySet<FrameOwner>): boolean {
    return this.#sent.some(({ owner }) => owners.has(owner));
  }

  takeUnplayed(now: number): { frames: SentFrame[]; silentFrom: number } {
    const frames = this.#sent.splice(0);
    const { played } = this.#count;
    // Carriers tell the marks they threw away, too: from now on they mean nothing.
    this.#pending = [];
    this.#count = { sent: played, markedFrames: played, acknowledged: played, played };
    return { frames, silentFrom: Math.min(now, frames[0]?.startsAt ?? now) };
  }

  onMarkPlayed(id: string): void {
    const reached = this.#pending.find((mark) => mark.id === id);
    if (!reached) return;
    this.#trustsMarks = true;
    this.#count.acknowledged = reached.framesBefore;
    this.#pending = this.#pending.filter(({ framesBefore }) => framesBefore > reached.framesBefore);
  }

  #mark(): void {
    const last = this.#sent.at(-1);
    if (!last || this.#count.markedFrames === this.#count.sent) return;
    this.#count.markedFrames = this.#count.sent;
    const id = `m${(this.#markCount += 1)}`;
    this.#pending.push({ id, framesBefore: this.#count.sent, dueAt: last.endsAt + MARK_TIMEOUT_MS });
    this.#channel.mark(id);
  }
}
