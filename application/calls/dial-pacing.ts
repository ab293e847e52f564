import { nextDialTime, RESERVE_AHEAD_MS, spacingMs } from '../../domain/telephony/dial-rate.ts';
import type { AccountDials } from '../ports/account-dials.ts';
import type { Carrier } from '../ports/carrier.ts';
import type { Clock } from '../ports/clock.ts';
import { retryOnConflict } from '../retry-on-conflict.ts';

/** How late, in ms, a scheduled dial may be used. Other dials are at least this far apart from it. */
const LATE_MS = 100;

/** A carrier that may limit the dial rate of its accounts. */
type PacedCarrier = Pick<Carrier, 'pacing'>;

/** The time of a dial among those of its account: scheduled, to be sent after `waitMs`, or not scheduled. */
export interface ScheduledDial {
  readonly isScheduled: boolean;
  readonly waitMs: number;
}

const FREE: ScheduledDial = { isScheduled: true, waitMs: 0 };

/**
 * Paces dials per carrier account, in addition to the pacing of campaigns: carriers limit an account over all
 * campaigns, processes and organisations. Processes share the schedule through the store.
 */
export class DialPacing {
  readonly #ports: { readonly accountDials: AccountDials; readonly clock: Clock };
  /** When this process last decided on a dial that may not be scheduled yet, by account, in monotonic ms. */
  readonly #lastDecidedAt = new Map<string, number>();

  constructor(ports: { readonly accountDials: AccountDials; readonly clock: Clock }) {
    this.#ports = ports;
  }

  /** Milliseconds until a dial may be decided. Schedules nothing. */
  async untilDial({ pacing }: PacedCarrier): Promise<number> {
    if (pacing === null) return 0;
    const { accountDials, clock } = this.#ports;
    const storedNext = await accountDials.next(pacing.account);
    const now = clock.now().getTime();
    const decidedAt = this.#lastDecidedAt.get(pacing.account) ?? -Infinity;
    const ownMs = decidedAt + spacingMs(pacing.rate) - clock.monotonic();
    return Math.max(0, ownMs, nextDialTime(storedNext, pacing.rate, now) - now);
  }

  /** Records that a dial was decided. It is scheduled when it is sent. */
  dialDecided({ pacing }: PacedCarrier): void {
    if (pacing !== null) this.#lastDecidedAt.set(pacing.account, this.#ports.clock.monotonic());
  }

  /** Schedules the next dial if its time comes within `withinMs`. An unused time is lost. */
  async scheduleDial({ pacing }: PacedCarrier, withinMs = RESERVE_AHEAD_MS): Promise<ScheduledDial> {
    if (pacing === null) return FREE;
    const { accountDials, clock } = this.#ports;
    const { account, rate } = pacing;
    const otherwise = (): ScheduledDial => ({ isScheduled: false, waitMs: spacingMs(rate) });
    return retryOnConflict(otherwise, async () => {
      const storedNext = await accountDials.next(account);
      const [now, startedAt] = [clock.now().getTime(), clock.monotonic()];
      const at = nextDialTime(storedNext, rate, now);
      if (at - now > withinMs) return { isScheduled: false, waitMs: at - now };
      if (!(await accountDials.move(account, storedNext, at + spacingMs(rate)))) return 'again';
      const waitMs = at - now - (clock.monotonic() - startedAt);
      return waitMs >= -LATE_MS ? { isScheduled: true, waitMs: Math.max(0, waitMs) } : 'again';
    });
  }
}
