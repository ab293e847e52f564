import { createServer } from 'node:http';
import { addressOf, type Config, type ServiceName } from '../config.ts';
import { listen } from '../../adapters/lib/listen.ts';
import { ANSWER_MS, fault, fine, reasonOf, type Diagnosis } from './findings.ts';

const SETTINGS: Readonly<Record<ServiceName, readonly [port: string, host: string]>> = {
  api: ['API_PORT', 'HOST'],
  runtime: ['RUNTIME_PORT', 'HOST'],
  gateway: ['GATEWAY_PORT', 'GATEWAY_HOST'],
  simulator: ['SIMULATOR_PORT', 'SIMULATOR_HOST'],
};

/** Whether each service can listen, or listens already. */
export const checkPorts = (config: Config): Promise<readonly Diagnosis[]> =>
  Promise.all(config.services.map((service) => portOf(service, config[service])));

interface Place {
  readonly host: string;
  readonly port: number;
}

async function portOf(service: ServiceName, { host, port }: Place): Promise<Diagnosis> {
  const [portSetting, hostSetting] = SETTINGS[service];
  const server = createServer();
  try {
    await listen(server, host, port);
    return fine(`${portSetting} ${port} is free on ${host}`);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE' && (await isOurs(host, port)))
      return fine(`${portSetting} ${port} is used by a platform that runs: this one, or another one of yours`);
    if (code === 'EADDRINUSE')
      return fault(
        `${portSetting} ${port} is taken by another program`,
        `End that program, or set ${portSetting} to a free port.`,
      );
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
      return fault(
        `${host} is not an address of this machine`,
        `Set ${hostSetting} to 127.0.0.1, or to 0.0.0.0 for all addresses.`,
      );
    if (code === 'EACCES')
      return fault(
        `${portSetting} ${port} needs more rights`,
        `Set ${portSetting} to a port from 1024 on, and put a proxy in front.`,
      );
    return fault(
      `The ${service} cannot listen on ${host}:${port}: ${reasonOf(error)}`,
      `Set ${hostSetting} and ${portSetting}.`,
    );
  } finally {
    server.close();
  }
}

/** Whether a server of this platform answers there. */
async function isOurs(host: string, port: number): Promise<boolean> {
  try {
    const response = await fetch(`${addressOf(host, port)}/livez`, { signal: AbortSignal.timeout(ANSWER_MS) });
    return ((await response.json()) as { status?: unknown }).status === 'ok';
  } catch {
    return false;
  }
}
