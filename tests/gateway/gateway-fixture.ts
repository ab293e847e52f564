import { once } from 'node:events';
import { createServer as createTcpServer, type AddressInfo } from 'node:net';
import OpenAI from 'openai';
import { httpUpstreams } from '../../adapters/upstreams/http.ts';
import { resolve } from '../../bootstrap/dependencies.ts';
import type { Slot } from '../../domain/gateway/upstream.ts';
import { fakeClock } from '../support/fake-clock.ts';
import { openPlatform } from '../support/platform.ts';
import { rememberingLog } from '../support/remembering-log.ts';

type UpstreamAddress = string | { readonly url: string; readonly model?: string; readonly apiKey?: string };
type UpstreamSlots = Partial<Record<Slot, readonly UpstreamAddress[]>>;

interface GatewayOptions extends UpstreamSlots {
  readonly apiKey?: string;
  /** Longest pause of an upstream, where it is not that of production. In milliseconds. */
  readonly answerMs?: number;
  /** No server is probed while it stands still. */
  readonly clock?: ReturnType<typeof fakeClock>;
}

/** The gateway of the platform in front of these servers, with an official client of it. Closed after the test. */
export async function openGateway({ apiKey, answerMs, clock = fakeClock(), ...slots }: GatewayOptions = {}) {
  const { log, lines } = rememberingLog();
  const upstreams = answerMs !== undefined && { upstreams: httpUpstreams({ connectMs: 20_000, answerMs }) };
  const { container, gatewayUrl, drain, close } = await openPlatform({
    services: ['gateway'],
    env: { ...variablesOf(slots), ALLOW_PRIVATE_UPSTREAMS: 'on', GATEWAY_API_KEY: apiKey ?? '' },
    parts: { clock, log, ...upstreams },
  });
  const url = gatewayUrl!;
  return {
    ...{ url, drain, close },
    /** The warnings and errors of the log. */
    lines: () => lines.filter(({ level }) => level !== 'info'),
    upstreamPool: await resolve(container, 'upstreamPool'),
    openai: new OpenAI({ baseURL: `${url}/v1`, apiKey: apiKey ?? 'none', maxRetries: 0 }),
    /** Asks for a chat, by hand. */
    chat: (body: object, init: RequestInit = {}): Promise<Response> =>
      fetch(`${url}/v1/chat/completions`, { method: 'POST', body: JSON.stringify(body), ...init }),
    health: async () =>
      (await (await fetch(`${url}/health`)).json()) as { status: string; upstreams: Record<Slot, object> },
    metrics: async (): Promise<string> => (await fetch(`${url}/metrics`)).text(),
  };
}

/** The environment that names these servers. */
function variablesOf(slots: UpstreamSlots): Record<string, string> {
  const named = Object.entries(slots).map(([slot, addresses]) => {
    const servers = addresses.map((address) => (typeof address === 'string' ? { url: address } : address));
    const name = `UPSTREAM_${slot.toUpperCase()}`;
    const listed = (field: 'url' | 'model' | 'apiKey'): string => servers.flatMap((each) => each[field] ?? []).join();
    return {
      [`${name}_URL`]: listed('url'),
      [`${name}_MODEL`]: listed('model'),
      [`${name}_API_KEY`]: listed('apiKey'),
    };
  });
  return Object.assign({}, ...named) as Record<string, string>;
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
