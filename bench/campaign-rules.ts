import type { Campaign } from '../domain/campaigns/campaign.ts';
import { callerIdPool } from '../domain/campaigns/caller-id-pool.ts';
import type { CampaignMetadata } from '../domain/campaigns/settings.ts';
import type { Suppression } from '../domain/campaigns/suppression.ts';

/** Who makes campaigns and entries. */
export const CALLER = 'bench@example.com';

/** Every organisation has a number of its own: its id, as far as digits go. */
export const numberOf = (orgId: string): string =>
  `+1${BigInt(`0x${orgId.replaceAll('-', '')}`)
    .toString()
    .slice(0, 12)}`;

/** The numbers that it calls from, its own among them. */
export const poolOf = (orgId: string): readonly string[] =>
  ['', '1', '2', '3', '4'].map((end) => `${numberOf(orgId)}${end}`);

/** Holidays that there are never. */
export const HOLIDAYS = { US: { '02-30': 'Never' } };

/** Hours of the whole day in zones of contacts, and consent. */
const RULES: Partial<CampaignMetadata> = {
  schedule_config: {
    enabled: true,
    timezone: 'UTC',
    slots: [0, 1, 2, 3, 4, 5, 6].map((day_of_week) => ({ day_of_week, start_time: '00:00', end_time: '24:00' })),
    use_contact_timezone: true,
    observe_holidays: true,
  },
  dial_caps: { max_dials_per_day: 2, max_dials_per_week: 5 },
  consent: { column: 'agreed', accepted_values: ['yes'], expiry_column: 'until' },
};

/** The campaign, with every rule about contacts when it is to have them. */
export const ruled = (campaign: Campaign, isRuled: boolean): Campaign =>
  isRuled
    ? {
        ...campaign,
        orchestrator_metadata: {
          ...campaign.orchestrator_metadata,
          ...RULES,
          caller_id_pool: callerIdPool({ numbers: poolOf(campaign.org_id), min_answer_rate: 0.1 }),
        },
      }
    : campaign;

/** Numbers on the suppression list beside those that are dialled. */
const SUPPRESSED = 100;

export const suppressed = (org_id: string, now: Date): Suppression[] =>
  Array.from({ length: SUPPRESSED }, (_, index) => ({
    ...{ org_id, phone_number: `+1${4_160_000_000 + index}`, reason: null, source: 'import' },
    ...{ created_by: CALLER, created_at: now.toISOString() },
  }));
