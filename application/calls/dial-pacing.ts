import { nextDialTime, RESERVE_AHEAD_MS, spacingMs } from '../../domain/telephony/dial-rate.ts';
import type { AccountDials } from '../ports/account-dials.ts';
import type { Carrier } from '../ports/carrier.ts';
import type { Clock } from '../ports/clock.ts';

/** So much later a place may still be used: the dials of others are as close as that at most. In milliseconds. */
const LATE_MS = 100;

/** More often than others take a place between two looks. */
const ATTEMPTS = 50;

/** A carrier that may pace its accounts. */
type PacedCarrier = Pick<Carrier, 'pacing'>;

/** A place among the dials of an account: it is ours, and to be used after so many milliseconds, or it is not. */
export interface ScheduledDial {
  readonly isScheduled: boolean;
  readonly waitMs: number;
}

const FREE: ScheduledDial = { isScheduled: true, waitMs: 0 };

/**
 * Paces the dials of each carrier account, in addition to the pace of campaigns: carriers count the dials of an account,
 * whichever campaign, process or organisation dials. Processes share the places through the store.
 */
export class DialPacing {
  readonly #ports: { readonly accountDials: AccountDials; readonly clock: Clock };
  /** When this process last decided on a dial that may not have its place yet, by account, on the monotonic clock. */
  readonly #lastDecidedAt = new Map<string, number>();

  constructor(ports: { readonly accountDials: AccountDials; readonly clock: Clock }) {
    this.#ports = ports;
  }

  /** Milliseconds until a dial may be decided on. Takes no place. */
  async untilDial({ pacing }: PacedCarrier): Promise<number> {
    if (pacing === null) return 0;
    const { accountDials, clock } = this.#ports;
    const storedNext = await accountDials.next(pacing.account);
    const now = clock.now().getTime();
    const decidedAt = this.#lastDecidedAt.get(pacing.account) ?? -Infinity;
    const ownMs = decidedAt + spacingMs(pacing.rate) - clock.monotonic();
    return Math.max(0, ownMs, nextDialTime(storedNext, pacing.rate, now) - now);
  }

  /** A dial was decided on, which will take its place as it is sent. */
  dialDecided({ pacing }: PacedCarrier): void {
    if (pacing !== null) this.#lastDecidedAt.set(pacing.account, this.#ports.clock.monotonic());
  }

  /** Takes the next place, if it comes within so many milliseconds. A place that is not used is lost. */
  async scheduleDial({ pacing }: PacedCarrier, withinMs = RESERVE_AHEAD_MS): Promise<ScheduledDial> {
    if (pacing === null) return FREE;
    const { accountDials, clock } = this.#ports;
    const { account, rate } = pacing;
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const storedNext = await accountDials.next(account);
      const [now, startedAt] = [clock.now().getTime(), clock.monotonic()];
      const at = nextDialTime(storedNext, rate, now);
      if (at - now > withinMs) return { isScheduled: false, waitMs: at - now };
      if (!(await accountDials.move(account, storedNext, at + spacingMs(rate)))) continue;
      const waitMs = at - now - (clock.monotonic() - startedAt);
      if (waitMs >= -LATE_MS) return { isScheduled: true, waitMs: Math.max(0, waitMs) };
    }
    return { isScheduled: false, waitMs: spacingMs(rate) };
  }
}
