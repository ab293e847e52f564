import { SLOTS, type Slot, type Upstream } from '../domain/gateway/upstream.ts';
import { host, modelNames, modelServer, modelServers, wholeNumber, anyText, type Read } from './env-readers.ts';
import { strongKey } from './strong-keys.ts';

/** Settings of the model gateway and its upstreams. */
export function gatewaySettings(read: Read) {
  return {
    /** Independent of HOST, because without a key the gateway serves every client. */
    host: read('GATEWAY_HOST', host, '127.0.0.1'),
    port: read('GATEWAY_PORT', wholeNumber(0, 65_535), 8100),
    /** Null: the gateway of this process, if it runs one. */
    url: read('GATEWAY_URL', modelServer, null),
    apiKey: read('GATEWAY_API_KEY', strongKey, null),
    audioBytes: read('GATEWAY_MAX_AUDIO_BYTES', wholeNumber(1), 25 * 1024 * 1024),
    timeoutMs: read('GATEWAY_TIMEOUT_SECONDS', wholeNumber(1, 86_400), 120) * 1000,
    upstreams: SLOTS.flatMap((slot) => serversOf(read, slot)),
  };
}

function serversOf(read: Read, slot: Slot): Upstream[] {
  const name = `UPSTREAM_${slot.toUpperCase()}`;
  const urls = read(`${name}_URL`, modelServers, []);
  const models = read(`${name}_MODEL`, modelNames(urls.length), []);
  const apiKey = read(`${name}_API_KEY`, anyText, null);
  return urls.map((url, place) => ({ slot, url, model: models[place] ?? models[0] ?? null, apiKey }));
}
