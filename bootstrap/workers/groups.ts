import { availableParallelism } from 'node:os';
import type { Config, ServiceName } from '../config.ts';
import { SettingError, wholeNumber, type Reader } from '../env-readers.ts';

/** Services that share processes, and the number of processes that run them. */
export interface WorkerGroup {
  readonly services: readonly ServiceName[];
  readonly workers: number;
}

const WORKERS_MAX = 256;

/** A number of worker processes, or `auto` for one per processor. */
export const workerCount: Reader<number> = (text) => {
  const count = text === 'auto' ? availableParallelism() : wholeNumber(1, WORKERS_MAX)(text);
  return count instanceof SettingError
    ? new SettingError(`write auto, or a whole number from 1 to ${WORKERS_MAX}`)
    : count;
};

/** The groups of the configured services. A service with several workers has processes of its own. */
export function workerGroups({ services, workers }: Pick<Config, 'services' | 'workers'>): WorkerGroup[] {
  const of = (service: ServiceName): number => (service === 'api' || service === 'runtime' ? workers[service] : 1);
  const together = services.filter((service) => of(service) === 1);
  const own = services
    .filter((service) => of(service) > 1)
    .map((service) => ({ services: [service], workers: of(service) }));
  return together.length > 0 ? [{ services: together, workers: 1 }, ...own] : own;
}

/** Why these services cannot have several workers. Each line names a variable and says what to write. */
export function workerProblems({
  services,
  workers,
  stores,
  api,
  runtime,
  gateway,
  simulator,
}: WorkerSettings): string[] {
  if (workerGroups({ services, workers }).every((group) => group.workers === 1)) return [];
  const ports = { API_PORT: api, RUNTIME_PORT: runtime, GATEWAY_PORT: gateway, SIMULATOR_PORT: simulator };
  const unknown = Object.entries(ports).filter(([name, { port }]) => port === 0 && services.includes(serviceOf(name)));
  return [
    ...unknown.map(([name]) => `${name}: write the number of a port, because several processes have to know it`),
    ...(services.includes('api') && workers.api > 1 && stores.documentsUrl.startsWith('sqlite:')
      ? ['API_WORKERS: write 1, or set DOCUMENTS_URL to a MongoDB server; SQLite has one writer at a time']
      : []),
  ];
}

type WorkerSettings = Pick<Config, 'services' | 'workers' | 'stores' | 'api' | 'runtime' | 'gateway' | 'simulator'>;

const serviceOf = (variable: string): ServiceName => variable.replace('_PORT', '').toLowerCase() as ServiceName;
