import type { MediaChannel } from '../ports/media-channel.ts';
import type { Ledger } from './ledger.ts';
import type { FrameOwner, WrittenFrame } from './speech-frame.ts';

/** A mark follows after so many frames: 200 ms. */
const FRAMES_PER_MARK = 10;
/** A mark that is not told within this time after it is due never comes. In milliseconds. */
const OVERDUE_MS = 2_000;

interface Mark {
  readonly id: string;
  /** How many frames of the call were written before it. */
  readonly behind: number;
  readonly dueAt: number;
}

/**
 * A ledger that trusts the peer: what was marked and acknowledged was heard. Marks go out every 200 ms and where speech
 * pauses or ends. While a mark is overdue the clock is believed instead, so that no call waits for what never comes.
 */
export class MarkLedger implements Ledger {
  readonly #channel: Pick<MediaChannel, 'mark' | 'leadMs'>;
  readonly #written: WrittenFrame[] = [];
  #pending: Mark[] = [];
  /** Frames of the call so far: written, marked, acknowledged, and handed out as heard. */
  #count = { written: 0, marked: 0, acknowledged: 0, heard: 0 };
  #lastWriteAt = 0;
  #marks = 0;
  #believesPeer = true;

  constructor(channel: Pick<MediaChannel, 'mark' | 'leadMs'>) {
    this.#channel = channel;
  }

  wrote(frame: WrittenFrame, now: number): void {
    this.#written.push(frame);
    this.#count.written += 1;
    this.#lastWriteAt = now;
    if (this.#count.written - this.#count.marked >= FRAMES_PER_MARK) this.#mark();
  }

  nextHeard(now: number): WrittenFrame | null {
    // Nothing followed for a while: the speech, or a piece of it, is over.
    if (now - this.#lastWriteAt >= this.#channel.leadMs / 2) this.#mark();
    if (this.#pending[0] && this.#pending[0].dueAt <= now) this.#believesPeer = false;
    const [first] = this.#written;
    const isAcknowledged = this.#count.heard < this.#count.acknowledged;
    if (!first || (!isAcknowledged && (this.#believesPeer || first.endsAt > now))) return null;
    this.#written.shift();
    this.#count.heard += 1;
    while (this.#pending[0] && this.#pending[0].behind <= this.#count.heard) this.#pending.shift();
    return first;
  }

  holds(owners: ReadonlySet<FrameOwner>): boolean {
    return this.#written.some(({ owner }) => owners.has(owner));
  }

  takeBack(now: number): { frames: WrittenFrame[]; silentFrom: number } {
    const frames = this.#written.splice(0);
    const { heard } = this.#count;
    // Carriers tell the marks they threw away, too: from now on they mean nothing.
    this.#pending = [];
    this.#count = { written: heard, marked: heard, acknowledged: heard, heard };
    return { frames, silentFrom: Math.min(now, frames[0]?.startsAt ?? now) };
  }

  marked(id: string): void {
    const reached = this.#pending.find((mark) => mark.id === id);
    if (!reached) return;
    this.#believesPeer = true;
    this.#count.acknowledged = reached.behind;
    this.#pending = this.#pending.filter(({ behind }) => behind > reached.behind);
  }

  #mark(): void {
    const last = this.#written.at(-1);
    if (!last || this.#count.marked === this.#count.written) return;
    this.#count.marked = this.#count.written;
    const id = `m${(this.#marks += 1)}`;
    this.#pending.push({ id, behind: this.#count.written, dueAt: last.endsAt + OVERDUE_MS });
    this.#channel.mark(id);
  }
}
