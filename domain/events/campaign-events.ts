import type { Campaign } from '../campaigns/campaign.ts';
import { breakerChange } from '../campaigns/campaign-breaker.ts';
import type { QueuedRun } from '../campaigns/queued-run.ts';
import { isShort } from './event-variables.ts';
import type { EventDraft } from './recorded-event.ts';

/**
 * The event that a change of a campaign causes: of its state or, while that stays, of a circuit breaker that trips, also again,
 * or closes.
 */
export function campaignEvents(before: Campaign, after: Campaign): EventDraft[] {
  const breaker = breakerChange(before, after);
  if (before.state !== after.state) return [draftOf('campaign.state_changed', after, { previous_state: before.state })];
  return breaker === null ? [] : [draftOf('campaign.breaker_changed', after, { breaker })];
}

const draftOf = (type: EventDraft['type'], campaign: Campaign, what: EventDraft['data']): EventDraft => {
  const { campaign_id } = campaign;
  return { type, subject: campaign_id, call_id: null, data: { campaign_id, ...what, campaign } };
};

/** The event that a change of a run causes, if its contact becomes final. */
export function contactEvents(before: QueuedRun, after: QueuedRun): EventDraft[] {
  if (before.is_final || !after.is_final) return [];
  const { queued_run_id, campaign_id, call_id } = after;
  const data = { campaign_id, call_id, contact: contactView(after) };
  return [{ type: 'campaign.contact_finished', subject: queued_run_id, call_id, data }];
}

const contactView = ({ contact_index, phone_number, context_variables, outcome, attempt }: QueuedRun) => ({
  ...{ contact_index, phone_number, outcome },
  // Those that were decided and not dialled count, as in the report of the campaign.
  attempts: attempt + 1,
  ...(isShort(context_variables) && { context_variables }),
});
