/** What the verification of one part of a copy found. */
export interface Count {
  what: string;
  /** So many there are to be copied. */
  wanted: number;
  /** So many are there now. */
  found: number;
  /** Whether what is there is what was to be copied. */
  same: boolean;
}
