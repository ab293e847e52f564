import { Histogram, type Registry } from 'prom-client';
import type { IngestMeter } from '../../application/ports/meters.ts';

/** Counts tries to make a document searchable, how long they took, and how long documents had waited for theirs. */
export function prometheusIngestMetrics(register: Registry): IngestMeter {
  const seconds = new Histogram({
    name: 'ingest_seconds',
    help: 'How long a try to make a document searchable took, by what came of it',
    labelNames: ['result'],
    buckets: [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120],
    registers: [register],
  });
  const waited = new Histogram({
    name: 'ingest_wait_seconds',
    help: 'How long a document had waited when it was tried for the first time',
    buckets: [0.1, 0.5, 1, 5, 10, 30, 60, 300, 900, 3600],
    registers: [register],
  });
  return {
    begun: (waitedMs) => waited.observe(waitedMs / 1000),
    tried: (result, ms) => seconds.observe({ result }, ms / 1000),
  };
}
