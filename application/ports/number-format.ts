/** For parsing telephone numbers as people write them. */
export interface NumberFormat {
  /**
   * The number in E.164, such as `+14155550100`, or null when invalid: without a leading plus no country is assumed.
   */
  e164(text: string): string | null;
}
