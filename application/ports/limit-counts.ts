import type { LimitCount } from '../../domain/accounts/limit-count.ts';

/** For counting requests and failures by key, over all processes. */
export interface LimitCounts {
  /** What is counted for a key, expired or not. Null: nothing. */
  find(key: string): Promise<LimitCount | null>;
  /**
   * Replaces what was seen; null for nothing, before or after. False when another process has changed it since, and then
   * changes nothing.
   */
  replace(key: string, seen: LimitCount | null, next: LimitCount | null): Promise<boolean>;
  /** Removes what has expired. Of more than `most` others, removes those that expire first. */
  prune(now: number, most: number): Promise<void>;
}
