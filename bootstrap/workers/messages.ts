import type { MetricObject } from '../../adapters/prometheus/metrics-registry.ts';

/** What a worker tells its supervisor. */
export type FromWorker =
  | { readonly kind: 'ready' }
  /** Asks for the metrics of all workers of its group. */
  | { readonly kind: 'gather'; readonly id: number }
  | { readonly kind: 'snapshot'; readonly id: number; readonly metrics: MetricObject[] };

/** What the supervisor tells a worker. */
export type ToWorker =
  /** Place no more calls of campaigns: the runtimes are about to drain. */
  | { readonly kind: 'stop_dialling' }
  /** Drain, close and exit. */
  | { readonly kind: 'stop' }
  /** Asks for the worker's own metrics. */
  | { readonly kind: 'collect'; readonly id: number }
  /** The metrics of all workers of the group, one list for each. */
  | { readonly kind: 'gathered'; readonly id: number; readonly metrics: MetricObject[][] };

/** The place of a worker, which its supervisor passes to it in this variable as JSON. */
export const WORKER_VARIABLE = 'PLATFORM_WORKER';

export interface WorkerPlace {
  readonly services: readonly string[];
  /** From 1, unique among the workers of a group. A successor has the slot of the worker that died. */
  readonly slot: number;
  /** The services of all groups. */
  readonly platform: readonly string[];
}

/** The name of a worker in the log. */
export const nameOf = ({ services, slot }: WorkerPlace): string => `${services.join('+')} ${slot}`;
