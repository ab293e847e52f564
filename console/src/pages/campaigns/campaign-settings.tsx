import { Facts } from '../../parts/facts.tsx';
import { Moment } from '../../parts/moment.tsx';
import { at } from '../../paths.ts';
import { words } from '../../words.ts';
import type { Campaign } from './campaign.ts';
import { hoursOf } from './open-hours.ts';

/** What a campaign was told. */
export const CampaignSettings = ({ campaign }: { readonly campaign: Campaign }) => (
  <details class="card padded campaign-settings">
    <summary>{words.campaigns.settings}</summary>
    <Facts
      of={[
        [words.calls.agent, <a href={at(`/agents/${campaign.agent_id}`)}>{words.campaigns.openAgent}</a>],
        [words.campaigns.callerId, campaign.from_number ?? words.campaigns.agentsNumber],
        [words.campaigns.fields.rate, words.campaigns.perSecond(campaign.rate_limit_per_second)],
        [words.campaigns.fields.concurrency, campaign.orchestrator_metadata.max_concurrency],
        [words.campaigns.retrying, retryWords(campaign)],
        [words.campaigns.schedule, scheduleWords(campaign)],
        [words.campaigns.breaker, breakerWords(campaign)],
        [words.campaigns.parent, parentLink(campaign)],
        [words.campaigns.madeBy, campaign.created_by],
        [words.campaigns.made, <Moment at={campaign.created_at} />],
        [words.campaigns.startedAt, campaign.started_at && <Moment at={campaign.started_at} />],
        [words.campaigns.completedAt, campaign.completed_at && <Moment at={campaign.completed_at} />],
      ]}
    />
  </details>
);

function retryWords({ retry_config: retry }: Campaign): string {
  if (!retry.enabled || !retry.max_retries) return words.campaigns.never;
  return words.campaigns.retryWords(retry.max_retries, retry.retry_delay_seconds ?? 0);
}

function scheduleWords({ orchestrator_metadata: { schedule_config: schedule } }: Campaign): string {
  if (!schedule?.enabled) return words.campaigns.always;
  const hours = hoursOf(schedule.slots).map(
    ({ days, from, to }) => `${days.map((day) => words.campaigns.days[day]).join(' ')} ${from}–${to}`,
  );
  return `${hours.join('; ')} (${schedule.timezone})`;
}

function breakerWords({ orchestrator_metadata: { circuit_breaker: breaker } }: Campaign): string {
  if (!breaker?.enabled) return words.campaigns.never;
  const share = Math.round(breaker.failure_threshold * 100);
  return words.campaigns.breakerWords(share, breaker.window_seconds, breaker.min_calls_in_window);
}

function parentLink({ orchestrator_metadata: { parent_campaign_id: parent } }: Campaign) {
  return parent === undefined ? null : <a href={at(`/campaigns/${parent}`)}>{words.campaigns.openParent}</a>;
}
