import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { Load } from '../../domain/gateway/routing.ts';
import { SLOTS, type Slot } from '../../domain/gateway/upstream.ts';

/** From a word of a stream that is awaited for long to an embedding that is there at once. In seconds. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120];

/** What every slot does, in figures. */
export class PrometheusGatewayMetrics {
  readonly #requests: Counter<'slot' | 'status'>;
  readonly #errors: Counter<'slot' | 'code'>;
  readonly #inFlight: Gauge<'slot'>;
  readonly #firstByte: Histogram<'slot'>;
  readonly #whole: Histogram<'slot'>;

  constructor(register: Registry, loads: readonly Load[]) {
    const registers = [register];
    const named = { labelNames: ['slot'] as const, registers };
    this.#requests = new Counter({
      name: 'gateway_requests_total',
      help: 'Calls that are over, by the status they were answered with; 499 when the client left before that',
      labelNames: ['slot', 'status'],
      registers,
    });
    this.#errors = new Counter({
      name: 'gateway_errors_total',
      help: 'Calls that failed, by the reason that their clients were told',
      labelNames: ['slot', 'code'],
      registers,
    });
    this.#inFlight = new Gauge({ name: 'gateway_requests_in_flight', help: 'Calls that are answered now', ...named });
    const seconds = { ...named, buckets: BUCKETS };
    const firstByte = 'From the request to the beginning of its answer';
    this.#firstByte = new Histogram({ name: 'gateway_first_byte_seconds', help: firstByte, ...seconds });
    this.#whole = new Histogram({ name: 'gateway_request_seconds', help: 'From the request to its end', ...seconds });
    for (const slot of SLOTS) this.#inFlight.set({ slot }, 0);
    showLoads(loads, registers);
  }

  /** Measures a call of this slot from now on. */
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

function showLoads(loads: readonly Load[], registers: Registry[]): void {
  const labelNames = ['slot', 'upstream'] as const;
  const show = (name: string, help: string, valueOf: (load: Load) => number): void => {
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
  show('gateway_upstream_in_flight', 'Calls that a model server answers now', ({ inFlight }) => inFlight);
  show('gateway_upstream_faults', 'Faults of a model server since it last answered', ({ state }) => state.faults);
}
