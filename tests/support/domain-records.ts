import type { DomainRecords } from '../../application/ports/domain-records.ts';

/** DNS as tests publish it. */
export interface FakeDomainRecords extends DomainRecords {
  readonly published: Map<string, readonly string[]>;
}

export function fakeDomainRecords(): FakeDomainRecords {
  const published = new Map<string, readonly string[]>();
  return { published, texts: async (name) => published.get(name) ?? [] };
}
