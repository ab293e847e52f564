import type { Campaign } from '../../domain/campaigns/campaign.ts';
import type { RunOutcome } from '../../domain/campaigns/run-outcome.ts';
import { followsContacts } from '../../domain/campaigns/contact-hours.ts';
import { isRefusal } from '../../domain/campaigns/refusal.ts';
import { isOpen } from '../../domain/campaigns/schedule.ts';
import { between, lasting, liveCounts, repeated } from './timeline.ts';
import { grouped } from './grouped.ts';
import { ANALYSIS_CHECKS } from './analyses.ts';
import { BREAKER_CHECKS } from './breaker-invariants.ts';
import { CALLBACK_CHECKS } from './callback-checks.ts';
import { isCallback, isUndialledEnd } from './callbacks.ts';
import { againstRules, beyondCaps, refusedWrongly } from './contact-invariants.ts';
import type { Check, Evidence } from './evidence.ts';
import { POOL_CHECKS } from './pool-invariants.ts';
import { VARIANT_CHECKS } from './variants.ts';

/** From the permit to the request at most. In milliseconds. */
const SEND_WITHIN_MS = 1_000;

/** So much closer two dials of an account may come when the first was held up on its way. In milliseconds. */
const LATE_MS = 250;

const highest = (campaigns: readonly Campaign[], setting: (campaign: Campaign) => number): number =>
  Math.max(...campaigns.map(setting));

const isPickedUp = (outcome: RunOutcome | undefined): boolean => outcome === 'answered' || outcome === 'voicemail';

/** Whether this outcome is acceptable for the true one: an answered call is never taken for an unanswered one, nor the reverse. */
function mayBeTaken(outcome: RunOutcome | null, truth: RunOutcome | undefined): boolean {
  if (outcome === null || outcome === 'unknown' || outcome === truth) return true;
  if (isRefusal(outcome)) return truth === undefined;
  if (outcome === 'failed' || outcome === 'invalid_number') return !isPickedUp(truth);
  if (outcome === 'no_answer') return truth !== undefined && !isPickedUp(truth);
  return outcome === 'answered' && isPickedUp(truth);
}

/** What must hold whatever happened, each as a sentence that says where it does not. */
const CHECKS: Readonly<Record<string, Check>> = {
  'I1 each attempt at a contact dialled once': (_, dials) =>
    repeated(
      dials.map(({ call, to, run }) => `${call.campaign_id} ${to} ${run?.contact_index} attempt ${run?.attempt}`),
    ),
  'I2 every contact final once': ({ planned, runs }) => {
    const byCampaign = grouped(runs, ({ campaign_id }) => campaign_id);
    return planned.flatMap(({ campaign_id, total_rows }) => {
      const own = byCampaign.get(campaign_id) ?? [];
      const finals = own.filter(({ is_final }) => is_final);
      const open = own.filter(({ state }) => state !== 'done').map(({ state }) => `${campaign_id} is ${state}`);
      const again = repeated(finals.map(({ contact_index }) => `${campaign_id} contact ${contact_index}`));
      const rows = total_rows + own.filter(isCallback).length;
      const isWhole = finals.length === rows;
      return [...open, ...again, ...(isWhole ? [] : [`${campaign_id} ${finals.length}/${rows}`])];
    });
  },
  'I2 outcomes are true': ({ runs, isClockSteady }, dials) => {
    const byRun = grouped(dials, ({ call }) => call.queued_run_id);
    return runs.flatMap((run) => {
      const { queued_run_id, outcome } = run;
      const truth = byRun.get(queued_run_id)?.[0]?.outcome;
      // A clock that is set ahead ends calls before anybody can pick up.
      const isGivenUp = !isClockSteady && (outcome === 'failed' || outcome === 'no_answer');
      const isUndialled = truth === undefined && isUndialledEnd(run);
      return isGivenUp || isUndialled || mayBeTaken(outcome, truth) ? [] : [`${queued_run_id} ${outcome} was ${truth}`];
    });
  },
  'I3 within the schedule': (_, dials) =>
    dials.flatMap(({ call, wall, seen }) =>
      seen.some(({ orchestrator_metadata: { schedule_config } }) =>
        followsContacts(schedule_config) ? true : isOpen(schedule_config, wall, () => 0),
      )
        ? []
        : [`${call.campaign_id} at ${wall.toISOString()}`],
    ),
  // A clock that is set ahead frees slots before their time.
  'I4 no more at once than allowed': ({ limits, isClockSteady }, dials) => {
    if (!isClockSteady) return [];
    const ofOrganisation = liveCounts(dials, ({ call }) => call.org_id);
    const ofCampaign = liveCounts(dials, ({ call }) => call.campaign_id);
    return dials.flatMap((dial) => {
      const { org_id, campaign_id } = dial.call;
      const inOrganisation = ofOrganisation(dial);
      const inCampaign = ofCampaign(dial);
      const most = highest(dial.seen, ({ orchestrator_metadata }) => orchestrator_metadata.max_concurrency);
      return [
        ...(inOrganisation > (limits[org_id] ?? 0) ? [`${org_id} has ${inOrganisation}`] : []),
        ...(inCampaign > most ? [`${campaign_id} has ${inCampaign}`] : []),
      ];
    });
  },
  'I5 no faster than allowed': (_, dials) => {
    const byCampaign = grouped(dials, ({ call }) => call.campaign_id);
    return dials.flatMap(({ call: { campaign_id }, at }) => {
      const second = between(byCampaign.get(campaign_id) ?? [], at - 1_000, at);
      const most = highest(
        second.flatMap(({ seen }) => seen),
        ({ rate_limit_per_second }) => rate_limit_per_second,
      );
      return second.length > most ? [`${campaign_id} ${second.length} in a second`] : [];
    });
  },
  'I14 no faster than the account may dial': ({ ledger, dialsPerSecond, isClockSteady }) =>
    dialsPerSecond === null || !isClockSteady
      ? []
      : ledger.slice(1).flatMap(({ callId, at }, index) => {
          const gap = at - ledger[index]!.at;
          return gap + LATE_MS < 1_000 / dialsPerSecond ? [`${callId} after ${gap} ms`] : [];
        }),
  'I6 retries as configured': ({ planned, witness, isClockSteady }, dials) => {
    const byCampaign = grouped(dials, ({ call }) => call.campaign_id);
    return planned.flatMap(({ campaign_id }) => {
      const configs = (witness.versions.get(campaign_id) ?? []).map(({ campaign }) => campaign.retry_config);
      const most = 1 + Math.max(...configs.map(({ max_retries }) => max_retries));
      const delayMs = 1_000 * Math.min(...configs.map(({ retry_delay_seconds }) => retry_delay_seconds));
      const own = byCampaign.get(campaign_id) ?? [];
      return [...grouped(own, ({ run }) => run?.contact_index)].flatMap(([to, attempts]) => {
        const isEarly = attempts.some(({ at }, index) => index > 0 && at - attempts[index - 1]!.endsAt < delayMs);
        return [
          ...(attempts.length > most ? [`${to} ${attempts.length} times`] : []),
          ...(isEarly && isClockSteady ? [`${to} again too soon`] : []),
        ];
      });
    });
  },
  'I7 only while running': ({ quiet, witness }, dials) => {
    const byCampaign = grouped(quiet, ({ campaignId }) => campaignId);
    return dials.flatMap(({ call: { campaign_id }, at, seen }) => {
      const isStopped = byCampaign
        .get(campaign_id ?? '')
        ?.some(
          ({ from }) =>
            from < at && !seenBetween(witness, campaign_id ?? '', from, at).some(({ state }) => state === 'running'),
        );
      return isStopped || seen.every(({ state }) => state !== 'running') ? [`${campaign_id} at ${at}`] : [];
    });
  },
  'I15 no suppressed number dialled': ({ suppressed }, dials) => {
    const byNumber = grouped(suppressed, ({ number }) => number);
    return dials.flatMap(({ to, at, call }) =>
      byNumber.get(to)?.some(({ orgId, from, until }) => orgId === call.org_id && from <= at && at < until)
        ? [`${to} at ${at}`]
        : [],
    );
  },
  'I15 only suppressed numbers refused': ({ suppressed, runs }) => {
    const numbers = new Set(suppressed.map(({ number }) => number));
    return runs.flatMap(({ outcome, phone_number, refusal }) =>
      outcome !== 'suppressed' || (refusal && numbers.has(phone_number)) ? [] : [phone_number],
    );
  },
  'I16 no number dialled more often than its caps allow': ({ caps }, dials) => beyondCaps(caps, dials),
  'I17 no contact dialled without consent, on a holiday or at night in a zone that it may be in': (_, dials) =>
    againstRules(dials),
  'I17 only contacts refused that the rules keep from being dialled': ({ runs, witness }) =>
    refusedWrongly(runs, witness.versions),
  'I8 counters are exact': ({ planned, campaigns, runs }) => {
    const byCampaign = grouped(runs, ({ campaign_id }) => campaign_id);
    return planned.flatMap(({ campaign_id, total_rows }) => {
      const campaign = campaigns.find((each) => each.campaign_id === campaign_id);
      const own = byCampaign.get(campaign_id) ?? [];
      const finals = own.filter(({ is_final }) => is_final);
      const lost = finals.filter(({ outcome }) => outcome !== 'answered').length;
      const refused = finals.filter(({ outcome }) => outcome !== null && isRefusal(outcome)).length;
      const callbacks = own.filter(isCallback).length;
      const isExact =
        campaign?.total_rows === total_rows + callbacks &&
        campaign.processed_rows === total_rows + callbacks &&
        campaign.failed_rows === lost &&
        (campaign.refused_rows ?? 0) === refused;
      return isExact && campaign.state === 'completed' ? [] : [`${campaign_id} ${JSON.stringify(campaign)}`];
    });
  },
  ...CALLBACK_CHECKS,
  ...BREAKER_CHECKS,
  ...POOL_CHECKS,
  ...VARIANT_CHECKS,
  ...ANALYSIS_CHECKS,
  'I9 no slot is left': ({ leases }) => leases.map(({ call_id }) => call_id),
  'I10 every call has its line': ({ calls, ledger }) => {
    const made = new Set(ledger.map(({ callId }) => callId));
    return calls.flatMap(({ call_id, status, provider_call_sid }) => {
      const isMade = made.has(call_id);
      const isReported = provider_call_sid !== null || ['completed', 'busy', 'no_answer'].includes(status);
      return isReported && !isMade ? [`${call_id} ${status}`] : [];
    });
  },
  'I10 every line has its call': ({ ledger }, dials) =>
    ledger.length === dials.length ? [] : [`${ledger.length} lines, ${dials.length} calls`],
  'I11 metrics are written once': ({ metrics, witness }) =>
    metrics.flatMap((document) =>
      JSON.stringify(document) === JSON.stringify(witness.metrics.get(document.call_id)) ? [] : [document.call_id],
    ),
  'I12 nothing dialled that was not written down before': ({ ledger }) =>
    ledger.flatMap(({ callId, isIntended }) => (isIntended ? [] : [callId])),
  'I13 one call log of a run': ({ calls }) => repeated(calls.flatMap(({ queued_run_id }) => queued_run_id ?? [])),
};

/** Every invariant that does not hold. */
export function breaches(evidence: Evidence): string[] {
  const { calls, ledger, witness } = evidence;
  const byId = new Map(calls.map((call) => [call.call_id, call] as const));
  const dials = ledger.flatMap((entry) => {
    const call = byId.get(entry.callId);
    if (!call) return [];
    const seen = seenBetween(witness, call.campaign_id ?? '', entry.at - SEND_WITHIN_MS, entry.at);
    return [{ ...entry, call, run: witness.runs.get(call.queued_run_id ?? ''), seen }];
  });
  return Object.entries(CHECKS).flatMap(([name, check]) => check(evidence, dials).map((where) => `${name}: ${where}`));
}

/** How a campaign stood at some time from here to there. */
const seenBetween = ({ versions }: Evidence['witness'], campaignId: string, from: number, to: number): Campaign[] =>
  lasting(versions.get(campaignId) ?? [], from, to).map(({ campaign }) => campaign);
