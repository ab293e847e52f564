import type { Clock } from '../../application/ports/clock.ts';
import type { Readiness } from '../../application/ports/health.ts';
import type { Log } from '../../application/ports/log.ts';
import type { Tickets } from '../../application/ports/tickets.ts';
import type { RuntimeUseCases } from '../../application/runtime/index.ts';
import type { Exposition } from '../lib/request-meter.ts';
import type { KnownHosts } from '../lib/known-hosts.ts';
import type { AnonymousLimits } from './anonymous-sockets.ts';

/** What the operator decides about media. */
export interface MediaSettings {
  /** Where browsers that reach us under this host name find the console. */
  readonly consoleUrl: (hostName: string) => string;
  /** Pages of other hosts that may open sockets; `*` allows all. */
  readonly origins: '*' | readonly string[];
  /** The hosts that pages may be of without being listed. */
  readonly isKnownHost: KnownHosts;
  /** Whose forwarded headers are believed: those of every peer (the number of proxies in front), or of these addresses. */
  readonly trustedProxies: false | number | readonly string[];
  /** `open`: whoever knows an agent may talk to it. `ticket`: only for a call that was registered at the API. */
  readonly webCalls: 'open' | 'ticket';
  /** What one client without a ticket may have; null: no limit. */
  readonly anonymousLimits: AnonymousLimits | null;
}

/** What the routes are served with. */
export interface RoutesParts {
  readonly runtime: Pick<
    RuntimeUseCases,
    'openWebCall' | 'openCarrierCall' | 'answerCall' | 'handleStatusCallback' | 'handleAmdResult'
  >;
  readonly tickets: Tickets;
  /** Where carriers reach this server: the URL that they sign begins so. */
  readonly voiceServer: { readonly baseUrl: string | null };
  readonly clock: Clock;
  readonly log: Log;
  /** What `/metrics` shows. */
  readonly metrics: Exposition;
  /** Whether new calls are taken. */
  readonly isReady: () => boolean;
  /** Whether what calls leave behind can be written. */
  readonly readiness: Readiness;
}
