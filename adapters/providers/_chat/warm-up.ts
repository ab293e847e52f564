import { post, readText } from '../../lib/http-stream.ts';
import type { Network } from '../../lib/network.ts';

/** Timeout for loading a model, in ms. */
const LOAD_TIMEOUT_MS = 180_000;
/** Maximum number of response bytes read. */
const ANSWER_MAX_BYTES = 4_096;

interface WarmUp {
  readonly vendor: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: object;
  readonly network: Network;
}

/** Requests in flight in this process, by URL and body. */
const inFlight = new Set<string>();

/**
 * Makes a server load its model while the greeting plays. The request outlives the call, because the next call needs
 * the model too. Runs one request per URL and body at a time. Never throws; the first turn reports errors of the
 * server.
 */
export function warmUp({ vendor, url, headers, body, network }: WarmUp): void {
  const text = JSON.stringify(body);
  const key = `${url.href} ${text}`;
  if (inFlight.has(key)) return;
  inFlight.add(key);
  void post({
    ...{ vendor, url, network, body: text },
    headers: { ...headers, 'content-type': 'application/json' },
    signal: AbortSignal.timeout(LOAD_TIMEOUT_MS),
  })
    .then(({ bytes }) => readText(bytes, ANSWER_MAX_BYTES))
    .catch(() => undefined)
    .finally(() => inFlight.delete(key));
}
