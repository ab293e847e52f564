import { randomUUID } from 'node:crypto';
import { lookup } from 'node:dns/promises';
import { createServer } from 'node:http';
import { listen } from '../../adapters/lib/listen.ts';
import { isPublicAddress } from '../../adapters/lib/public-address.ts';
import type { Config } from '../config.ts';
import { ANSWER_MS, fault, fine, hostOf, reasonOf, warning, type Diagnosis } from './findings.ts';

const SETTING = 'VOICE_SERVER_BASE_URL';

/** Whether carriers can reach the webhooks: the address leads to the port of the runtime, as far as this machine can see. */
export async function checkAddress({
  voiceServerBaseUrl: url,
  runtime,
  services,
}: Config): Promise<readonly Diagnosis[]> {
  if (!services.some((service) => service === 'api' || service === 'runtime')) return [];
  if (url === null)
    return [
      warning(
        `${SETTING} is not set: real carriers cannot reach this platform; browsers and the simulator can`,
        `For telephone calls, set it to the public https address of the runtime, such as https://voice.example.com.`,
      ),
    ];
  const addresses = await lookup(new URL(url).hostname.replace(/^\[|\]$/g, ''), { all: true }).catch(() => []);
  if (addresses.length === 0)
    return [
      fault(`${SETTING}: the name of ${hostOf(url)} is unknown`, 'Make a DNS record for it, or correct the setting.'),
    ];
  const findings = [...(addresses.some(({ address }) => !isPublicAddress(address)) ? [privateAddress(url)] : [])];
  if (!url.startsWith('https:') && findings.length === 0)
    findings.push(
      warning(
        `${SETTING}: ${hostOf(url)} is not encrypted`,
        'Put a proxy with a certificate in front, and write https://.',
      ),
    );
  return [...findings, await reached(url, runtime, services.includes('runtime'))];
}

const privateAddress = (url: string): Diagnosis =>
  warning(
    `${SETTING}: ${hostOf(url)} is an address of this machine or network, which no carrier reaches`,
    'Use a public name for real carriers. The simulator needs none.',
  );

interface Place {
  readonly host: string;
  readonly port: number;
}

/** Asks the webhook of answered calls through the public address. */
async function reached(url: string, place: Place, isHere: boolean): Promise<Diagnosis> {
  const mark = randomUUID();
  const beacon = isHere && place.port !== 0 ? await openBeacon(place, mark) : null;
  try {
    const response = await fetch(`${url}/answer`, { redirect: 'manual', signal: AbortSignal.timeout(ANSWER_MS) });
    const text = await response.text();
    if (beacon && text === mark)
      return fine(`${SETTING}: ${hostOf(url)} leads to RUNTIME_PORT ${place.port}, seen from this machine`);
    if (!beacon && isRuntime(response.status, text))
      return fine(`${SETTING}: ${hostOf(url)} leads to a runtime, seen from this machine`);
    const fix = `Let the proxy pass /answer, /hangup, /machine, /transfer, /transfer-status and /carrier/ on to the runtime (docs/operations.md).`;
    return fault(`${SETTING}: ${hostOf(url)} leads to something else than the runtime (${response.status})`, fix);
  } catch (error) {
    const fix = 'Start the proxy, open its port in the firewall, or correct the setting.';
    return fault(`${SETTING}: ${hostOf(url)} cannot be reached: ${reasonOf(error)}`, fix);
  } finally {
    beacon?.closeAllConnections();
    beacon?.close();
  }
}

/** A server in the place of the runtime that answers with a mark. Null when the port is taken, by the runtime itself. */
async function openBeacon({ host, port }: Place, mark: string) {
  const server = createServer((_request, response) => void response.end(mark));
  try {
    await listen(server, host, port);
    return server;
  } catch {
    return null;
  }
}

/** How a runtime answers a webhook that is about no agent. */
function isRuntime(status: number, text: string): boolean {
  return status === 422 && text.includes('agent_id and org_id are required');
}
