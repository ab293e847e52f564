/** Why a number of a caller ID pool is not dialled from for a while. */
export interface NumberRest {
  readonly since: string;
  readonly until: string;
  /** The newest calls from it, and how many of them were answered. */
  readonly calls: number;
  readonly answered: number;
  /** The least share of answered calls then. */
  readonly min_answer_rate: number;
  /** The campaign with these calls. */
  readonly campaign_id: string;
}

/** Whether a number rests at this time. */
export const isResting = (rest: NumberRest | null | undefined, now: Date): rest is NumberRest =>
  rest !== null && rest !== undefined && rest.until > now.toISOString();

/** The rest that lasts longer. */
export const laterRest = (
  one: NumberRest | null | undefined,
  other: NumberRest | null | undefined,
): NumberRest | null => {
  if (!one || !other) return one ?? other ?? null;
  return one.until >= other.until ? one : other;
};
