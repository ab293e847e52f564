import { allow, type Principal } from '../../domain/accounts/principal.ts';
import { readPhone } from '../../domain/campaigns/contacts.ts';
import { newErasure, type Erasure } from '../../domain/erasures/erasure.ts';
import { duplicate, forbidden, invalid, missing, rejected } from '../../domain/errors.ts';
import type { ClaimWorker } from '../claim-worker.ts';
import type { Clock } from '../ports/clock.ts';
import type { ErasureRepository } from '../ports/erasures.ts';
import type { Ids } from '../ports/ids.ts';
import type { Log } from '../ports/log.ts';
import type { NumberFormat } from '../ports/number-format.ts';
import type { PhoneNumberRepository } from '../ports/phone-numbers.ts';
import type { QuotaKeeper } from '../ports/quotas.ts';
import { withRollback } from '../rollback.ts';

interface Ports {
  readonly erasures: ErasureRepository;
  readonly erasureWorker: Pick<ClaimWorker, 'wake'>;
  readonly phoneNumbers: Pick<PhoneNumberRepository, 'find' | 'list'>;
  readonly numberFormat: NumberFormat;
  readonly quotas: Pick<QuotaKeeper, 'reserve'>;
  readonly ids: Ids;
  readonly clock: Clock;
  readonly log: Log;
}

/** Page of an organisation's erasures. */
export interface ErasurePage {
  readonly erasures: readonly Erasure[];
  readonly limit: number;
  readonly offset: number;
  readonly total: number;
}

/** Lists one page of the erasures of the active organisation, newest first. */
export const listErasures =
  ({ erasures }: Ports) =>
  async (principal: Principal, page: { limit: number; offset: number }): Promise<ErasurePage> => {
    const { org_id } = allow(principal, 'erasures.read');
    const [found, total] = await Promise.all([erasures.list(org_id, page), erasures.count(org_id)]);
    return { erasures: found, ...page, total };
  };

/** Reads the progress of an erasure. */
export const readErasure =
  ({ erasures }: Ports) =>
  async (principal: Principal, erasureId: string): Promise<Erasure> => {
    const erasure = await erasures.find(allow(principal, 'erasures.read').org_id, erasureId);
    if (!erasure) throw missing('Erasure');
    return erasure;
  };

/** Requests the erasure of a phone number. One that is pending for it is answered instead of another. Over quota it is rejected. */
export const requestErasure =
  (ports: Ports) =>
  async (principal: Principal, phoneNumber: string): Promise<Erasure> => {
    const { org_id, email } = allow(principal, 'erasures.write');
    const number = ports.numberFormat.e164(phoneNumber) ?? readPhone(phoneNumber);
    if (!number) throw invalid('phone_number must be a telephone number in E.164, for example +14155550100');
    if ((await ports.phoneNumbers.find(number))?.org_id === org_id)
      throw rejected('phone_number is one of the organisation: its calls are those of all its callers');
    return enqueue(ports, { org_id, scope: 'phone_number', phoneNumber: number, requested_by: email });
  };

/** Requests the erasure of all data of the active organisation. A pending one is answered instead of another. */
export const eraseOrganisation =
  (ports: Ports) =>
  async (principal: Principal, orgId: string): Promise<Erasure> => {
    const { org_id, email } = allow(principal, 'organisation.erase');
    if (orgId !== org_id) throw forbidden('Only the active organisation can be erased');
    if ((await ports.phoneNumbers.list(org_id)).some(({ agent_id }) => agent_id !== null))
      throw duplicate('Phone numbers are attached to agents: detach them first, so that no calls come in');
    return enqueue(ports, { org_id, scope: 'organisation', phoneNumber: null, requested_by: email });
  };

async function enqueue(
  { erasures, erasureWorker, quotas, ids, clock, log }: Ports,
  wanted: Omit<Parameters<typeof newErasure>[0], 'erasure_id' | 'now'>,
): Promise<Erasure> {
  const pending = await erasures.findPending(wanted.org_id, wanted.phoneNumber);
  if (pending) return pending;
  const erasure = newErasure({ ...wanted, erasure_id: ids.next(), now: clock.now() });
  await withRollback(log, async (undo) => {
    if (wanted.scope === 'organisation') return erasures.add(erasure, null);
    const room = await quotas.reserve(wanted.org_id, { kind: 'erasure', id: erasure.erasure_id, bytes: 0 });
    undo(() => room.release());
    await erasures.add(erasure, wanted.phoneNumber);
    await room.commit();
  });
  erasureWorker.wake();
  return erasure;
}
