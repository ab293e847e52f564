import type { Clock } from '../../application/ports/clock.ts';
import { withTimeout } from '../../application/with-timeout.ts';
import type { DatabaseHealth } from '../../application/ports/health.ts';
import type { WriteProbe } from '../lib/write-probes.ts';
import { falseOnUniqueViolation, type DocumentStore } from './collection.ts';

const TIMEOUT_MS = 2_000;

/** Whether the document store answers within two seconds. */
export const documentHealth = (store: DocumentStore, clock: Clock): DatabaseHealth => ({
  isUp: () =>
    withTimeout(clock, TIMEOUT_MS, () => store.ping()).then(
      () => true,
      () => false,
    ),
});

/** The probe's only document. Processes overwrite each other's. */
interface ProbeRecord {
  readonly id: string;
  readonly written_at: string;
}

/** Probes the document store by writing one small record. */
export const probeDocuments = (store: DocumentStore, clock: Clock): WriteProbe => {
  const definition = { name: 'probes', indexes: [{ name: 'by_id', fields: ['id'], unique: true }] } as const;
  return async () => {
    const probes = await store.open<ProbeRecord>(definition);
    const record: ProbeRecord = { id: 'probe', written_at: clock.now().toISOString() };
    if (await probes.change({ id: record.id }, record)) return;
    await falseOnUniqueViolation(probes.insert(record), 'by_id');
  };
};
