import { canaryEvidence, type ComparedCalls } from '../../../domain/agents/canary-evidence.ts';
import { CANARY_MEASURES, FALSE_ALARMS, type CanaryMeasure } from '../../../domain/agents/canary-measures.ts';
import { seededDraws } from '../../../domain/campaigns/seeded-draws.ts';

/** How often calls count by a measure, with the published version and with the new one, at a time from 0 to 1. */
export interface Rates {
  readonly published: (time: number) => number;
  readonly canary: (time: number) => number;
}

export const always = (published: number, canary = published): Rates => ({
  published: () => published,
  canary: () => canary,
});

export interface History {
  /** From 0 to 1. */
  readonly share: number;
  readonly calls: number;
  readonly rates: Partial<Readonly<Record<CanaryMeasure, Rates>>>;
}

/** The call of each history after which the version is rolled back. Infinity: it never is. It is decided after each call. */
export function rollBacks({ share, calls, rates }: History, histories: number, seed = 1): number[] {
  const evidence = canaryEvidence(share);
  const measures = CANARY_MEASURES.flatMap((measure) => {
    const of = rates[measure];
    return of ? [{ of, needed: 1 / FALSE_ALARMS[measure] }] : [];
  });
  return Array.from({ length: histories }, (_, history) => {
    const draw = seededDraws(seed * 1_000_003 + history);
    const counts = measures.map(() => ({ canary: { count: 0, of: 0 }, published: { count: 0, of: 0 } }));
    for (let call = 1; call <= calls; call += 1) {
      const version = draw() < share ? 'canary' : 'published';
      for (const [at, { of, needed }] of measures.entries()) {
        const count = counts[at]![version];
        count.of += 1;
        if (draw() < of[version](call / calls)) count.count += 1;
        if (mayBeWorse(counts[at]!) && evidence(counts[at]!) >= needed) return call;
      }
    }
    return Infinity;
  });
}

/** Cheaper than the evidence, which is far below what is needed while the difference is less than 1.5 standard errors. */
function mayBeWorse({ canary, published }: ComparedCalls): boolean {
  const difference = canary.count / canary.of - published.count / published.of;
  if (!(difference > 0)) return published.of === 0 && canary.count > 0;
  const pooled = (canary.count + published.count) / (canary.of + published.of);
  return difference ** 2 > 1.5 ** 2 * pooled * (1 - pooled) * (1 / canary.of + 1 / published.of);
}

/** The middle one of these. */
export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 2)]!;

/** The part of the histories that came to a roll back. */
export const partOf = (found: readonly number[]): number => found.filter(Number.isFinite).length / found.length;
