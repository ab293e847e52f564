import { EARLY_SECONDS } from '../calls/call-facts.ts';
import { invalid } from '../errors.ts';
import type { AgentCanary } from './agent-canary.ts';
import { versionNote } from './agent-version.ts';
import { canaryEvidence } from './canary-evidence.ts';
import { CANARY_MEASURES, FALSE_ALARMS, type CanaryCounts, type CanaryMeasure } from './canary-measures.ts';
import { readAll } from './json-readers.ts';

/** Why a canary ended. `superseded`: another version was published. `limit_reached`: its calls were counted without a verdict. */
export type CanaryOutcome = 'rolled_back' | 'aborted' | 'promoted' | 'superseded' | 'limit_reached';

/** What the sender of a canary decides. */
export interface CanarySettings {
  readonly share_percent: number;
  /** A caller who leaves earlier hangs up early. */
  readonly early_hang_up_seconds: number;
  /** Conversations, of both versions, after which it ends without a verdict. Null: no limit. */
  readonly max_calls: number | null;
  readonly note: string | null;
}

/** A canary of an agent, from its start to its end, with what was counted. */
export interface StoredCanary extends AgentCanary, CanarySettings {
  readonly org_id: string;
  readonly agent_id: string;
  readonly started_by: string;
  readonly started_at: string;
  /** The draft that it was started from. Null: a version. */
  readonly draft_revision: string | null;
  /** `starting`: the agent may not have it yet. `ending`: the agent may have it still. */
  readonly state: 'starting' | 'running' | 'ending' | 'ended';
  readonly outcome: CanaryOutcome | null;
  /** The measure by which it was rolled back. */
  readonly worse_by: CanaryMeasure | null;
  /** Null: it has not ended, or the platform ended it. */
  readonly ended_by: string | null;
  readonly ended_at: string | null;
  readonly counts: CanaryCounts;
  /** When a process is to look at it next. Null: there is nothing left to do. */
  readonly due_at: string | null;
  /** Whether its roll back is still to be mailed. */
  readonly is_mail_due: boolean;
  /** Increases with each change. */
  readonly revision: number;
}

const SHARE = { min: 1, max: 90 };
const EARLY = { min: 5, max: 300 };
const CALLS = { min: 50, max: 1_000_000 };

/** What a request sends of the settings of a canary. */
export interface NewCanarySettings {
  readonly share_percent: number;
  readonly early_hang_up_seconds?: number;
  readonly max_calls?: number;
  readonly note?: string;
}

/** Validates the settings of a canary and reports every problem at once. */
export function canarySettings(given: NewCanarySettings): CanarySettings {
  const { early_hang_up_seconds = EARLY_SECONDS, max_calls, note } = given;
  return readAll({
    share_percent: () => whole(given.share_percent, 'share_percent', SHARE),
    early_hang_up_seconds: () => whole(early_hang_up_seconds, 'early_hang_up_seconds', EARLY),
    max_calls: () => (max_calls === undefined ? null : whole(max_calls, 'max_calls', CALLS)),
    note: () => (note === undefined ? null : versionNote(note)),
  });
}

function whole(value: number, name: string, { min, max }: { readonly min: number; readonly max: number }): number {
  if (!Number.isInteger(value) || value < min || value > max)
    throw invalid(`${name} must be a whole number from ${min} to ${max}`);
  return value;
}

/** The part of a canary that its agent has. */
export const agentCanary = ({ canary_id, version, base_version, share_percent }: AgentCanary): AgentCanary => ({
  ...{ canary_id, version, base_version, share_percent },
});

/** The evidence that a measure needs. */
export const evidenceNeeded = (measure: CanaryMeasure): number => 1 / FALSE_ALARMS[measure];

/** The evidence of each measure that the new version is worse. */
export function evidenceOf({
  share_percent,
  counts,
}: Pick<StoredCanary, 'share_percent' | 'counts'>): Readonly<Record<CanaryMeasure, number>> {
  const evidence = canaryEvidence(share_percent / 100);
  const of = (measure: CanaryMeasure): number => evidence(counts[measure]);
  return {
    early_hang_up: of('early_hang_up'),
    failed: of('failed'),
    unsuccessful: of('unsuccessful'),
    interrupted: of('interrupted'),
    slow: of('slow'),
  };
}

/** How a running canary ends by what was counted, if it does. */
export function verdictOf(
  canary: Pick<StoredCanary, 'share_percent' | 'counts' | 'max_calls'>,
): Pick<StoredCanary, 'outcome' | 'worse_by'> | null {
  const evidence = evidenceOf(canary);
  const worse = CANARY_MEASURES.find((measure) => evidence[measure] >= evidenceNeeded(measure));
  if (worse !== undefined) return { outcome: 'rolled_back', worse_by: worse };
  const { canary: tried, published } = canary.counts.failed;
  const isLimitReached = canary.max_calls !== null && tried.of + published.of >= canary.max_calls;
  return isLimitReached ? { outcome: 'limit_reached', worse_by: null } : null;
}
