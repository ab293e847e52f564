import { request as ask, type IncomingMessage, type ServerResponse } from 'node:http';
import { localServer } from '../support/local-server.ts';

/** A call that the carrier was asked to place. */
export interface DialledCall {
  readonly callId: string;
  readonly to: string;
}

/** A proxy before the simulated carrier that records every accepted dial, whether or not its response arrives. */
export async function dialLedger(simulatorUrl: string) {
  const dialled: DialledCall[] = [];
  const server = await localServer((request, response) => void relay(simulatorUrl, dialled, request, response));
  return { ...server, dialled };
}

async function relay(
  simulatorUrl: string,
  dialled: DialledCall[],
  incoming: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const parts: Buffer[] = [];
  // A process killed while sending a request has not sent it.
  const isWhole = await collect(incoming, parts);
  if (!isWhole) return;
  const body = Buffer.concat(parts);
  const { method = 'GET', headers, url = '/' } = incoming;
  const outgoing = ask(new URL(url, simulatorUrl), { method, headers }, (answer) => {
    if (isDial(method, url) && answer.statusCode === 201) dialled.push(dialOf(body));
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  outgoing.on('error', () => response.destroy());
  response.on('error', () => undefined);
  outgoing.end(body);
}

async function collect(incoming: IncomingMessage, parts: Buffer[]): Promise<boolean> {
  try {
    for await (const part of incoming as AsyncIterable<Buffer>) parts.push(part);
    return true;
  } catch {
    return false;
  }
}

const isDial = (method: string, url: string): boolean => method === 'POST' && url.endsWith('/Call/');

function dialOf(body: Buffer): DialledCall {
  const { to = '', answer_url = '' } = JSON.parse(body.toString()) as { to?: string; answer_url?: string };
  return { callId: new URL(answer_url).searchParams.get('call_id') ?? '', to: `+${to.replace(/^\+/, '')}` };
}
