import { post, textOf } from '../../lib/http-stream.ts';
import type { Network } from '../../lib/network.ts';

/** A model that is not loaded by then will not be. In milliseconds. */
const LOAD_TIMEOUT_MS = 180_000;
/** Of what the server answers so much is read. In bytes. */
const ANSWER_MAX_BYTES = 4_096;

interface WarmUp {
  readonly vendor: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: object;
  readonly network: Network;
}

/** What is under way in this process, by server and body. */
const inFlight = new Set<string>();

/**
 * Has a server load what the first turn will need, while the greeting is spoken. It goes on when the call ends, for the next
 * call needs it too, but only once at a time for the same body, and for three minutes at most. It never fails: what is wrong
 * with the server, the first turn tells.
 */
export function warmUp({ vendor, url, headers, body, network }: WarmUp): void {
  const text = JSON.stringify(body);
  const key = `${url.href} ${text}`;
  if (inFlight.has(key)) return;
  inFlight.add(key);
  void post({
    ...{ vendor, url, network, body: text, timeoutMs: LOAD_TIMEOUT_MS },
    headers: { ...headers, 'content-type': 'application/json' },
    signal: AbortSignal.timeout(LOAD_TIMEOUT_MS),
  })
    .then(({ bytes }) => textOf(bytes, ANSWER_MAX_BYTES))
    .catch(() => undefined)
    .finally(() => inFlight.delete(key));
}
