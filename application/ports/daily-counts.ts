/** For counting an organisation's actions per day or shorter period, over all processes. */
export interface DailyCounts {
  /**
   * Counts one more action of a kind on a day (`2026-03-02`): true, or false when `most` were counted. Concurrent
   * calls never exceed it. Counts of past days are removed. A shorter period has a name that sorts by time.
   */
  countUp(orgId: string, kind: string, day: string, most: number): Promise<boolean>;
}
