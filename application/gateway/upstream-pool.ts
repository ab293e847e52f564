import { afterFault, HEALTHY, type ProbeStatus, type UpstreamState } from '../../domain/gateway/upstream-health.ts';
import { nextServer, backoffLeft, serversOf, type UpstreamLoad } from '../../domain/gateway/routing.ts';
import type { Slot, Upstream } from '../../domain/gateway/upstream.ts';
import type { Clock } from '../ports/clock.ts';
import { NoUpstream } from '../ports/upstreams.ts';

interface Server extends UpstreamLoad {
  inFlight: number;
  state: UpstreamState;
  lastCall: number;
}

/** A call's share of a server, held until it is released. */
export interface UpstreamLease {
  readonly upstream: Upstream;
  /** Records a proper answer. */
  answered(): void;
  /** Records a fault. */
  faulted(): void;
  /** Ends the lease. Later calls do nothing. */
  release(): void;
}

/** Selects servers by their load and health. */
export class UpstreamPool {
  readonly #servers: readonly Server[];
  readonly #clock: Clock;
  #calls = 0;

  constructor(upstreams: readonly Upstream[], clock: Clock) {
    this.#servers = upstreams.map((upstream) => ({ upstream, inFlight: 0, state: HEALTHY, lastCall: 0 }));
    this.#clock = clock;
  }

  get loads(): readonly UpstreamLoad[] {
    return this.#servers;
  }

  /** Acquires the best server of a slot that was not tried yet. Throws NoUpstream when there is none. */
  acquire(slot: Slot, model: string | null, tried: ReadonlySet<Upstream>): UpstreamLease {
    const servers = this.#serversOf(slot, model);
    const now = this.#clock.monotonic();
    const server = nextServer(
      servers.filter(({ upstream }) => !tried.has(upstream)),
      now,
    );
    if (server) return this.#leaseAt(server);
    if (servers.length === 0) throw new NoUpstream(`No model server is configured for ${slot}`, null);
    throw new NoUpstream(`No model server for ${slot} answers now`, backoffLeft(servers, now));
  }

  /** Whether another server could be tried. */
  hasOther(slot: Slot, model: string | null, tried: ReadonlySet<Upstream>): boolean {
    const others = this.#serversOf(slot, model).filter(({ upstream }) => !tried.has(upstream));
    return nextServer(others, this.#clock.monotonic()) !== null;
  }

  /** Records a probe's result. A server with calls in flight may be slow to answer, so silence does not count. */
  recordProbe(upstream: Upstream, probed: ProbeStatus): void {
    const server = this.#servers.find((each) => each.upstream === upstream);
    if (!server || (probed === 'silent' && server.inFlight > 0)) return;
    server.state = probed === 'up' ? HEALTHY : afterFault(server.state, this.#clock.monotonic());
  }

  #serversOf(slot: Slot, model: string | null): readonly Server[] {
    return serversOf(
      this.#servers.filter(({ upstream }) => upstream.slot === slot),
      model,
    );
  }

  #leaseAt(server: Server): UpstreamLease {
    let isActive = true;
    server.inFlight += 1;
    server.lastCall = this.#calls += 1;
    return {
      upstream: server.upstream,
      answered: () => void (server.state = HEALTHY),
      faulted: () => void (server.state = afterFault(server.state, this.#clock.monotonic())),
      release() {
        if (isActive) server.inFlight -= 1;
        isActive = false;
      },
    };
  }
}
