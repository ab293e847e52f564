import { quotaUse, requireWithin, type Quotas, type QuotaUse } from '../../domain/accounts/quotas.ts';
import {
  abandonedRecordings,
  countStoredUse,
  erasedNow,
  isCountOld,
  isUpload,
  needsCount,
  withRecordedBytes,
  reservation,
  withBytesRemoved,
  withCallErased,
  withReservation,
  reservedOf,
  withReservationCompleted,
  storedBytes,
  uncountedStoredUse,
  uploadedBytes,
  type CallToErase,
  type ErasedCalls,
  type RemovedBytes,
  type Reservation,
  type StoredUse,
} from '../../domain/accounts/stored-use.ts';
import { DomainError } from '../../domain/errors.ts';
import { KeyedQueue } from '../keyed-queue.ts';
import { retryOnConflict } from '../retry-on-conflict.ts';
import type { AbandonedUploads } from '../ports/abandoned-uploads.ts';
import type { Log } from '../ports/log.ts';
import type { ObjectStore } from '../ports/objects.ts';
import type { QuotaReservation } from '../ports/quotas.ts';
import type { StoredUseRepository } from '../ports/stored-use.ts';
import { countedUse, quotaOf, type CountPorts } from './counted-quotas.ts';

export interface ReservationPorts extends CountPorts {
  readonly storedUse: StoredUseRepository;
  readonly objects: ObjectStore;
  readonly abandonedUploads: AbandonedUploads;
  readonly log: Log;
}

type ReservationRequest = Omit<Reservation, 'until'>;
/** The changes to write, or null for none. Throws a refusal. */
type Decision = (use: StoredUse) => Promise<Partial<StoredUse> | null>;

const CONFLICT = "The organisation's storage use kept changing. Try again.";

const UNLIMITED: QuotaReservation = { commit: async () => undefined, release: async () => undefined };

/** Reservations of what is counted and of stored bytes. Every change is conditional on the revision that was read. */
export class QuotaReservations {
  readonly #ports: ReservationPorts;
  readonly #queue = new KeyedQueue();

  constructor(ports: ReservationPorts) {
    this.#ports = ports;
  }

  /** Reserves quota or throws `QuotaExceeded`. Concurrent requests together never exceed the quota. */
  async reserve(orgId: string, wanted: ReservationRequest, quotas: Quotas): Promise<QuotaReservation> {
    const name = quotaOf(wanted.kind);
    const isFile = FILES.has(wanted.kind);
    if (!isFile && name !== null && quotas[name] === null) return UNLIMITED;
    const { clock } = this.#ports;
    let reserved = reservation(wanted, clock.now());
    await this.#change(orgId, async (use) => {
      await this.#requireCount(use, wanted, quotas);
      if (isFile) requireBytes(use, wanted.bytes, quotas, clock.now());
      if (isFile && isUpload(wanted))
        requireWithin('uploads', quotaUse(quotas.uploads, uploadedBytes(use)), wanted.bytes, clock.now());
      reserved = reservation(wanted, clock.now());
      return withReservation(use, reserved);
    });
    return {
      commit: () => this.#finish(orgId, reserved, true),
      release: () => this.#finish(orgId, reserved, false),
    };
  }

  /** Counts bytes of a call. Rejects a recording that does not fit. */
  async addRecorded(orgId: string, bytes: number, artifact: 'recording' | 'transcript', quotas: Quotas): Promise<void> {
    await this.#change(orgId, async (use) => {
      if (artifact === 'recording') requireBytes(use, bytes, quotas, this.#ports.clock.now());
      return withRecordedBytes(use, bytes);
    });
  }

  /** Gives the bytes of removed objects back. */
  async removeBytes(orgId: string, removed: RemovedBytes): Promise<void> {
    await this.#change(orgId, async (use) => withBytesRemoved(use, removed));
  }

  /** Gives an erased call's bytes back, and counts the call on. */
  async removeCall(orgId: string, call: CallToErase): Promise<void> {
    await this.#change(orgId, async (use) => withCallErased(use, call, this.#ports.clock.now()));
  }

  /** The erased calls that still count. */
  async erased(orgId: string): Promise<ErasedCalls> {
    return erasedNow((await this.#ports.storedUse.find(orgId)) ?? {}, this.#ports.clock.now());
  }

  async usage(orgId: string, quotas: Quotas): Promise<Record<'uploads' | 'storage', QuotaUse>> {
    const use = await this.#current(orgId);
    return {
      uploads: quotaUse(quotas.uploads, uploadedBytes(use)),
      storage: quotaUse(quotas.storage, storedBytes(use)),
    };
  }

  /** Counts the stored records plus what is being created. */
  async #requireCount(use: StoredUse, { kind }: ReservationRequest, quotas: Quotas): Promise<void> {
    const name = quotaOf(kind);
    const limit = name && quotas[name];
    if (name === null || limit === null) return;
    const counted = await countedUse(this.#ports, name, { orgId: use.org_id, limit, coming: reservedOf(use, kind) });
    requireWithin(name, counted, 1, this.#ports.clock.now());
  }

  /** Applies a decision to the current use. Requests of one organisation are serialised in this process. */
  async #change(orgId: string, decide: Decision): Promise<void> {
    await this.#queue.run(orgId, () => this.#changeNow(orgId, decide));
  }

  /** Retries when another process changed the use. A refusal requires a recent count. */
  #changeNow(orgId: string, decide: Decision): Promise<void> {
    const { storedUse, clock } = this.#ports;
    return retryOnConflict<void>(CONFLICT, async () => {
      const use = await this.#current(orgId);
      const changes = await decide(use).catch(async (error: unknown) => {
        const isOfBytes = error instanceof DomainError && error.problem === 'oversized';
        if (!isOfBytes || !isCountOld(use, clock.now()) || !(await this.#count(orgId, use))) throw error;
        return 'again' as const;
      });
      if (changes === 'again') return changes;
      return changes === null || (await storedUse.change(use, changes)) ? undefined : 'again';
    });
  }

  /** The current use, counted first when unknown and the object store is available. */
  #current(orgId: string): Promise<StoredUse> {
    return retryOnConflict(CONFLICT, async () => {
      const use = await this.#ports.storedUse.find(orgId);
      if (use && !needsCount(use, this.#ports.clock.now())) return use;
      const isCounted = await this.#count(orgId, use);
      return (isCounted ? null : await this.#ports.storedUse.find(orgId)) ?? 'again';
    });
  }

  /** Counts the stored bytes, without what interrupted uploads left. False when the object store is unavailable. */
  async #count(orgId: string, before: StoredUse | null): Promise<boolean> {
    const { storedUse, objects, abandonedUploads, clock, log } = this.#ports;
    const count = async (): Promise<StoredUse> => {
      for (const key of abandonedRecordings(before, clock.now())) await abandonedUploads.remove(key);
      return countStoredUse(orgId, objects.list(`${orgId}/`), before, clock.now());
    };
    const now = await count().catch((error: unknown) => {
      log.warn('quotas.not_counted', { org_id: orgId, error });
      return uncountedStoredUse(orgId, before, clock.now());
    });
    if (before) await storedUse.change(before, now);
    else await storedUse.add(now);
    return now.counted_at !== '';
  }

  async #finish(orgId: string, reserved: Reservation, isStored: boolean): Promise<void> {
    try {
      await this.#change(orgId, async (use) => withReservationCompleted(use, reserved, isStored));
    } catch (error) {
      this.#ports.log.warn('quotas.reservation_not_finished', { org_id: orgId, error });
    }
  }
}

/** What is stored as files. The rest is only counted: an organisation without room for files may create it. */
const FILES: ReadonlySet<Reservation['kind']> = new Set([
  'document',
  'page',
  'contact_list',
  'recording',
  'conversation',
]);

function requireBytes(use: StoredUse, bytes: number, { storage }: Quotas, now: Date): void {
  requireWithin('storage', quotaUse(storage, storedBytes(use)), bytes, now);
}
