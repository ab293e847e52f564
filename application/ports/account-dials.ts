/**
 * For spacing the dials of a carrier account over all campaigns, organisations and processes. Times are ms since the
 * epoch.
 */
export interface AccountDials {
  /** When the account may be dialled next; null before its first dial. */
  next(account: string): Promise<number | null>;
  /** Replaces the time that was read, or returns false when another process has replaced it. */
  move(account: string, seen: number | null, next: number): Promise<boolean>;
}
