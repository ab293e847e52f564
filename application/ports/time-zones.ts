/** For reading time zone offsets. */
export interface TimeZones {
  /** Minutes a zone is ahead of UTC at a time; null for an unknown zone. */
  offsetAt(zone: string, at: Date): number | null;
}
