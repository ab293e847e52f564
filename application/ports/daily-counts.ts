/** For counting what an organisation does in a day or a shorter period, whichever process does it. */
export interface DailyCounts {
  /**
   * Counts one more of this kind on this day (`2026-03-02`), and answers true; false when so many have been counted. Of
   * several at once no more are. A day that is over is forgotten. A shorter period is named by a text that sorts by time.
   */
  countUp(orgId: string, kind: string, day: string, most: number): Promise<boolean>;
}
