/** For finding out where a telephone number may be. */
export interface NumberPlan {
  /** The place of a number in E.164. */
  placeOf(phoneNumber: string): NumberPlace;
}

/** All time zones and countries that a number may be in. Empty for numbers of no country, such as +800. */
export interface NumberPlace {
  /** IANA names. */
  readonly zones: readonly string[];
  /** ISO 3166 codes. */
  readonly countries: readonly string[];
}
