import type { Clock } from '../../application/ports/clock.ts';
import type { Readiness } from '../../application/ports/health.ts';
import type { Log } from '../../application/ports/log.ts';
import type { Tickets } from '../../application/ports/tickets.ts';
import type { RuntimeUseCases } from '../../application/runtime/index.ts';
import type { AnonymousLimits } from '../../domain/calls/anonymous-limits.ts';
import type { FairQueue } from '../lib/fair-queue.ts';
import type { Exposition } from '../lib/request-meter.ts';
import type { KnownHosts } from '../lib/known-hosts.ts';

/** The operator's media settings. */
export interface MediaSettings {
  /** The console's URL for browsers that use this host name. */
  readonly consoleUrl: (hostName: string) => string;
  /** Origins that may open sockets. `*` allows all. */
  readonly origins: '*' | readonly string[];
  /** Hosts whose pages are allowed without being listed. */
  readonly isKnownHost: KnownHosts;
  /** Proxies whose forwarded headers are trusted: a number of hops, or addresses. */
  readonly trustedProxies: false | number | readonly string[];
  /** `open`: every client that knows an agent's id may call it. `ticket`: only registered calls. */
  readonly webCalls: 'open' | 'ticket';
  /** Limits of a browser without a ticket. Null: no limit, for carriers without a ticket too. */
  readonly anonymousLimits: AnonymousLimits | null;
}

/** Dependencies of the routes. */
export interface RoutesParts {
  readonly runtime: Pick<
    RuntimeUseCases,
    | 'openWebCall'
    | 'openCarrierCall'
    | 'answerCall'
    | 'answerTransfer'
    | 'handleStatusCallback'
    | 'handleTransferStatus'
    | 'handleAmdResult'
  >;
  readonly tickets: Tickets;
  /** Public base URL of this server, part of the URL that carriers sign. */
  readonly voiceServer: { readonly baseUrl: string | null };
  readonly clock: Clock;
  readonly log: Log;
  /** The metrics that `/metrics` serves. */
  readonly metrics: Exposition;
  /** Whether new calls are accepted. */
  readonly isReady: () => boolean;
  /** Whether call artifacts can be written. */
  readonly readiness: Readiness;
}

/** Dependencies of the sockets. */
export interface SocketParts extends RoutesParts {
  /** What peers send faster than a call needs it. */
  readonly bursts: FairQueue;
}
