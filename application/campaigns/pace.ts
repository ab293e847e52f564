import { afterDialling, waitForDial, type RecentDials } from '../../domain/campaigns/pacing.ts';
import type { Line } from '../ports/dialler.ts';

/** How long an open line is used before agent, number and credentials are looked at again. In milliseconds. */
const LINE_MS = 5_000;

/**
 * What an engine remembers of a campaign it dials for, in monotonic milliseconds. Permits bound how often dials are
 * decided; this bounds how often they are really sent, should some have been held up on the way.
 */
export class Pace {
  #sent: RecentDials = [];
  #heldUntil = -Infinity;
  #line: { readonly line: Line; readonly until: number } | null = null;

  /** Milliseconds until a dial may be sent. */
  waitToSend = (rate: number, now: number): number => waitForDial(this.#sent, rate, now);

  /** A dial is being sent. */
  sent(now: number): void {
    this.#sent = afterDialling(this.#sent, 1, now);
  }

  /** Decides no dial for so long. */
  hold(ms: number, now: number): void {
    this.#heldUntil = Math.max(this.#heldUntil, now + ms);
  }

  /** Milliseconds until dials are decided again. */
  waitToDecide = (now: number): number => Math.max(0, this.#heldUntil - now);

  /** The line that is open, or a new one. */
  async line(open: () => Promise<Line>, now: number): Promise<Line> {
    if (this.#line === null || now >= this.#line.until) this.#line = { line: await open(), until: now + LINE_MS };
    return this.#line.line;
  }
}
