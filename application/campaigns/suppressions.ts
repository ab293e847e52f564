import { allow, type Principal } from '../../domain/accounts/principal.ts';
import type { Campaign } from '../../domain/campaigns/campaign.ts';
import { readPhone } from '../../domain/campaigns/contacts.ts';
import {
  suppressionReason,
  suppressionView,
  SUPPRESSIONS_MAX,
  type Suppression,
  type SuppressionView,
} from '../../domain/campaigns/suppression.ts';
import { invalid, missing } from '../../domain/errors.ts';
import { LimitedList } from '../limited-list.ts';
import type { CampaignRepository } from '../ports/campaigns.ts';
import type { Clock } from '../ports/clock.ts';
import type { CsvParser } from '../ports/csv.ts';
import type { NumberFormat } from '../ports/number-format.ts';
import type { SuppressionRepository } from '../ports/suppressions.ts';
import { DIAL_PERMIT_TTL_MS, waitForPermitsToExpire } from './dial-permit.ts';
import type { FairListChecker } from './fair-list-checker.ts';
import { entriesOf } from './read-suppressions.ts';
import { requireCsv, type UploadedFile } from './upload-contacts.ts';
import { isoAfter } from '../../domain/expiry.ts';

interface Ports {
  readonly suppressions: SuppressionRepository;
  readonly campaigns: Pick<CampaignRepository, 'list'>;
  readonly numberFormat: NumberFormat;
  readonly clock: Clock;
}

interface ImportPorts extends Ports {
  readonly csvParser: CsvParser;
  readonly fairListChecker: FairListChecker;
}

/** Page of a suppression list. */
interface SuppressionPage {
  readonly suppressions: readonly SuppressionView[];
  readonly total: number;
}

/** Lists one page of the suppression list of the active organisation, newest first. */
export const listSuppressions =
  ({ suppressions }: Ports) =>
  async (principal: Principal, page: { limit: number; offset: number }): Promise<SuppressionPage> => {
    const { org_id } = allow(principal, 'campaigns.read');
    const [entries, total] = await Promise.all([suppressions.list(org_id, page), suppressions.count(org_id)]);
    return { suppressions: entries.map(suppressionView), total };
  };

/** The suppression of a number. Rejects when it is not listed. */
export const findSuppression =
  ({ suppressions, numberFormat }: Ports) =>
  async (principal: Principal, phoneNumber: string): Promise<SuppressionView> => {
    const { org_id } = allow(principal, 'campaigns.read');
    const found = await suppressions.find(org_id, e164(numberFormat, phoneNumber));
    if (!found) throw missing('Suppression');
    return suppressionView(found);
  };

export interface NewSuppression {
  readonly phone_number: string;
  readonly reason?: string | null | undefined;
}

/** After this time no dial is under way that was decided before an entry, whatever the clocks of processes say. In ms. */
const SETTLED_MS = 60_000;

/**
 * Adds a number to the suppression list, unless it is listed. Once it resolves, no campaign of the organisation dials
 * the number any more.
 */
export const addSuppression =
  (ports: Ports) =>
  async (principal: Principal, request: NewSuppression): Promise<SuppressionView> => {
    const { org_id, email } = allow(principal, 'campaigns.write');
    const { suppressions, numberFormat, clock } = ports;
    const number = e164(numberFormat, request.phone_number);
    const reason = suppressionReason(request.reason);
    const listed = await suppressions.find(org_id, number);
    if (listed) {
      // The request that added it may still wait.
      if (clock.now().getTime() - Date.parse(listed.created_at) < SETTLED_MS) await waitForDecidedDials(ports, org_id);
      return suppressionView(listed);
    }
    const facts = { source: 'api', created_by: email, created_at: clock.now().toISOString() } as const;
    const added = { org_id, phone_number: number, reason, ...facts };
    await roomFor(ports, org_id, 1, () => suppressions.addAll([added]));
    await waitForDecidedDials(ports, org_id);
    return suppressionView((await suppressions.find(org_id, number)) ?? added);
  };

/** Rows of an imported list. */
export interface ImportedSuppressions {
  /** Numbers that were not listed before. */
  readonly added: number;
  /** Rows with a number. */
  readonly rows: number;
}

/**
 * Adds the numbers of a CSV file with a `phone_number` column and, if wanted, a `reason` column. Every row is validated
 * before the first is added. Once it resolves, no campaign of the organisation dials the numbers any more.
 */
export const importSuppressions =
  (ports: ImportPorts) =>
  async (principal: Principal, file: UploadedFile): Promise<ImportedSuppressions> => {
    const { org_id, email } = allow(principal, 'campaigns.write');
    requireCsv(file);
    const { suppressions, clock } = ports;
    const rows = await ports.fairListChecker(org_id, { size: file.size, bytes: file.open() }, { as: 'suppressions' });
    const facts = { org_id, source: 'import', created_by: email, created_at: clock.now().toISOString() } as const;
    const added = await roomFor(ports, org_id, rows, async () => {
      let count = 0;
      for await (const batch of entriesOf(ports.csvParser, file.open()))
        count += await suppressions.addAll(batch.map((entry): Suppression => ({ ...facts, ...entry })));
      return count;
    });
    await waitForDecidedDials(ports, org_id);
    return { added, rows };
  };

/** Removes a number from the suppression list. */
export const removeSuppression =
  ({ suppressions, numberFormat }: Ports) =>
  async (principal: Principal, phoneNumber: string): Promise<void> => {
    const { org_id } = allow(principal, 'campaigns.delete');
    if (!(await suppressions.remove(org_id, e164(numberFormat, phoneNumber)))) throw missing('Suppression');
  };

/** Resolves when dials of the organisation's campaigns that were decided before can no longer be sent. */
export async function waitForDecidedDials(
  { campaigns, clock }: Pick<Ports, 'campaigns' | 'clock'>,
  orgId: string,
): Promise<void> {
  const since = isoAfter(clock.now(), -DIAL_PERMIT_TTL_MS);
  const mayDial = ({ state, updated_at }: Campaign): boolean =>
    state === 'running' || (state !== 'created' && updated_at >= since);
  if ((await campaigns.list(orgId)).some(mayDial)) await waitForPermitsToExpire(clock);
}

/** The lists of each store: platforms in one process must not wait for each other. */
const listsOf = new WeakMap<SuppressionRepository, LimitedList>();

/** Adds numbers if the list has room for them. None is taken back: it must not be called. */
export function roomFor<T>(
  { suppressions }: Pick<Ports, 'suppressions'>,
  orgId: string,
  more: number,
  add: () => Promise<T>,
): Promise<T> {
  const refusal = `A suppression list has at most ${SUPPRESSIONS_MAX} numbers: remove some that are not needed`;
  const lists = listsOf.get(suppressions) ?? new LimitedList(SUPPRESSIONS_MAX, refusal);
  listsOf.set(suppressions, lists);
  return lists.add(orgId, { count: () => suppressions.count(orgId), add }, more);
}

function e164(numberFormat: NumberFormat, text: string): string {
  // As contact lists may hold it: numbers that no numbering plan knows yet can be listed.
  const number = numberFormat.e164(text) ?? readPhone(text);
  if (!number) throw invalid('phone_number must be a telephone number in E.164, for example +14155550100');
  return number;
}
