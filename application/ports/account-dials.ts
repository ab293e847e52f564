/**
 * For spacing the dials of a carrier's account, whichever campaign, organisation or process dials. Moments are milliseconds
 * since the epoch.
 */
export interface AccountDials {
  /** When the account may be dialled next; null: nobody has dialled it yet. */
  next(account: string): Promise<number | null>;
  /** Replaces the moment that was seen, or answers false when somebody else has replaced it meanwhile. */
  move(account: string, seen: number | null, next: number): Promise<boolean>;
}
