import { TIMEOUTS_MS } from '../../../domain/voice/call-timeouts.ts';
import { VendorFailure } from '../../../application/ports/vendor-failure.ts';
import { post, readText } from '../../lib/http-stream.ts';
import type { Network } from '../../lib/network.ts';
import { parseObject } from '../../lib/parse-object.ts';
import { openWebSocket, type OpenSocket, type SocketListener } from '../../lib/web-socket.ts';

const ANSWER_MAX_BYTES = 65_536;
/** Close codes 4400 to 4499 are not retryable in the vendor's own client. */
const PERMANENT = Array.from({ length: 100 }, (_, index) => 4_400 + index);

export interface GladiaSession {
  readonly url: URL;
  readonly key: string;
  readonly config: object;
  readonly network: Network;
}

/** Requests a session and connects to its URL, which carries a token. */
export async function openGladia(
  { url, key, config, network }: GladiaSession,
  listener: SocketListener,
): Promise<OpenSocket> {
  const { bytes } = await post({
    vendor: 'gladia',
    url,
    headers: { 'x-gladia-key': key, 'content-type': 'application/json' },
    body: JSON.stringify(config),
    network,
    signal: AbortSignal.timeout(TIMEOUTS_MS.vendor_connection),
  });
  const answer = parseObject<{ url: unknown }>(await readText(bytes, ANSWER_MAX_BYTES));
  const address = typeof answer.url === 'string' && URL.canParse(answer.url) ? new URL(answer.url) : null;
  if (!address || !/^wss?:$/.test(address.protocol))
    throw new VendorFailure('gladia answered without a session', { retryable: true });
  return openWebSocket({ vendor: 'gladia', url: address, headers: {}, network, ourFault: PERMANENT }, listener);
}
