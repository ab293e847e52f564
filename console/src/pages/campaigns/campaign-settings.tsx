import { Facts } from '../../parts/facts.tsx';
import { Moment } from '../../parts/moment.tsx';
import { at } from '../../paths.ts';
import { sharedStrings } from '../../parts/strings.ts';
import { analysisWords, decisionWords } from './analysis-words.ts';
import { comparisonStrings } from './comparison-strings.ts';
import { strings } from './strings.ts';
import type { Campaign } from './campaign.ts';
import { hoursOf } from './open-hours.ts';
import { planDrafts } from './retry-plans.ts';
import { settingsStrings } from './settings-strings.ts';

/** What a campaign was told. */
export const CampaignSettings = ({ campaign }: { readonly campaign: Campaign }) => (
  <details class="card padded campaign-settings">
    <summary>{strings.settings}</summary>
    <Facts
      of={[
        [sharedStrings.agent, <a href={at(`/agents/${campaign.agent_id}`)}>{strings.openAgent}</a>],
        [comparisonStrings.variants, variantsList(campaign)],
        [strings.callerId, callerIdWords(campaign)],
        [strings.fields.rate, strings.perSecond(campaign.rate_limit_per_second)],
        [strings.fields.concurrency, campaign.orchestrator_metadata.max_concurrency],
        [strings.retrying, retryWords(campaign)],
        [settingsStrings.decided, decisionWords(campaign)],
        [strings.schedule, scheduleWords(campaign)],
        [strings.breaker, breakerWords(campaign)],
        [strings.parent, parentLink(campaign)],
        [strings.madeBy, campaign.created_by],
        [strings.made, <Moment at={campaign.created_at} />],
        [strings.startedAt, campaign.started_at && <Moment at={campaign.started_at} />],
        [strings.completedAt, campaign.completed_at && <Moment at={campaign.completed_at} />],
      ]}
    />
  </details>
);

function callerIdWords({ from_number, orchestrator_metadata: { caller_id_pool: pool } }: Campaign): string {
  return pool ? settingsStrings.poolWords(pool.numbers.length) : (from_number ?? strings.agentsNumber);
}

function variantsList({ orchestrator_metadata: { variants } }: Campaign) {
  return (
    variants && (
      <ul>
        {variants.map(({ agent_id, weight, name }) => (
          <li key={agent_id}>
            <a href={at(`/agents/${agent_id}`)}>{name ?? strings.openAgent}</a>: {weight}
          </li>
        ))}
      </ul>
    )
  );
}

function retryWords({ retry_config: retry }: Campaign): string {
  if (!retry.enabled || !retry.max_retries) return strings.never;
  const plans = planDrafts(retry.plans).map(({ outcome, minutes, varies }) =>
    settingsStrings.planWords(settingsStrings.outcomes[outcome], minutes, varies),
  );
  const outcomes = strings.retryWords(retry.max_retries, retry.retry_delay_seconds ?? 0);
  return [outcomes, ...plans, ...analysisWords(retry)].join('; ');
}

function scheduleWords({ orchestrator_metadata: { schedule_config: schedule } }: Campaign): string {
  if (!schedule?.enabled) return strings.always;
  const hours = hoursOf(schedule.slots).map(
    ({ days, from, to }) => `${days.map((day) => strings.days[day]).join(' ')} ${from}–${to}`,
  );
  return `${hours.join('; ')} (${schedule.timezone})`;
}

function breakerWords({ orchestrator_metadata: { circuit_breaker: breaker } }: Campaign): string {
  if (!breaker?.enabled) return strings.never;
  const share = Math.round(breaker.failure_threshold * 100);
  const words = strings.breakerWords(share, breaker.window_seconds, breaker.min_calls_in_window);
  const { probe_after_seconds: wait } = breaker;
  return wait === undefined ? words : words + strings.probeWords(wait);
}

function parentLink({ orchestrator_metadata: { parent_campaign_id: parent } }: Campaign) {
  return parent === undefined ? null : <a href={at(`/campaigns/${parent}`)}>{strings.openParent}</a>;
}
