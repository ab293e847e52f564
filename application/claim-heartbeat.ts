import type { Cancel, Clock } from './ports/clock.ts';

/** Lifetime of a claim, in ms. It is renewed after a third of it. */
export const CLAIM_MS = 15_000;

/** Abort reason: the claimed work was removed, or another process may have claimed it. */
export const CLAIM_LOST = new Error('The work is gone, or another process has it');

/** A claim on a piece of work: its expiry unless renewed, and how to renew it. */
export interface Claim {
  readonly until: Date;
  /** Renews the claim; false when it has another owner or the work was removed. */
  renew(until: string): Promise<boolean>;
  /** A renewal failed. The next one may succeed. */
  onFailure(error: unknown): void;
}

/** A claim that is renewed until `end`. */
export interface ClaimHeartbeat {
  /** Aborts with `CLAIM_LOST` when the claim has another owner or expired before it could be renewed. */
  readonly lost: AbortSignal;
  end(): void;
}

/** Starts renewing a claim. */
export function startClaimHeartbeat(clock: Clock, claim: Claim): ClaimHeartbeat {
  const lost = new AbortController();
  const over = new AbortController();
  let cancelRenewal: Cancel = () => undefined;
  let cancelLoss: Cancel = () => undefined;

  const loseAt = (moment: Date): void => {
    cancelLoss();
    cancelLoss = clock.after(moment.getTime() - clock.now().getTime(), () => lost.abort(CLAIM_LOST));
  };
  const renewLater = (): void => {
    if (!over.signal.aborted && !lost.signal.aborted) cancelRenewal = clock.after(CLAIM_MS / 3, () => void renew());
  };
  const renew = async (): Promise<void> => {
    const renewed = new Date(clock.now().getTime() + CLAIM_MS);
    try {
      const isOurs = await claim.renew(renewed.toISOString());
      if (!isOurs) lost.abort(CLAIM_LOST);
      else if (!over.signal.aborted) loseAt(renewed);
    } catch (error) {
      claim.onFailure(error);
    }
    renewLater();
  };

  loseAt(claim.until);
  renewLater();
  return {
    lost: lost.signal,
    end() {
      over.abort();
      cancelRenewal();
      cancelLoss();
    },
  };
}
