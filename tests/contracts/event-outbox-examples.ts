import { parseBudget, withSettings, type Budget } from '../../domain/costs/budget.ts';
import type { Agent } from '../../domain/agents/agent.ts';
import { newCampaign, type Campaign } from '../../domain/campaigns/campaign.ts';
import { DEFAULT_RETRY } from '../../domain/campaigns/retry-policy.ts';
import { newQueuedRun } from '../../domain/campaigns/queued-run.ts';
import { webCall } from '../../domain/calls/call-log.ts';
import type { RecordedEvent } from '../../domain/events/recorded-event.ts';

export const NOON = '2026-01-01T12:00:00.000Z';
export const LATER = '2026-01-01T12:00:01.000Z';

export const call = (call_id: string) =>
  webCall({ call_id, org_id: 'org', agent_id: 'a', agent_name: 'A', custom_variables: {}, now: new Date(NOON) });

export const event = (event_id: string, timestamp = NOON): RecordedEvent => ({
  ...{ event_id, org_id: 'org', type: 'call.ended', subject: 'one', call_id: 'one' },
  ...{ timestamp, body: '{}' },
});

export const campaign: Campaign = newCampaign({
  ...{ campaign_id: 'c', org_id: 'org', name: 'C', agent_id: 'a', source_type: 'csv', source_id: 's', total_rows: 1 },
  ...{ rate_limit_per_second: 1, retry_config: DEFAULT_RETRY, orchestrator_metadata: { max_concurrency: 1 } },
  ...{ from_number: null, created_by: 'ada@example.com', now: new Date(NOON) },
});

export const run = newQueuedRun(
  {
    ...{ queued_run_id: 'r', campaign_id: 'c', org_id: 'org', contact_index: 0, phone_number: '+15550100000' },
    ...{ context_variables: {}, attempt: 0, not_before: null },
  },
  new Date(NOON),
);

export const agent: Agent = {
  ...{ agent_id: 'a', org_id: 'org', name: 'A', status: 'active', agent_category: 'websocket' },
  ...{ created_by: 'ada@example.com', linked_phone_number: null, telephony: null },
  ...{ config: {} as Agent['config'], created_at: NOON, updated_at: NOON },
};

export const OTHER_APPLICATION = { provider: 'acme', application_id: 'other', answer_url: 'https://voice.example/' };

export const budget: Budget = withSettings(
  null,
  parseBudget({ amount: '10', warn_at_percent: [50], hard_stop: false })!,
  {
    ...{ org_id: 'org', currency: 'USD', spent: 0, by: 'ada@example.com', now: new Date(NOON) },
  },
);
