import type { components } from '../typescript/index.ts';
import { fields, moment, table } from './table.ts';

type Canary = components['schemas']['AgentCanary'];
type Measure = Canary['measures'][number];
type VersionMetrics = components['schemas']['AgentVersionMetrics'];

/** A canary with the figures of both versions. */
export function canaryInWords(canary: Canary): string {
  const { version, base_version: base, state, worse_by } = canary;
  return [
    fields({
      version,
      'compared with': base,
      share: `${canary.share_percent} %`,
      state: worse_by === null ? state : `${state} (${MEASURES[worse_by].toLowerCase()})`,
      note: canary.note,
      started: `${moment(canary.started_at)} by ${canary.started_by}`,
      ended: canary.ended_at && `${moment(canary.ended_at)} by ${canary.ended_by ?? 'the platform'}`,
      conversations: `${canary.conversations.canary} and ${canary.conversations.published}`,
    }),
    table(canary.measures, {
      MEASURE: ({ measure }) => MEASURES[measure],
      [`VERSION ${version}`]: ({ canary: calls }) => sharedIn(calls),
      [`VERSION ${base}`]: ({ published }) => sharedIn(published),
      EVIDENCE: ({ evidence, evidence_needed: needed }) => `${Math.round(evidence * 100) / 100} of ${needed}`,
    }),
  ].join('\n\n');
}

const MEASURES: Readonly<Record<Measure['measure'], string>> = {
  early_hang_up: 'Early hang-ups',
  failed: 'Failed calls',
  unsuccessful: 'Unsuccessful calls',
  interrupted: 'Often interrupted calls',
  slow: 'Slow calls',
};

const sharedIn = ({ count, of, share }: Measure['canary']): string =>
  share === null ? '-' : `${count} of ${of} (${(share * 100).toFixed(1)} %)`;

/** How the calls of versions went. */
export const metricsInWords = (versions: readonly VersionMetrics[]): string =>
  table(versions, {
    VERSION: ({ agent_version: version }) => version,
    CALLS: ({ calls, total }) => (calls === total ? total : `${calls} of ${total}`),
    CONVERSATIONS: ({ conversations }) => conversations,
    FAILED: ({ failed }) => failed,
    'EARLY HANG-UPS': ({ early_hang_ups: early }) => early,
    'SUCCESS YES/NO': ({ success }) => `${success.yes}/${success.no}`,
    SECONDS: ({ average_duration: seconds }) => seconds,
    INTERRUPTED: ({ interrupted_share: share }) => (share === null ? null : `${(share * 100).toFixed(1)} %`),
    REPLIES: ({ reply_seconds: seconds }) => (seconds === null ? null : `${seconds} s`),
  });
