import type { FrameOwner, WrittenFrame } from './speech-frame.ts';

/** Knows which of the frames that went out the caller has heard. Moments are monotonic milliseconds. */
export interface Ledger {
  /** A frame went out just now, behind the others. */
  wrote(frame: WrittenFrame, now: number): void;
  /** Takes out the next frame that was heard by now, or answers null. To be asked on every beat. */
  nextHeard(now: number): WrittenFrame | null;
  /** Whether something of these owners went out and was not heard yet. */
  holds(owners: ReadonlySet<FrameOwner>): boolean;
  /** Takes out all that was not heard, and tells from when on nothing is: the peer throws it away. */
  takeBack(now: number): { readonly frames: WrittenFrame[]; readonly silentFrom: number };
  /** The peer says that everything before this mark was played. */
  marked(id: string): void;
}

/** A ledger that trusts the clock: what had the time to be played was heard. */
export class ClockLedger implements Ledger {
  readonly #written: WrittenFrame[] = [];

  wrote(frame: WrittenFrame): void {
    this.#written.push(frame);
  }

  nextHeard(now: number): WrittenFrame | null {
    const [first] = this.#written;
    return first && first.endsAt <= now ? (this.#written.shift() ?? null) : null;
  }

  holds(owners: ReadonlySet<FrameOwner>): boolean {
    return this.#written.some(({ owner }) => owners.has(owner));
  }

  takeBack(now: number): { frames: WrittenFrame[]; silentFrom: number } {
    return { frames: this.#written.splice(0), silentFrom: now };
  }

  marked(): void {
    // This peer tells nothing.
  }
}
