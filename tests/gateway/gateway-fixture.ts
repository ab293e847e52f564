import { once } from 'node:events';
import { createServer as createTcpServer, type AddressInfo } from 'node:net';
import OpenAI from 'openai';
import { gatewayServer } from '../../adapters/gateway/server.ts';
import type { GatewaySettings } from '../../adapters/gateway/parts.ts';
import { network } from '../../adapters/lib/network.ts';
import { PrometheusGatewayMetrics } from '../../adapters/prometheus/gateway.ts';
import { MetricsRegistry } from '../../adapters/prometheus/metrics-registry.ts';
import { prometheusRequestMetrics } from '../../adapters/prometheus/requests.ts';
import { registered } from '../../adapters/providers/registered-providers.ts';
import { registeredVendors } from '../../adapters/providers/vendors.ts';
import { speexResampling } from '../../adapters/resampler/speex.ts';
import { systemClock } from '../../adapters/system/clock.ts';
import { randomIds } from '../../adapters/system/ids.ts';
import { httpUpstreams } from '../../adapters/upstreams/http.ts';
import { fvadVoiceActivity } from '../../adapters/voice-activity/fvad.ts';
import { gatewayUseCases } from '../../application/gateway/index.ts';
import { UpstreamPool } from '../../application/gateway/upstream-pool.ts';
import type { Clock } from '../../application/ports/clock.ts';
import { SLOTS, type Slot, type Upstream } from '../../domain/gateway/upstream.ts';
import { rememberingLog } from '../support/remembering-log.ts';
import { atEndOfTest } from '../support/temporary.ts';

type UpstreamAddress = string | { readonly url: string; readonly model?: string; readonly apiKey?: string };

interface GatewayFixtureOptions extends Partial<Record<Slot, readonly UpstreamAddress[]>> {
  readonly settings?: Partial<GatewaySettings>;
  readonly delays?: { readonly connectMs?: number; readonly answerMs?: number };
  readonly clock?: Clock;
}

/** A gateway in front of these servers, with an official client of it. Closed after the test. */
export async function openGateway({
  settings = {},
  delays = {},
  clock = systemClock(),
  ...slots
}: GatewayFixtureOptions = {}) {
  const { log, lines } = rememberingLog();
  const upstreams = httpUpstreams({ connectMs: 2_000, answerMs: 60_000, ...delays });
  const upstreamPool = new UpstreamPool(
    SLOTS.flatMap((slot) => (slots[slot] ?? []).map((placed) => upstreamOf(slot, placed))),
    clock,
  );
  const vendors = registeredVendors(registered, network({ allowPrivate: true }));
  const [resampling, voiceActivity] = [await speexResampling(), await fvadVoiceActivity()];
  const gateway = gatewayUseCases({ upstreams, upstreamPool, log, vendors, resampling, voiceActivity });
  const metrics = new MetricsRegistry();
  const server = gatewayServer({
    gateway,
    metrics,
    meter: new PrometheusGatewayMetrics(metrics.register, upstreamPool.loads),
    answered: prometheusRequestMetrics(metrics.register)('gateway'),
    ids: randomIds(),
    log,
    settings: { apiKey: null, hosts: null, audioBytes: 26_214_400, timeoutMs: 60_000, ...settings },
  });
  const url = `http://127.0.0.1:${await server.listen('127.0.0.1', 0)}`;
  atEndOfTest(async () => {
    await server.close();
    upstreams.close();
  });
  return {
    url,
    server,
    upstreamPool,
    lines,
    openai: new OpenAI({ baseURL: `${url}/v1`, apiKey: settings.apiKey ?? 'none', maxRetries: 0 }),
    /** Asks for a chat, by hand. */
    chat: (body: object, init: RequestInit = {}): Promise<Response> =>
      fetch(`${url}/v1/chat/completions`, { method: 'POST', body: JSON.stringify(body), ...init }),
    health: async () =>
      (await (await fetch(`${url}/health`)).json()) as { status: string; upstreams: Record<Slot, object> },
    metrics: async (): Promise<string> => (await fetch(`${url}/metrics`)).text(),
  };
}

function upstreamOf(slot: Slot, placed: UpstreamAddress): Upstream {
  const { url, model = null, apiKey = null } = typeof placed === 'string' ? { url: placed } : placed;
  return { slot, url: `${url}/v1`, model, apiKey };
}

/** An address without a listener. */
export async function unusedAddress(): Promise<string> {
  const server = createTcpServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return `http://127.0.0.1:${port}`;
}

export const HELLO = { model: 'qwen3:8b', messages: [{ role: 'user', content: 'hello' }] } as const;
