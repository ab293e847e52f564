import { answered, api, type components } from '../../api.ts';
import { formatShare } from '../../format.ts';
import { unlessMissing } from '../../parts/unless-missing.ts';
import { canaryStrings as strings } from './canary-strings.ts';

export type Canary = components['schemas']['AgentCanary'];
type Measure = Canary['measures'][number];

/** The last canary of an agent, or null. */
export const readCanary = (agentId: string): Promise<Canary | null> =>
  answered(api.GET('/api/v1/agents/{agent_id}/canary', { params: { path: { agent_id: agentId } } })).catch(
    unlessMissing,
  );

/** Calls of one version that count by a measure, as text. */
export const callsText = ({ count, of, share }: Measure['canary']): string =>
  share === null ? strings.none : strings.counted(count, of, formatShare(share));

/** Evidence in few digits. It can be astronomical. */
export function evidenceText({
  evidence,
  evidence_needed: needed,
}: Pick<Measure, 'evidence' | 'evidence_needed'>): string {
  const shown = evidence >= needed * 10 ? strings.over(needed * 10) : String(Number(evidence.toPrecision(2)));
  return strings.evidenceOf(shown, needed);
}

const SHARE = { min: 1, max: 90 };

/** The share that was entered, or null when it is none. */
export function shareIn(text: string): number | null {
  const share = Number(text);
  return text.trim() !== '' && Number.isInteger(share) && share >= SHARE.min && share <= SHARE.max ? share : null;
}
