/**
 * Why `answered-calls.ts` lets a contact that answered be dialled again, or not. `value`: the analysis has a value with a
 * plan. `hung_up_early`: the person hung up early. `no_plan`: no value of the analysis has a plan. `no_analysis`: it failed,
 * or did not come in time. `suppressed`, `callback`, `erased`: whatever was found, the number is suppressed, a callback was
 * agreed, or the number was erased.
 */
export const DECISION_REASONS = [
  ...(['value', 'hung_up_early', 'no_plan', 'no_analysis'] as const),
  ...(['suppressed', 'callback', 'erased'] as const),
] as const;
export type DecisionReason = (typeof DECISION_REASONS)[number];

/** What was decided about a contact that answered. */
export interface RetryDecision {
  readonly reason: DecisionReason;
  /** The value that was found, as its plan spells it. */
  readonly value?: string;
  /** When the contact is dialled again. Null: it is final. */
  readonly retry_at: string | null;
  readonly decided_at: string;
}

/** How often the same was decided in a campaign. */
export interface DecisionCount {
  readonly reason: DecisionReason;
  readonly value?: string;
  /** How many contacts it has dialled again, and how many it made final. */
  readonly retried: number;
  readonly final: number;
}

/** The counts with further decisions. */
export function withDecisions(
  counts: readonly DecisionCount[],
  decisions: readonly RetryDecision[],
): readonly DecisionCount[] {
  const byKey = new Map(counts.map((count) => [keyOf(count), count]));
  for (const { reason, value, retry_at } of decisions) {
    const of = { reason, ...(value !== undefined && { value }) };
    const { retried, final } = byKey.get(keyOf(of)) ?? { retried: 0, final: 0 };
    const isFinal = retry_at === null;
    byKey.set(keyOf(of), { ...of, retried: retried + (isFinal ? 0 : 1), final: final + (isFinal ? 1 : 0) });
  }
  return [...byKey.values()];
}

const keyOf = ({ reason, value }: Pick<DecisionCount, 'reason' | 'value'>): string => `${reason} ${value ?? ''}`;
