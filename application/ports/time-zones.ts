/** For knowing what the clocks of the world show. */
export interface TimeZones {
  /** How many minutes the clocks of a zone are ahead of UTC at a moment; null for a zone that nobody knows. */
  offsetAt(zone: string, at: Date): number | null;
}
