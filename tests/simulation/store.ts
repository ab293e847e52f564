import { documentAccountDials } from '../../adapters/documents/account-dials.ts';
import { documentCallLeases } from '../../adapters/documents/call-leases.ts';
import { documentCallRecords } from '../../adapters/documents/call-records.ts';
import { documentCallMetrics } from '../../adapters/documents/call-metrics.ts';
import { documentCalls } from '../../adapters/documents/calls.ts';
import { documentCampaigns } from '../../adapters/documents/campaigns.ts';
import type { CollectionDefinition, DocumentStore } from '../../adapters/documents/collection.ts';
import { documentDialCaps } from '../../adapters/documents/dial-caps.ts';
import { documentNumberDials } from '../../adapters/documents/number-dials.ts';
import { documentCampaignEngines, documentEngineLeases } from '../../adapters/documents/campaign-engine-leases.ts';
import { documentQueuedRuns } from '../../adapters/documents/queued-runs.ts';
import { documentSuppressions } from '../../adapters/documents/suppressions.ts';
import { sqliteEngine } from '../../adapters/documents/drivers/sqlite.ts';
import type { CallLog } from '../../domain/calls/call-log.ts';
import type { CallMetrics } from '../../domain/calls/call-metrics.ts';
import type { Campaign } from '../../domain/campaigns/campaign.ts';
import type { QueuedRun } from '../../domain/campaigns/queued-run.ts';
import { SimulatedNumbers } from './numbers.ts';
import { inventoried } from '../support/inventory.ts';

/** What all processes of a simulation share: the real store, in memory. */
export type Store = Awaited<ReturnType<typeof openStore>>;

/** The store's parts that a process asks. */
export type Parts = Pick<
  Store,
  | 'campaigns'
  | 'runs'
  | 'calls'
  | 'leases'
  | 'engineLeases'
  | 'campaignEngines'
  | 'accountDials'
  | 'suppressions'
  | 'numberDials'
  | 'dialCaps'
  | 'metrics'
  | 'callRecords'
> & { readonly phoneNumbers: Pick<SimulatedNumbers, 'find' | 'findMany' | 'change'> };

/** Opens an empty store; the unique index of this name is none. */
export async function openStore(withoutIndex?: string) {
  const counter = new OperationCounter();
  const engine = counter.count(lacking(inventoried(await sqliteEngine(':memory:')), withoutIndex));
  const campaigns = await documentCampaigns(engine);
  return {
    campaigns,
    runs: await documentQueuedRuns(engine),
    calls: await documentCalls(engine),
    leases: await documentCallLeases(engine),
    accountDials: await documentAccountDials(engine),
    suppressions: await documentSuppressions(engine),
    numberDials: await documentNumberDials(engine),
    dialCaps: await documentDialCaps(engine),
    engineLeases: await documentEngineLeases(engine),
    campaignEngines: await documentCampaignEngines(engine),
    metrics: await documentCallMetrics(engine),
    callRecords: await documentCallRecords(engine),
    phoneNumbers: new SimulatedNumbers(),
    close: () => engine.close(),
    get operations(): number {
      return counter.operations;
    },
    /** The campaigns of these organisations, with those that callbacks made. */
    campaignsOf: async (orgIds: readonly string[]) =>
      (await Promise.all(orgIds.map((orgId) => campaigns.list(orgId)))).flat(),
    /** Everything there is. */
    async everything() {
      const all = (await engine.everything()) as Record<string, unknown[]>;
      return {
        campaigns: (all['campaigns'] ?? []) as Campaign[],
        runs: (all['queued_runs'] ?? []) as QueuedRun[],
        calls: (all['calls'] ?? []) as CallLog[],
        leases: (all['call_leases'] ?? []) as { readonly call_id: string }[],
        metrics: (all['call_metrics'] ?? []) as CallMetrics[],
      };
    },
  };
}

/** Counts what is done on collections. */
class OperationCounter {
  operations = 0;

  count<E extends DocumentStore>(engine: E): E {
    const open = engine.open.bind(engine);
    return Object.assign(engine, {
      open: async <T extends object>(definition: CollectionDefinition<T>) =>
        new Proxy(await open(definition), {
          get: (target, key) => {
            const member: unknown = Reflect.get(target, key, target);
            if (typeof member !== 'function') return member;
            return (...args: unknown[]): unknown => {
              this.operations += 1;
              return member.apply(target, args);
            };
          },
        }),
    });
  }
}

/** The engine, which takes one index for an ordinary one. */
function lacking<E extends DocumentStore>(engine: E, index: string | undefined): E {
  const open = engine.open.bind(engine);
  return Object.assign(engine, {
    open: <T extends object>(definition: CollectionDefinition<T>) =>
      open({
        ...definition,
        indexes: definition.indexes.map((each) => ({
          ...each,
          unique: each.unique === true && `${definition.name}.${each.name}` !== index,
        })),
      }),
  });
}
