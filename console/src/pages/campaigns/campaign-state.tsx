import { Notice } from '../../parts/notice.tsx';
import { Progress } from '../../parts/progress.tsx';
import { formatUpcoming, formatCount, formatMoment } from '../../format.ts';
import { strings } from './strings.ts';
import { isLive } from '../calls/call.ts';
import { shareDone, type CampaignNow } from './campaign.ts';
import { idleReason, type IdleReason } from './idle-reason.ts';

/** How far a campaign is, and why it does not dial where it does not. */
export function CampaignState({ campaign, calls }: CampaignNow) {
  const { total_rows: total, processed_rows: done, failed_rows: missed } = campaign;
  const live = calls.filter(isLive).length;
  const idle = idleReason(campaign, calls, new Date());
  const counters = [
    [strings.contactsCount, total],
    [strings.done, done],
    [strings.reached, done - missed],
    [strings.missed, missed],
    [strings.onTheLine, live],
  ] as const;
  return (
    <section class="card padded stack">
      <Progress label={strings.progressOf(campaign.name)} value={shareDone(campaign)} />
      <dl class="counters">
        {counters.map(([name, count]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd class="figure">{formatCount(count)}</dd>
          </div>
        ))}
      </dl>
      <Notice kind={idle ? kindOf(idle) : 'good'}>{idle ? idleText(idle) : strings.dialling}</Notice>
    </section>
  );
}

const WARNINGS: ReadonlySet<IdleReason['kind']> = new Set([
  ...(['stoppedItself', 'zoneUnknown', 'breakerOpen', 'breakerProbes'] as const),
]);

function kindOf({ kind }: IdleReason): 'info' | 'warn' | 'error' | 'good' {
  if (kind === 'failed') return 'error';
  if (kind === 'completed') return 'good';
  return WARNINGS.has(kind) ? 'warn' : 'info';
}

function idleText(idle: IdleReason): string {
  const { still: known } = strings;
  switch (idle.kind) {
    case 'stoppedItself':
      return known.stoppedItself(idle.reason);
    case 'failed':
      return known.failed(idle.reason);
    case 'outsideSchedule':
      return known.outsideSchedule(idle.zone, idle.opensAt && formatUpcoming(idle.opensAt));
    case 'breakerOpen':
      return known.breakerOpen(idle.reason, formatMoment(idle.probeAt, new Date()));
    case 'breakerProbes':
      return known.breakerProbes(idle.reason);
    case 'atLimit':
      return known.atLimit(idle.live);
    case 'waitingForRetry':
      return known.waitingForRetry(formatMoment(idle.around, new Date()));
    default:
      return known[idle.kind];
  }
}
