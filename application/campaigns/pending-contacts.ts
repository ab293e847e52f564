import type { CampaignRecord } from '../../domain/campaigns/campaign-record.ts';
import type { Contact } from '../../domain/campaigns/contacts.ts';
import type { QueuedRun } from '../../domain/campaigns/queued-run.ts';
import { rejected } from '../../domain/errors.ts';
import type { CsvParser } from '../ports/csv.ts';
import type { ObjectStore } from '../ports/objects.ts';
import type { QueuedRunRepository } from '../ports/queued-runs.ts';
import { contactsOf } from './read-contacts.ts';

/** A contact without a final outcome. */
export interface PendingContact extends Contact {
  /** Attempts so far. */
  readonly attempt: number;
  /** The id of its queued run. Null: it is not queued yet. */
  readonly queued_run_id: string | null;
  readonly not_before: string | null;
  /** The agent that has called it, where several share the contacts. */
  readonly agent_id?: string;
}

export interface ContactSourcePorts {
  readonly runs: Pick<QueuedRunRepository, 'ofContacts'>;
  readonly objects: Pick<ObjectStore, 'open'>;
  readonly csvParser: CsvParser;
}

/** The contacts of a campaign that are still to be dialled or are being dialled, in their order and in batches. Reads only. */
export async function* pendingContacts(
  ports: ContactSourcePorts,
  record: CampaignRecord,
): AsyncIterable<readonly PendingContact[]> {
  const { campaign, gate } = record;
  if (gate.loaded_rows > 0 || gate.is_loaded) yield* queuedContacts(ports, campaign.campaign_id);
  if (gate.is_loaded) return;
  const source = await ports.objects.open(campaign.source_id);
  if (!source) throw rejected('The uploaded contact list can no longer be read');
  for await (const contacts of contactsOf(ports.csvParser, source.bytes)) {
    const fresh = contacts.filter(({ contact_index }) => contact_index >= gate.loaded_rows);
    // Field by field: there may be millions, and copies of objects take longer.
    yield fresh.map(({ contact_index, phone_number, context_variables }) => ({
      contact_index,
      phone_number,
      context_variables,
      attempt: 0,
      queued_run_id: null,
      not_before: null,
    }));
  }
}

async function* queuedContacts(
  { runs }: ContactSourcePorts,
  campaignId: string,
): AsyncIterable<readonly PendingContact[]> {
  for (let from = 0; ;) {
    const found = await runs.ofContacts(campaignId, from);
    const last = found.at(-1);
    if (!last) return;
    yield latestRuns(found).flatMap((run) => (run.is_final || run.state === 'judging' ? [] : [pendingOf(run)]));
    from = last.contact_index + 1;
  }
}

/** The last attempt at each contact. */
function latestRuns(found: readonly QueuedRun[]): readonly QueuedRun[] {
  const latest = new Map<number, QueuedRun>();
  for (const run of found) {
    const known = latest.get(run.contact_index);
    if (!known || known.attempt < run.attempt) latest.set(run.contact_index, run);
  }
  return [...latest.values()];
}

const pendingOf = ({
  contact_index,
  phone_number,
  context_variables,
  attempt,
  queued_run_id,
  not_before,
  agent_id,
}: QueuedRun): PendingContact => ({
  ...{ contact_index, phone_number, context_variables, attempt, queued_run_id, not_before },
  ...(agent_id !== undefined && { agent_id }),
});
