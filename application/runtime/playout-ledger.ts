import type { FrameOwner, SentFrame } from './speech-frame.ts';

/** Knows which of the frames that went out the caller has heard. Moments are monotonic milliseconds. */
export interface PlayoutLedger {
  /** A frame went out just now, behind the others. */
  frameSent(frame: SentFrame, now: number): void;
  /** Takes out the next frame that was heard by now, or answers null. To be asked on every beat. */
  nextPlayed(now: number): SentFrame | null;
  /** Whether something of these owners went out and was not heard yet. */
  hasUnplayed(owners: ReadonlySet<FrameOwner>): boolean;
  /** Takes out all that was not heard, and tells from when on nothing is: the peer throws it away. */
  takeUnplayed(now: number): { readonly frames: SentFrame[]; readonly silentFrom: number };
  /** The peer says that everything before this mark was played. */
  onMarkPlayed(id: string): void;
}

/** A ledger that trusts the clock: what had the time to be played was heard. */
export class ClockLedger implements PlayoutLedger {
  readonly #sent: SentFrame[] = [];

  frameSent(frame: SentFrame): void {
    this.#sent.push(frame);
  }

  nextPlayed(now: number): SentFrame | null {
    const [first] = this.#sent;
    return first && first.endsAt <= now ? (this.#sent.shift() ?? null) : null;
  }

  hasUnplayed(owners: ReadonlySet<FrameOwner>): boolean {
    return this.#sent.some(({ owner }) => owners.has(owner));
  }

  takeUnplayed(now: number): { frames: SentFrame[]; silentFrom: number } {
    return { frames: this.#sent.splice(0), silentFrom: now };
  }

  onMarkPlayed(): void {
    // This peer tells nothing.
  }
}
