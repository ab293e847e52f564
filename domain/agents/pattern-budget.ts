/** Limits the cost of compiling, in states of patterns. */
const STATES_MAX = 3_000;

/** What the patterns of several schemas or fields may still have together. */
export interface PatternBudget {
  states: number;
}

/** For all tools in a list, the fields of all stages, or those of all targets of handovers. */
export const patternBudget = (): PatternBudget => ({ states: STATES_MAX });
