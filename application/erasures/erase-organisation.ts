import type { CallLog } from '../../domain/calls/call-log.ts';
import type { Clock } from '../ports/clock.ts';
import type { CallRepository } from '../ports/calls.ts';
import type {
  CallEraser,
  ContactEraser,
  DocumentEraser,
  ErasureProgress,
  OrganisationRecords,
} from '../ports/erasures.ts';
import type { EventDeliveryRepository } from '../ports/event-deliveries.ts';
import type { ObjectStore } from '../ports/objects.ts';
import { visitAll } from './visit-all.ts';
import { isoAfter } from '../../domain/expiry.ts';

export interface OrganisationPorts {
  readonly calls: CallRepository;
  readonly callEraser: CallEraser;
  readonly contactEraser: ContactEraser;
  readonly documentEraser: DocumentEraser;
  readonly organisationRecords: OrganisationRecords;
  readonly eventDeliveries: Pick<EventDeliveryRepository, 'endpointsOf' | 'listFrom' | 'remove'>;
  readonly objects: ObjectStore;
  readonly clock: Clock;
}

/** What is erased, and where that is reported. */
interface Pass {
  readonly orgId: string;
  readonly progress: ErasureProgress;
}

/**
 * One pass over everything an organisation stores. Campaigns and agents go first, so that no call starts any more. While
 * calls are live the rest stays, because they need the credentials of vendors and carriers to their end.
 */
export async function eraseOrganisation(ports: OrganisationPorts, pass: Pass): Promise<void> {
  const { orgId, progress } = pass;
  await ports.contactEraser.eraseCampaigns(orgId, progress);
  await progress.erased('records', await ports.organisationRecords.removeAgents(orgId));
  if (!(await eraseCalls(ports, pass))) return;
  await ports.documentEraser.eraseAll(orgId, progress);
  await eraseDeliveries(ports, pass);
  for (let removed = -1; removed !== 0;) {
    removed = await ports.organisationRecords.removeSome(orgId);
    await progress.erased('records', removed);
  }
  await eraseObjects(ports, pass);
}

/** Erases all calls. False when some are in use. */
async function eraseCalls(
  { calls, callEraser, clock }: OrganisationPorts,
  { orgId, progress }: Pass,
): Promise<boolean> {
  const moment = isoAfter(clock.now(), 1);
  const timeline = {
    page: (from: string, page: { limit: number; offset: number }) => calls.listBefore(orgId, { moment, from }, page),
    timeOf: ({ created_at }: CallLog) => created_at,
  };
  let areAllErased = true;
  await visitAll(timeline, async (call) => {
    const isErased = await callEraser.erase(call);
    if (isErased) await progress.erased('calls');
    else progress.waits();
    areAllErased &&= isErased;
    return !isErased;
  });
  return areAllErased;
}

/** Removes the deliveries of events, sent or not, also to endpoints that have been deleted. */
async function eraseDeliveries({ eventDeliveries }: OrganisationPorts, { orgId, progress }: Pass): Promise<void> {
  for (const endpointId of await eventDeliveries.endpointsOf(orgId)) {
    const timeline = {
      page: (from: string, page: { limit: number; offset: number }) => eventDeliveries.listFrom(endpointId, from, page),
      timeOf: ({ timestamp }: { readonly timestamp: string }) => timestamp,
    };
    await visitAll(timeline, async ({ event_id }) => {
      await eventDeliveries.remove(endpointId, event_id);
      await progress.erased('records');
      return false;
    });
  }
}

/** Removes every object in the organisation's folder: contact lists, uploaded documents, and what calls left. */
async function eraseObjects({ objects }: OrganisationPorts, { orgId, progress }: Pass): Promise<void> {
  const lists = `${orgId}/campaigns/`;
  for await (const { key } of objects.list(`${orgId}/`)) {
    await objects.remove(key);
    await progress.erased(key.startsWith(lists) ? 'contact_lists' : 'records');
  }
}
