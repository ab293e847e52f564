import { afterDialling, waitForDial, type RecentDials } from '../../domain/campaigns/pacing.ts';
import type { DialRoute } from '../ports/dialler.ts';

/** How long a route is used before agent, number and credentials are checked again, in ms. */
const ROUTE_TTL_MS = 5_000;

/**
 * Pacing state of a campaign in one engine, in monotonic ms. Permits limit how often dials are decided; this limits how
 * often they are sent, should some be delayed.
 */
export class DialPacer {
  #sent: RecentDials = [];
  #suspendedUntil = -Infinity;
  /** By agent. */
  readonly #routes = new Map<string, { readonly route: DialRoute; readonly numbers: string; readonly until: number }>();

  /** Milliseconds until a dial may be sent. */
  waitToSend = (rate: number, now: number): number => waitForDial(this.#sent, rate, now);

  /** Records a sent dial. */
  sent(now: number): void {
    this.#sent = afterDialling(this.#sent, 1, now);
  }

  /** Suspends dialling for `ms` milliseconds. */
  suspend(ms: number, now: number): void {
    this.#suspendedUntil = Math.max(this.#suspendedUntil, now + ms);
  }

  /** Milliseconds until dialling is no longer suspended. */
  waitToDecide = (now: number): number => Math.max(0, this.#suspendedUntil - now);

  /** Whether the next dial does not depend on this state: a campaign that is resumed at once keeps its pace. */
  isIdle = (now: number): boolean => waitForDial(this.#sent, 1, now) === 0 && this.waitToDecide(now) === 0;

  /** The present route of an agent, or a new one, also when it is to be for other numbers. */
  async route(
    agentId: string,
    open: () => Promise<DialRoute>,
    now: number,
    pool: readonly string[] = [],
  ): Promise<DialRoute> {
    const numbers = pool.join();
    const known = this.#routes.get(agentId);
    if (known && now < known.until && numbers === known.numbers) return known.route;
    const route = await open();
    this.#routes.set(agentId, { route, numbers, until: now + ROUTE_TTL_MS });
    return route;
  }
}
