import { Histogram, type Registry } from 'prom-client';
import type { IngestMeter } from '../../application/ports/meters.ts';

/** Prometheus metrics of document ingestion: attempts, their duration, and the wait before the first. */
export function prometheusIngestMetrics(register: Registry): IngestMeter {
  const seconds = new Histogram({
    name: 'ingest_seconds',
    help: 'Duration of document ingestion attempts, by result',
    labelNames: ['result'],
    buckets: [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120],
    registers: [register],
  });
  const waited = new Histogram({
    name: 'ingest_wait_seconds',
    help: 'Wait of a document before its first ingestion attempt',
    buckets: [0.1, 0.5, 1, 5, 10, 30, 60, 300, 900, 3600],
    registers: [register],
  });
  return {
    started: (waitedMs) => waited.observe(waitedMs / 1000),
    attempted: (result, ms) => seconds.observe({ result }, ms / 1000),
  };
}
