/** For reading telephone numbers as people write them. */
export interface NumberFormat {
  /** The number in E.164, as in `+14155550100`, or null when the text is none: without a leading plus no country is meant. */
  e164(text: string): string | null;
}
