import type { Container } from 'inversify';
import { knownHosts } from '../adapters/lib/known-hosts.ts';
import { mediaServer } from '../adapters/media/media-server.ts';
import { meteredRoutes } from '../adapters/media/metered-routes.ts';
import { mediaRoutes } from '../adapters/media/routes.ts';
import type { RoutesParts } from '../adapters/media/media-parts.ts';
import type { MetricsRegistry } from '../adapters/prometheus/metrics-registry.ts';
import { repeatTask } from '../adapters/schedule/repeating-task.ts';
import type { ArtifactDelivery } from '../application/runtime/deliver-artifacts.ts';
import type { LiveCalls } from '../application/runtime/live-calls.ts';
import type { Config } from './config.ts';
import { consoleUrls } from './console-url.ts';
import { knownHostNames } from './known-hosts.ts';
import { resolve } from './dependencies.ts';

/** Renewal of the leases of live calls. The API reconciles calls whose lease was not renewed for 45 s. */
const LEASE_RENEWAL = { name: 'calls.renew', everyMs: 15_000, graceMs: 15_000 };

/** A running service of this process. */
export interface RunningService {
  readonly port: number;
  /** Takes no new work and waits up to `ms` milliseconds for live work to end. */
  drain(ms: number): Promise<void>;
  close(): Promise<void>;
}

/** Starts the media runtime: its server, and the delivery of undelivered calls of earlier processes. */
export async function startRuntime(
  container: Container,
  config: Config,
  publicApiUrl: string,
): Promise<RunningService> {
  const [runtime, delivery, spool, liveCalls, tickets, voiceServer, metricsRegistry, requestMeters, clock, log] =
    await Promise.all([
      resolve(container, 'runtimeUseCases'),
      resolve(container, 'delivery'),
      resolve(container, 'spool'),
      resolve(container, 'liveCalls'),
      resolve(container, 'tickets'),
      resolve(container, 'voiceServer'),
      resolve(container, 'metricsRegistry'),
      resolve(container, 'requestMeters'),
      resolve(container, 'clock'),
      resolve(container, 'log'),
    ]);
  const localSpeech = await resolve(container, 'localSpeech');
  showCallGauges(metricsRegistry, liveCalls, delivery);
  const routes = mediaRoutes(
    { runtime, tickets, voiceServer, clock, log, metrics: metricsRegistry, ...(await readyParts(container)) },
    {
      consoleUrl: consoleUrls(config, publicApiUrl),
      origins: config.browsers.origins,
      isKnownHost: knownHosts(knownHostNames(config)),
      trustedProxies: config.browsers.trustedProxies,
      webCalls: config.runtime.webCalls,
      anonymousLimits: config.runtime.anonymousLimits,
    },
  );
  const metered = meteredRoutes(routes, requestMeters('runtime'), clock);
  const server = await mediaServer(config.runtime.mediaServer, metered, log);
  const port = await server.listen(config.runtime.host, config.runtime.port);
  log.info('runtime.listening', { host: config.runtime.host, port });
  void delivery.deliver();
  const renewing = repeatTask(LEASE_RENEWAL, () => runtime.renewLiveCalls(), { clock, log });
  // Loads the local speech models before the first call needs them.
  void localSpeech.warm();
  return {
    port,
    // New sockets are closed with a reason that tells clients to retry later.
    drain: (ms) => runtime.drain(ms),
    async close() {
      await server.close();
      // Delivers the artifacts of the calls whose sockets were closed.
      await runtime.drain(0);
      spool.close();
      await renewing.stop();
      await localSpeech.close();
    },
  };
}

/** Readiness for `/readyz`: whether the runtime accepts calls and its spool is writable. */
async function readyParts(container: Container): Promise<Pick<RoutesParts, 'isReady' | 'readiness'>> {
  const liveCalls = await resolve(container, 'liveCalls');
  return { isReady: () => !liveCalls.isDraining, readiness: await resolve(container, 'runtimeReadiness') };
}

/** Registers gauges of live and undelivered calls. */
function showCallGauges(
  metricsRegistry: MetricsRegistry,
  liveCalls: Pick<LiveCalls, 'count'>,
  delivery: Pick<ArtifactDelivery, 'undelivered'>,
): void {
  metricsRegistry.gauge('voice_calls_live', 'Calls that this process carries now', () => liveCalls.count);
  metricsRegistry.gauge(
    'voice_calls_undelivered',
    'Calls whose recording, transcript and end could not be delivered yet',
    () => delivery.undelivered,
  );
}
