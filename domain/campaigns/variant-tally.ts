import type { AnalysisResult } from '../calls/call-analysis.ts';
import { isSo, keyOf, type AnalysisMeasure } from './compared-measures.ts';
import type { RunOutcome } from './run-outcome.ts';

/** A contact that was dialled, as far as variants are compared by it. */
export interface ComparedContact {
  readonly dials: number;
  /** Null: it is not final. */
  readonly outcome: RunOutcome | null;
  /** Of its last conversation. Null: none has ended. */
  readonly seconds: number | null;
  /** Of its last conversation. Null: there is none. */
  readonly result: AnalysisResult | null;
  /** The version of the agent that its last conversation ran. Null: none, or not recorded. */
  readonly version?: number | null;
}

/** Counts the contacts of one variant. */
export class VariantTally {
  readonly agentId: string;
  readonly outcomes = new Map<RunOutcome, number>();
  readonly seconds: number[] = [];
  readonly versions = new Set<number>();
  contacts = 0;
  finished = 0;
  dials = 0;
  analysed = 0;
  readonly #measures: readonly AnalysisMeasure[];
  readonly #counts = new Map<string, number>();

  /** `measures`: what the agent's analysis finds out. */
  constructor(agentId: string, measures: readonly AnalysisMeasure[]) {
    this.agentId = agentId;
    this.#measures = measures;
  }

  add({ dials, outcome, seconds, result, version = null }: ComparedContact): void {
    this.contacts += 1;
    this.dials += dials;
    if (outcome !== null) {
      this.finished += 1;
      this.outcomes.set(outcome, (this.outcomes.get(outcome) ?? 0) + 1);
    }
    if (seconds !== null) this.seconds.push(seconds);
    if (version !== null) this.versions.add(version);
    if (result === null) return;
    this.analysed += 1;
    for (const measure of this.#measures)
      if (isSo(measure, result)) this.#counts.set(keyOf(measure), (this.#counts.get(keyOf(measure)) ?? 0) + 1);
  }

  /** Conversations of which the measure is so, and those that it was asked of. */
  analysedAs(measure: AnalysisMeasure): { readonly count: number; readonly of: number } {
    const key = keyOf(measure);
    const isMeasured = this.#measures.some((each) => keyOf(each) === key);
    return isMeasured ? { count: this.#counts.get(key) ?? 0, of: this.analysed } : { count: 0, of: 0 };
  }
}
