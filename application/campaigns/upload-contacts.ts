import { allow, type Principal } from '../../domain/accounts/principal.ts';
import { sourceKey } from '../../domain/campaigns/source.ts';
import { rejected } from '../../domain/errors.ts';
import type { Ids } from '../ports/ids.ts';
import type { ObjectStore } from '../ports/objects.ts';
import type { Log } from '../ports/log.ts';
import type { QuotaKeeper } from '../ports/quotas.ts';
import { withRollback } from '../rollback.ts';
import type { FairListChecker } from './fair-list-checker.ts';

/** An uploaded file that can be read repeatedly. */
export interface UploadedFile {
  readonly filename: string;
  readonly size: number;
  open(): AsyncIterable<Uint8Array>;
}

/** Spec: CampaignCsvUploadResponse. */
export interface UploadedContacts {
  readonly source_id: string;
  readonly filename: string;
  readonly contact_rows: number;
}

interface Ports {
  readonly objects: ObjectStore;
  readonly fairListChecker: FairListChecker;
  readonly quotas: QuotaKeeper;
  readonly ids: Ids;
  readonly log: Log;
}

/** Stores a contact list after validating every row and the organisation's quotas. */
export const uploadContacts =
  ({ objects, fairListChecker, quotas, ids, log }: Ports) =>
  async (principal: Principal, file: UploadedFile): Promise<UploadedContacts> => {
    const { org_id } = allow(principal, 'campaigns.write');
    const { filename, size } = file;
    requireCsv(file);
    const contacts = await fairListChecker(org_id, { size, bytes: file.open() }, { as: 'contacts' });
    const key = sourceKey(org_id, ids.next(), filename);
    const reservation = await quotas.reserve(org_id, { kind: 'contact_list', id: key, bytes: size });
    await withRollback(log, async (undo) => {
      undo(() => reservation.release());
      await objects.put(key, file.open(), { size, contentType: 'text/csv; charset=utf-8' });
    });
    await reservation.commit();
    return { source_id: key, filename, contact_rows: contacts };
  };

/** Rejects a file that is empty or not named as CSV. */
export function requireCsv({ filename, size }: UploadedFile): void {
  if (!/\.csv$/i.test(filename)) throw rejected('The file name must end in .csv');
  if (size === 0) throw rejected('The file is empty');
}
