import { Resolver } from 'node:dns/promises';
import type { DomainRecords } from '../../application/ports/domain-records.ts';
import { unavailable } from '../../domain/errors.ts';
import { rejectAfter } from '../lib/timeout.ts';

/** Until an answer must be there, in ms, from any of the name servers. */
const TIMEOUT_MS = 6_000;

/** Answers that say that there is no such record. */
const NONE: ReadonlySet<unknown> = new Set(['ENOTFOUND', 'ENODATA']);

interface DnsOptions {
  readonly timeoutMs?: number;
  /** Name servers, instead of those of the system. */
  readonly servers?: readonly string[];
}

/** Records by the name servers of the system. A lookup uses no thread, and delays no other one. */
export const dnsRecords = ({ timeoutMs = TIMEOUT_MS, servers }: DnsOptions = {}): DomainRecords => ({
  async texts(name) {
    // A lost packet is sent again, and each server has its own time: all of them together have the whole.
    const resolver = new Resolver({ timeout: Math.ceil(timeoutMs / 3), tries: 2 });
    if (servers) resolver.setServers(servers);
    try {
      return (await rejectAfter(timeoutMs, resolver.resolveTxt(name))).map((parts) => parts.join(''));
    } catch (cause) {
      resolver.cancel();
      if (NONE.has((cause as NodeJS.ErrnoException).code)) return [];
      throw unavailable(`The name servers of ${name} do not answer: try again later`, { cause });
    }
  },
});
