import { Notice } from '../../parts/notice.tsx';
import { Progress } from '../../parts/progress.tsx';
import { comingWords, countWords, momentWords } from '../../format.ts';
import { words } from '../../words.ts';
import { isLive } from '../calls/call.ts';
import { shareDone, type CampaignNow } from './campaign.ts';
import { whyStill, type Stillness } from './why-not-dialling.ts';

/** How far a campaign is, and why it does not dial where it does not. */
export function CampaignState({ campaign, calls }: CampaignNow) {
  const { total_rows: total, processed_rows: done, failed_rows: missed } = campaign;
  const live = calls.filter(isLive).length;
  const still = whyStill(campaign, calls, new Date());
  const counters = [
    [words.campaigns.contactsCount, total],
    [words.campaigns.done, done],
    [words.campaigns.reached, done - missed],
    [words.campaigns.missed, missed],
    [words.campaigns.onTheLine, live],
  ] as const;
  return (
    <section class="card padded stack">
      <Progress label={words.campaigns.progressOf(campaign.name)} value={shareDone(campaign)} />
      <dl class="counters">
        {counters.map(([name, count]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd class="figure">{countWords(count)}</dd>
          </div>
        ))}
      </dl>
      <Notice kind={still ? kindOf(still) : 'good'}>{still ? stillWords(still) : words.campaigns.dialling}</Notice>
    </section>
  );
}

function kindOf({ kind }: Stillness): 'info' | 'warn' | 'error' | 'good' {
  if (kind === 'failed') return 'error';
  if (kind === 'completed') return 'good';
  return kind === 'stoppedItself' || kind === 'zoneUnknown' ? 'warn' : 'info';
}

function stillWords(still: Stillness): string {
  const { still: known } = words.campaigns;
  switch (still.kind) {
    case 'stoppedItself':
      return known.stoppedItself(still.reason);
    case 'failed':
      return known.failed(still.reason);
    case 'outsideSchedule':
      return known.outsideSchedule(still.zone, still.opensAt && comingWords(still.opensAt));
    case 'atCeiling':
      return known.atLimit(still.live);
    case 'waitingForRetry':
      return known.waitingForRetry(momentWords(still.around, new Date()));
    default:
      return known[still.kind];
  }
}
