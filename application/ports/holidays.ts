/** For knowing public holidays. */
export interface Holidays {
  /** The name of the holiday that this day, such as `2026-12-25`, is in one of the countries. Null: none. */
  nameOf(countries: readonly string[], day: string): string | null;
}
