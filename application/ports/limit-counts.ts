import type { LimitCount } from '../../domain/accounts/limit-count.ts';

/** What is counted. */
export interface LimitKey {
  /** The limit, such as `signUp client`. Written in the code. */
  readonly kind: string;
  /** What it counts for, such as a client. */
  readonly key: string;
}

/** For counting requests and failures by key, over all processes. */
export interface LimitCounts {
  /** What is counted for a key, expired or not. Null: nothing. */
  find(of: LimitKey): Promise<LimitCount | null>;
  /**
   * Replaces what was seen; null for nothing, before or after. False when another process has changed it since, and then
   * changes nothing.
   */
  replace(of: LimitKey, seen: LimitCount | null, next: LimitCount | null): Promise<boolean>;
  /** Removes what has expired. Of each kind keeps at most `most`: those that expire last. */
  prune(now: number, most: number): Promise<void>;
}
