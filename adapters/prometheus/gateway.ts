import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { UpstreamLoad } from '../../domain/gateway/routing.ts';
import { SLOTS, type Slot } from '../../domain/gateway/upstream.ts';

/** Buckets of durations, in seconds, from an embedding to a long stream. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120];

/** Prometheus metrics of the gateway, by slot. */
export class PrometheusGatewayMetrics {
  readonly #requests: Counter<'slot' | 'status'>;
  readonly #errors: Counter<'slot' | 'code'>;
  readonly #inFlight: Gauge<'slot'>;
  readonly #firstByte: Histogram<'slot'>;
  readonly #whole: Histogram<'slot'>;

  constructor(register: Registry, loads: readonly UpstreamLoad[]) {
    const registers = [register];
    const named = { labelNames: ['slot'] as const, registers };
    this.#requests = new Counter({
      name: 'gateway_requests_total',
      help: 'Completed requests, by status; 499 if the client disconnected first',
      labelNames: ['slot', 'status'],
      registers,
    });
    this.#errors = new Counter({
      name: 'gateway_errors_total',
      help: 'Failed requests, by the error code sent to the client',
      labelNames: ['slot', 'code'],
      registers,
    });
    this.#inFlight = new Gauge({ name: 'gateway_requests_in_flight', help: 'Requests in progress', ...named });
    const seconds = { ...named, buckets: BUCKETS };
    const firstByte = 'Time from the request to the first byte of the response';
    this.#firstByte = new Histogram({ name: 'gateway_first_byte_seconds', help: firstByte, ...seconds });
    this.#whole = new Histogram({ name: 'gateway_request_seconds', help: 'Duration of requests', ...seconds });
    for (const slot of SLOTS) this.#inFlight.set({ slot }, 0);
    showLoads(loads, registers);
  }

  /** Starts measuring a request of this slot. */
  call(slot: Slot) {
    this.#inFlight.inc({ slot });
    const stopFirst = this.#firstByte.startTimer({ slot });
    const stopWhole = this.#whole.startTimer({ slot });
    return {
      started: () => void stopFirst(),
      failed: (code: string) => this.#errors.inc({ slot, code }),
      ended: (status: number | null) => {
        this.#inFlight.dec({ slot });
        this.#requests.inc({ slot, status: String(status ?? 499) });
        stopWhole();
      },
    };
  }
}

function showLoads(loads: readonly UpstreamLoad[], registers: Registry[]): void {
  const labelNames = ['slot', 'upstream'] as const;
  const show = (name: string, help: string, valueOf: (load: UpstreamLoad) => number): void => {
    const gauge = new Gauge({
      name,
      help,
      labelNames,
      registers,
      collect() {
        for (const load of loads) gauge.set({ slot: load.upstream.slot, upstream: load.upstream.url }, valueOf(load));
      },
    });
  };
  show('gateway_upstream_in_flight', 'Requests in progress at a model server', ({ inFlight }) => inFlight);
  show('gateway_upstream_faults', 'Consecutive faults of a model server', ({ state }) => state.faults);
}
