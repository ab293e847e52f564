import { DeepgramClient } from '@deepgram/sdk';

export const KEY = 'dg-0123456789';

/** The SDK's client of a server on this machine. */
export function clientOf(url: string): DeepgramClient {
  const wss = url.replace('http', 'ws');
  return new DeepgramClient({ apiKey: KEY, environment: { base: url, production: wss, agent: wss, agentRest: url } });
}

/** What an address asks for, in an order that does not matter. */
export const queryOf = (url: URL): string[] => [...url.searchParams].map((pair) => pair.join('=')).toSorted();
