import { readdirSync, readFileSync } from 'node:fs';

export const STORES = ['documents', 'objects', 'vectors'] as const;
export type Store = (typeof STORES)[number];

/** What the command line of a store's server contains: the first that fits. */
const SERVERS: readonly (readonly [Store, RegExp])[] = [
  ['vectors', /chroma/],
  ['objects', /\/s3|minio|s3rver/],
  ['documents', /postgres|mongo/],
];
/** The kernel counts processor time in hundredths of a second. */
const TICKS_PER_SECOND = 100;

/** Operations of stores by `store operation`, as processes of the platform counted them. */
export type Counts = ReadonlyMap<string, { readonly count: number; readonly seconds: number }>;

const LINE = /^store_operation_seconds_(sum|count)\{store="(\w+)",operation="(\w+)"\} (\S+)/gm;

/** All operations so far of the processes that have their metrics there. */
export async function countsOf(origins: readonly string[]): Promise<Counts> {
  const counts = new Map<string, { count: number; seconds: number }>();
  for (const origin of origins) {
    const text = await (await fetch(`${origin}/metrics`)).text();
    for (const [, what, store, operation, value] of text.matchAll(LINE)) {
      const known = counts.get(`${store} ${operation}`) ?? { count: 0, seconds: 0 };
      counts.set(`${store} ${operation}`, known);
      known[what === 'sum' ? 'seconds' : 'count'] += Number(value);
    }
  }
  return counts;
}

/** Processor time of the servers of each store on this machine so far, with that of their processes that ended. In seconds. */
export function storeSeconds(): Record<Store, number> {
  const seconds = { documents: 0, objects: 0, vectors: 0 };
  for (const pid of readdirSync('/proc').filter((name) => Number.isInteger(Number(name))))
    try {
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
      const [store] = SERVERS.find(([, servers]) => servers.test(command)) ?? [];
      if (store && Number(pid) !== process.pid) seconds[store] += secondsOf(pid);
    } catch {
      // The process is gone.
    }
  return seconds;
}

/** User and system time, and those of children that were waited for: the 14th to 17th field after the name. */
function secondsOf(pid: string): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS_PER_SECOND;
}
