import { TIMEOUTS_MS } from '../../domain/voice/call-timeouts.ts';
import type { MediaChannel } from '../ports/media-channel.ts';
import type { PlayoutLedger } from './playout-ledger.ts';
import type { FrameOwner, SentFrame } from './speech-frame.ts';

/** Fewest frames between two marks: 200 ms. */
const FRAMES_PER_MARK = 10;

interface Mark {
  readonly id: string;
  /** Frames of the call that were sent before the mark. */
  readonly framesBefore: number;
  readonly dueAt: number;
}

/**
 * A ledger based on marks: audio counts as played when the peer returns its mark. Marks are sent every 200 ms and where
 * speech pauses or ends. While a mark is overdue, the clock decides, so that a call never waits for a lost mark.
 */
export class MarkLedger implements PlayoutLedger {
  readonly #channel: Pick<MediaChannel, 'mark' | 'sendAheadMs'>;
  readonly #sent: SentFrame[] = [];
  #pending: Mark[] = [];
  /** Frames of the call so far: sent, marked, acknowledged, and reported as played. */
  #count = { sent: 0, markedFrames: 0, acknowledged: 0, played: 0 };
  #lastSentAt = 0;
  #markCount = 0;
  #trustsMarks = true;

  constructor(channel: Pick<MediaChannel, 'mark' | 'sendAheadMs'>) {
    this.#channel = channel;
  }

  frameSent(frame: SentFrame, now: number): void {
    this.#sent.push(frame);
    this.#count.sent += 1;
    this.#lastSentAt = now;
  }

  messageSent(): void {
    if (this.#count.sent - this.#count.markedFrames >= FRAMES_PER_MARK) this.#mark();
  }

  nextPlayed(now: number): SentFrame | null {
    // No frame followed: the speech, or a segment of it, is complete.
    if (now - this.#lastSentAt >= this.#channel.sendAheadMs / 2) this.#mark();
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
    // Carriers return discarded marks too. They are ignored from now on.
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
    this.#pending.push({ id, framesBefore: this.#count.sent, dueAt: last.endsAt + TIMEOUTS_MS.mark });
    this.#channel.mark(id);
  }
}
