import { ERASED_NUMBER, readHeader } from '../../domain/campaigns/contacts.ts';
import { erasedRow, rowLine } from '../../domain/campaigns/erased-contacts.ts';
import type { QueuedRun } from '../../domain/campaigns/queued-run.ts';
import { withoutEvidence } from '../../domain/campaigns/refusal.ts';
import { isSourceOf, sourceFolder } from '../../domain/campaigns/source.ts';
import { withoutNumberIn } from '../../domain/erasures/number-mentions.ts';
import type { CallRepository } from '../ports/calls.ts';
import type { CampaignRepository } from '../ports/campaigns.ts';
import type { Clock } from '../ports/clock.ts';
import type { CsvParser, Row } from '../ports/csv.ts';
import type { ContactEraser, ErasureProgress } from '../ports/erasures.ts';
import type { ObjectStore } from '../ports/objects.ts';
import type { QueuedRunRepository } from '../ports/queued-runs.ts';
import { changeRun } from './change-run.ts';
import { writeCallbacks } from './write-callbacks.ts';
import { removeCampaign } from './delete-campaign.ts';

/** Callbacks read at once. */
const CALLBACKS_AT_ONCE = 100;

interface Ports {
  readonly calls: CallRepository;
  readonly campaigns: CampaignRepository;
  readonly runs: QueuedRunRepository;
  readonly objects: ObjectStore;
  readonly csvParser: CsvParser;
  readonly clock: Clock;
}

/** Erases contacts and campaigns for other areas. */
export const contactEraser = (ports: Ports): ContactEraser => ({
  async eraseNumber(orgId, phoneNumber, progress) {
    // Lists first: contacts that are queued from an old copy of a list are found afterwards.
    await eraseFromLists(ports, orgId, phoneNumber, progress);
    for (const { campaign_id } of await ports.campaigns.list(orgId)) {
      await eraseFromCampaign(ports, campaign_id, phoneNumber, progress);
      const record = await ports.campaigns.find(orgId, campaign_id);
      // Its contacts are being queued, perhaps from an old copy.
      if (record?.campaign.state === 'running' && !record.gate.is_loaded) progress.waits();
      // So are its callbacks.
      else if (record?.gate.callbacks && record.gate.callbacks.unwritten.length > 0) {
        await writeCallbacks(ports, record);
        progress.waits();
      }
    }
  },
  async eraseCallbacks(orgId, phoneNumber, progress) {
    const page = { upcoming: true, limit: CALLBACKS_AT_ONCE };
    for (let offset = 0; ; offset += CALLBACKS_AT_ONCE) {
      const some = await ports.runs.listCallbacks(orgId, { ...page, offset });
      for (const run of some) await eraseFromRun(ports, run, phoneNumber, progress);
      if (some.length < CALLBACKS_AT_ONCE) return;
    }
  },
  async eraseCampaigns(orgId, progress) {
    for (const { campaign_id } of await ports.campaigns.list(orgId)) {
      const record = await ports.campaigns.find(orgId, campaign_id);
      if (!record) continue;
      await removeCampaign(ports, record);
      await progress.erased('campaigns');
    }
  },
});

/** Rewrites the contact lists that have the number, without it. */
async function eraseFromLists(
  { objects, csvParser }: Ports,
  orgId: string,
  phoneNumber: string,
  progress: ErasureProgress,
): Promise<void> {
  for await (const { key } of objects.list(sourceFolder(orgId))) {
    if (!isSourceOf(orgId, key)) continue;
    const lines = async function* (): AsyncIterable<ListRow> {
      const source = await objects.open(key);
      if (source) yield* erasedLines(csvParser.rows(source.bytes), phoneNumber);
    };
    let [size, isFound] = [0, false];
    for await (const { bytes, isChanged } of lines()) {
      size += bytes.length;
      isFound ||= isChanged;
    }
    if (!isFound) continue;
    await objects.put(key, bytesOf(lines()), { size, contentType: 'text/csv; charset=utf-8' });
    await progress.erased('contact_lists');
  }
}

/** A line of a list without the number. `isChanged`: it had it. */
interface ListRow {
  readonly bytes: Uint8Array;
  readonly isChanged: boolean;
}

async function* erasedLines(rows: AsyncIterable<readonly Row[]>, phoneNumber: string): AsyncIterable<ListRow> {
  const encoder = new TextEncoder();
  let phoneColumn: number | null = null;
  for await (const batch of rows)
    for (const row of batch) {
      const erased: Row = phoneColumn === null ? row : erasedRow(row, phoneColumn, phoneNumber);
      phoneColumn ??= readHeader(row).phoneColumn;
      yield { bytes: encoder.encode(rowLine(erased)), isChanged: erased.some((cell, at) => cell !== row[at]) };
    }
}

async function* bytesOf(lines: AsyncIterable<ListRow>): AsyncIterable<Uint8Array> {
  for await (const { bytes } of lines) yield bytes;
}

/** Removes the number from the contacts of a campaign. */
async function eraseFromCampaign(
  ports: Ports,
  campaignId: string,
  phoneNumber: string,
  progress: ErasureProgress,
): Promise<void> {
  for (let from = 0; ;) {
    const some = await ports.runs.ofContacts(campaignId, from);
    const last = some.at(-1);
    if (!last) return;
    from = last.contact_index + 1;
    for (const run of some) await eraseFromRun(ports, run, phoneNumber, progress);
  }
}

/** Removes the number from a run. A dial in progress is left for later. */
async function eraseFromRun(
  { runs, clock }: Ports,
  run: QueuedRun,
  phoneNumber: string,
  progress: ErasureProgress,
): Promise<void> {
  const now = clock.now();
  if (!erasing(run, phoneNumber, now)) return;
  let isInUse = false;
  const changed = await changeRun(
    runs,
    run.queued_run_id,
    (seen) => {
      isInUse = seen.state === 'dialing' || seen.state === 'in_call';
      return isInUse ? null : erasing(seen, phoneNumber, now);
    },
    run,
  );
  // A retry that is being written may have an older copy of it.
  if (isInUse || changed?.state === 'judging') progress.waits();
  if (changed) await progress.erased('contacts');
}

/** Changes that erase the number from a run. Null when it does not have it. A run still to be dialled forgets its call. */
export function erasing(run: QueuedRun, phoneNumber: string, now: Date): Partial<QueuedRun> | null {
  const updated = { updated_at: now.toISOString() };
  const { refusal, context_variables, callback } = run;
  if (run.phone_number === phoneNumber) {
    const evidence = refusal && { refusal: withoutEvidence(refusal) };
    const agreed = callback && { callback: { ...callback, note: null } };
    const erased = { phone_number: ERASED_NUMBER, context_variables: {}, ...evidence, ...agreed, ...updated };
    return run.state === 'queued' ? { ...erased, call_id: null } : erased;
  }
  const before = { context_variables, ...(refusal && { refusal }), ...(callback && { callback }) };
  const changes = withoutNumberIn(before, phoneNumber);
  return changes === before ? null : { ...changes, ...updated };
}
