import type { FrameOwner, SentFrame } from './speech-frame.ts';

/** Tracks which of the sent frames the caller has been played. Times are monotonic milliseconds. */
export interface PlayoutLedger {
  /** A frame was sent after the others. */
  frameSent(frame: SentFrame, now: number): void;
  /** The frames since the last message were sent, in one message. */
  messageSent(): void;
  /** Removes and returns the next frame that was played by now, or null. Called on every tick. */
  nextPlayed(now: number): SentFrame | null;
  /** Whether sent frames of these owners are not played yet. */
  hasUnplayed(owners: ReadonlySet<FrameOwner>): boolean;
  /** Removes and returns all unplayed frames, and when silence begins. The peer discards them. */
  takeUnplayed(now: number): { readonly frames: SentFrame[]; readonly silentFrom: number };
  /** The peer reports that all audio before this mark was played. */
  onMarkPlayed(id: string): void;
}

/** A ledger based on the clock: a frame counts as played after its duration. */
export class ClockLedger implements PlayoutLedger {
  readonly #sent: SentFrame[] = [];

  frameSent(frame: SentFrame): void {
    this.#sent.push(frame);
  }

  messageSent(): void {
    // The clock needs no marks.
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
    // This peer returns no marks.
  }
}
