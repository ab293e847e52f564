/** What the verification of one part of a copy found. */
export interface Count {
  what: string;
  /** Items in the source. */
  wanted: number;
  /** Items in the target. */
  found: number;
  /** Whether what is there is what was to be copied. */
  same: boolean;
}
