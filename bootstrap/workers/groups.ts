import { availableParallelism } from 'node:os';
import { SettingError, wholeNumber, type Reader } from '../env-readers.ts';

/** Services that share processes, and the number of processes that run them. */
export interface WorkerGroup {
  readonly services: readonly string[];
  readonly workers: number;
}

const WORKERS_MAX = 256;

interface WorkerCounts {
  readonly services: readonly string[];
  /** Processes of the services that can have several. */
  readonly workers: Readonly<Record<'api' | 'runtime', number>>;
}

const LISTENERS = ['api', 'runtime', 'gateway', 'simulator'] as const;

interface WorkerSettings extends WorkerCounts, Readonly<Record<(typeof LISTENERS)[number], { readonly port: number }>> {
  readonly stores: { readonly documentsUrl: string };
}

/** A number of worker processes, or `auto` for one per processor. */
export const workerCount: Reader<number> = (text) => {
  const count = text === 'auto' ? availableParallelism() : wholeNumber(1, WORKERS_MAX)(text);
  return count instanceof SettingError
    ? new SettingError(`write auto, or a whole number from 1 to ${WORKERS_MAX}`)
    : count;
};

/** The groups of the configured services. A service with several workers has processes of its own. */
export function workerGroups({ services, workers }: WorkerCounts): WorkerGroup[] {
  const of = (service: string): number => (service === 'api' || service === 'runtime' ? workers[service] : 1);
  const together = services.filter((service) => of(service) === 1);
  const own = services
    .filter((service) => of(service) > 1)
    .map((service) => ({ services: [service], workers: of(service) }));
  return together.length > 0 ? [{ services: together, workers: 1 }, ...own] : own;
}

/** The groups in the order in which they stop: those with runtimes first, because live calls need the others. */
export const stopOrder = (groups: readonly WorkerGroup[]): WorkerGroup[] => {
  const hasRuntime = ({ services }: WorkerGroup): boolean => services.includes('runtime');
  return [...groups.filter(hasRuntime), ...groups.filter((group) => !hasRuntime(group)).toReversed()];
};

/** Why these services cannot have several workers. Each line names a variable and says what to write. */
export function workerProblems(settings: WorkerSettings): string[] {
  const { services, workers, stores } = settings;
  if (workerGroups(settings).every((group) => group.workers === 1)) return [];
  const unknown = LISTENERS.filter((service) => services.includes(service) && settings[service].port === 0);
  return [
    ...unknown.map(
      (service) =>
        `${service.toUpperCase()}_PORT: write the number of a port, because several processes have to know it`,
    ),
    ...(services.includes('api') && workers.api > 1 && stores.documentsUrl.startsWith('sqlite:')
      ? ['API_WORKERS: write 1, or set DOCUMENTS_URL to a MongoDB server; SQLite has one writer at a time']
      : []),
  ];
}
