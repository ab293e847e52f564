import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readConfig, type Env, type ServiceName } from '../../bootstrap/config.ts';
import type { Diagnosis } from '../../bootstrap/doctor/findings.ts';
import { atEndOfTest } from './temporary.ts';

/** The services of one process with embedded stores. */
export const EMBEDDED = ['api', 'runtime'] as const;

/** A configuration on any free ports, with data in this directory. */
export const examinedConfig = (dataDir: string, env: Env, services: readonly ServiceName[] = EMBEDDED) =>
  readConfig({ DATA_DIR: dataDir, API_PORT: '0', RUNTIME_PORT: '0', ...env }, services);

/** One line per result: its state, its text and its fix. */
export const findingWords = (results: readonly Diagnosis[]): string =>
  results.map(({ state, text, fix }) => [state, text, ...(fix === null ? [] : [fix])].join(' | ')).join('\n');

/** A server that ends with the test, and its address. */
export async function serveBriefly(
  listener: RequestListener,
): Promise<{ readonly port: number; readonly url: string }> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  atEndOfTest(() => (server.closeAllConnections(), server.close()));
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { port, url: `http://127.0.0.1:${port}` };
}
