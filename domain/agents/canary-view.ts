import type { CallShare } from './canary-evidence.ts';
import { CANARY_MEASURES, type CanaryMeasure } from './canary-measures.ts';
import { evidenceNeeded, evidenceOf, type CanaryOutcome, type StoredCanary } from './canary.ts';

/** Calls of one version, and the part of them that counts. */
interface SharedCalls extends CallShare {
  /** Null without calls. */
  readonly share: number | null;
}

/** A canary as the API shows it. */
export interface CanaryView extends Omit<
  StoredCanary,
  'org_id' | 'draft_revision' | 'state' | 'outcome' | 'counts' | 'due_at' | 'is_mail_due' | 'revision'
> {
  readonly state: 'running' | CanaryOutcome;
  /** Conversations that were counted. */
  readonly conversations: { readonly canary: number; readonly published: number };
  readonly measures: readonly {
    readonly measure: CanaryMeasure;
    /** Above it a call counts as interrupted or slow. Null: not known yet, or not one of these. */
    readonly limit: number | null;
    readonly canary: SharedCalls;
    readonly published: SharedCalls;
    /** How much more likely the counts are if the new version is worse. */
    readonly evidence: number;
    /** The evidence at which the canary is rolled back. */
    readonly evidence_needed: number;
  }[];
}

/** A canary with the figures of both versions. */
export function canaryView(stored: StoredCanary): CanaryView {
  const { org_id: _org, draft_revision: _draft, state: _state, outcome, counts, ...rest } = stored;
  const { due_at: _due, is_mail_due: _mail, revision: _revision, ...shown } = rest;
  const evidence = evidenceOf(stored);
  return {
    ...shown,
    state: outcome ?? 'running',
    conversations: { canary: counts.failed.canary.of, published: counts.failed.published.of },
    measures: CANARY_MEASURES.map((measure) => ({
      measure,
      limit: counts[measure].limit ?? null,
      canary: sharedOf(counts[measure].canary),
      published: sharedOf(counts[measure].published),
      evidence: rounded(evidence[measure]),
      evidence_needed: Math.round(evidenceNeeded(measure)),
    })),
  };
}

const sharedOf = ({ count, of }: CallShare): SharedCalls => ({
  count,
  of,
  share: of === 0 ? null : rounded(count / of),
});

/** To four decimals. An astronomical value stays a number that JSON can hold. */
const rounded = (value: number): number => Math.min(Math.round(value * 10_000) / 10_000, Number.MAX_SAFE_INTEGER);
