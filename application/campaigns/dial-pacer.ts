import { afterDialling, waitForDial, type RecentDials } from '../../domain/campaigns/pacing.ts';
import type { DialRoute } from '../ports/dialler.ts';

/** How long an open line is used before agent, number and credentials are looked at again. In milliseconds. */
const ROUTE_TTL_MS = 5_000;

/**
 * What an engine remembers of a campaign it dials for, in monotonic milliseconds. Permits bound how often dials are
 * decided; this bounds how often they are really sent, should some have been held up on the way.
 */
export class DialPacer {
  #sent: RecentDials = [];
  #suspendedUntil = -Infinity;
  #route: { readonly route: DialRoute; readonly until: number } | null = null;

  /** Milliseconds until a dial may be sent. */
  waitToSend = (rate: number, now: number): number => waitForDial(this.#sent, rate, now);

  /** A dial is being sent. */
  sent(now: number): void {
    this.#sent = afterDialling(this.#sent, 1, now);
  }

  /** Decides no dial for so long. */
  suspend(ms: number, now: number): void {
    this.#suspendedUntil = Math.max(this.#suspendedUntil, now + ms);
  }

  /** Milliseconds until dials are decided again. */
  waitToDecide = (now: number): number => Math.max(0, this.#suspendedUntil - now);

  /** The line that is open, or a new one. */
  async route(open: () => Promise<DialRoute>, now: number): Promise<DialRoute> {
    if (this.#route === null || now >= this.#route.until)
      this.#route = { route: await open(), until: now + ROUTE_TTL_MS };
    return this.#route.route;
  }
}
