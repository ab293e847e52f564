import { failure } from '../../domain/campaigns/campaign.ts';
import type { Contact } from '../../domain/campaigns/contacts.ts';
import type { CampaignRecord } from '../../domain/campaigns/campaign-record.ts';
import { newQueuedRun } from '../../domain/campaigns/queued-run.ts';
import { DomainError, rejected } from '../../domain/errors.ts';
import type { CampaignRepository } from '../ports/campaigns.ts';
import type { Clock } from '../ports/clock.ts';
import type { Ids } from '../ports/ids.ts';
import type { ObjectStore } from '../ports/objects.ts';
import type { QueuedRunRepository } from '../ports/queued-runs.ts';
import type { CsvParser } from '../ports/csv.ts';
import { changeCampaign } from './change-campaign.ts';
import { contactsOf } from './read-contacts.ts';

export interface LoadingPorts {
  readonly campaigns: CampaignRepository;
  readonly runs: QueuedRunRepository;
  readonly objects: ObjectStore;
  readonly csvParser: CsvParser;
  readonly ids: Ids;
  readonly clock: Clock;
}

/**
 * Queues the contacts of a running campaign in batches, resuming where loading stopped. Contacts already queued stay
 * unchanged. Loading stops when the campaign does. An unreadable source fails the campaign. `progressed` is called
 * whenever there is more to dial.
 */
export async function loadContacts(
  ports: LoadingPorts,
  start: CampaignRecord,
  shouldContinue: () => boolean,
  progressed: () => void,
): Promise<void> {
  const { campaigns, clock } = ports;
  try {
    if (await queueAll(ports, start, shouldContinue, progressed)) progressed();
  } catch (error) {
    if (!(error instanceof DomainError) || error.problem !== 'rejected') throw error;
    await changeCampaign(campaigns, start, ({ campaign }) => ({
      campaign: campaign.state === 'running' ? failure(campaign, error.message, clock.now()) : {},
    }));
  }
}

/** Returns whether the end of the source was reached. */
async function queueAll(
  ports: LoadingPorts,
  start: CampaignRecord,
  shouldContinue: () => boolean,
  progressed: () => void,
): Promise<boolean> {
  const { objects, csvParser, runs } = ports;
  const { campaign, gate } = start;
  const source = await objects.open(campaign.source_id);
  if (!source) throw rejected('The uploaded contact list can no longer be read');
  let loaded = gate.loaded_rows;
  for await (const contacts of contactsOf(csvParser, source.bytes)) {
    const fresh = contacts.filter(({ contact_index }) => contact_index >= loaded);
    if (fresh.length === 0) continue;
    if (!shouldContinue()) return false;
    await runs.addAll(fresh.map((contact) => newRunOf(ports, start, contact)));
    loaded += fresh.length;
    if (!(await recordLoaded(ports, start, { loaded_rows: loaded }))) return false;
    progressed();
  }
  return recordLoaded(ports, start, { loaded_rows: loaded, is_loaded: true });
}

const newRunOf = ({ ids, clock }: LoadingPorts, { campaign }: CampaignRecord, contact: Contact) =>
  newQueuedRun(
    {
      ...contact,
      queued_run_id: ids.next(),
      campaign_id: campaign.campaign_id,
      org_id: campaign.org_id,
      attempt: 0,
      not_before: null,
    },
    clock.now(),
  );

/** Records the rows loaded. False: the campaign stopped, or was deleted together with what was just queued. */
async function recordLoaded(
  { campaigns, runs }: LoadingPorts,
  start: CampaignRecord,
  reached: { readonly loaded_rows: number; readonly is_loaded?: boolean },
): Promise<boolean> {
  try {
    const { campaign, gate } = await changeCampaign(campaigns, start, (seen) => ({
      gate: { ...reached, loaded_rows: Math.max(seen.gate.loaded_rows, reached.loaded_rows) },
      // The rows actually read are the contacts to process, and callbacks beside them.
      campaign: reached.is_loaded ? { total_rows: reached.loaded_rows + (seen.gate.callbacks?.made ?? 0) } : {},
    }));
    return campaign.state === 'running' && gate.epoch === start.gate.epoch;
  } catch (error) {
    if (!(error instanceof DomainError) || error.problem !== 'missing') throw error;
    await runs.removeAll(start.campaign.campaign_id);
    return false;
  }
}
