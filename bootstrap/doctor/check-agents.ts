import { everyAgent } from '../../adapters/documents/agents.ts';
import { documentProviderAuths, everyProviderAuth } from '../../adapters/documents/provider-auths.ts';
import { registered } from '../../adapters/providers/registered-providers.ts';
import { providerRegistry } from '../../adapters/providers/registry.ts';
import { BoundedMap } from '../../application/bounded-map.ts';
import type { Clock } from '../../application/ports/clock.ts';
import type { ProviderRegistry } from '../../application/ports/providers.ts';
import { withTimeout } from '../../application/with-timeout.ts';
import type { Agent } from '../../domain/agents/agent.ts';
import { chosenProviders } from '../../domain/agents/chosen-providers.ts';
import type { ProviderAuth } from '../../domain/credentials/provider-auth.ts';
import { oneLine } from '../../domain/plain-text.ts';
import { needsCredentials } from '../../domain/providers/declaration.ts';
import type { Config } from '../config.ts';
import { isUnmade, withDocuments } from './check-stores.ts';
import { ANSWER_MS, fine, warning, type Diagnosis } from './findings.ts';

/** Agents that are looked at, and for how long: an operator waits, and an installation may have many organisations. */
const [AGENTS_MAX, LOOKING_MS] = [10_000, ANSWER_MS / 2];
/** Warnings that are printed, agents that each of them names, and characters of a name. */
const [WARNINGS_MAX, NAMED_MAX, NAME_LENGTH] = [20, 5, 40];
/** Stored keys that are read at once. Where there are more, those of each organisation are asked for. */
const KEYS_MAX = 50_000;
/** Organisations whose stored keys are remembered then. */
const REMEMBERED_MAX = 1_000;

/** The agents of an organisation that use a vendor without a stored key. */
interface KeylessAgents {
  readonly orgId: string;
  readonly provider: string;
  /** Whether each of them uses it only when another vendor fails. */
  isFallback: boolean;
  count: number;
  /** The first of them. */
  readonly named: string[];
}

/** Whether the keys of the vendors that active agents use are stored. What keeps the store from being read is found by its own check. */
export async function checkAgents(config: Config, clock: Clock): Promise<readonly Diagnosis[]> {
  if (!config.services.includes('api') || isUnmade(config.stores.documentsUrl)) return [];
  const providers = providerRegistry(registered);
  return withTimeout(clock, ANSWER_MS, () =>
    withDocuments(config, async (documents) => {
      const stored = withTimeout(clock, ANSWER_MS / 4, () => storedKeys(everyProviderAuth(documents)));
      const configured = (await stored.catch(() => null)) ?? (await documentProviderAuths(documents)).configured;
      return findingsIn(everyAgent(documents), { providers, clock, configured });
    }),
  ).catch(() => []);
}

interface Sources {
  readonly providers: Pick<ProviderRegistry, 'find'>;
  readonly clock: Pick<Clock, 'monotonic'>;
  /** The vendors whose keys an organisation stored. */
  readonly configured: (orgId: string) => Promise<ReadonlySet<string>>;
}

/** Finds the vendors whose keys an organisation stored. Null: more keys are stored than are read at once. */
export async function storedKeys(
  auths: AsyncIterable<Pick<ProviderAuth, 'org_id' | 'provider'>>,
  most = KEYS_MAX,
): Promise<Sources['configured'] | null> {
  const byOrganisation = new Map<string, Set<string>>();
  let read = 0;
  for await (const { org_id, provider } of auths) {
    read += 1;
    if (read > most) return null;
    const stored = byOrganisation.get(org_id) ?? new Set();
    byOrganisation.set(org_id, stored.add(provider));
  }
  return async (orgId) => byOrganisation.get(orgId) ?? new Set();
}

/** What is found in these agents. Looks at a bounded number of them for a bounded time, and says so. */
export async function findingsIn(
  agents: AsyncIterable<Agent>,
  { providers, clock, configured }: Sources,
): Promise<readonly Diagnosis[]> {
  const found = new Map<string, KeylessAgents>();
  const remembered = new BoundedMap<string, ReadonlySet<string>>(REMEMBERED_MAX);
  const until = clock.monotonic() + LOOKING_MS;
  let [looked, unnamed, isCut] = [0, 0, false];
  for await (const agent of agents) {
    if (looked >= AGENTS_MAX || clock.monotonic() > until) {
      isCut = true;
      break;
    }
    looked += 1;
    const needed = agent.status === 'active' ? neededBy(agent, providers) : NONE;
    if (needed.size === 0) continue;
    const stored = remembered.get(agent.org_id) ?? (await configured(agent.org_id));
    remembered.set(agent.org_id, stored);
    for (const [provider, isFallback] of needed)
      if (!stored.has(provider) && !count(found, agent, { provider, isFallback })) unnamed += 1;
  }
  return wordsOf([...found.values()], { looked, unnamed, isCut });
}

const NONE: ReadonlyMap<string, boolean> = new Map();

/** The vendors of an agent that require a key, each with whether it is a fallback only. */
function neededBy({ config, telephony }: Agent, providers: Sources['providers']): ReadonlyMap<string, boolean> {
  const needed = new Map<string, boolean>();
  const carrier = telephony && ({ kind: 'telephony', provider: telephony.provider, isFallback: false } as const);
  const models = chosenProviders(config).map(({ config: { provider }, ...chosen }) => ({ ...chosen, provider }));
  for (const { kind, provider, isFallback } of [...models, ...(carrier ? [carrier] : [])]) {
    const declaration = providers.find(kind, provider);
    if (declaration && needsCredentials(declaration))
      needed.set(provider, isFallback && needed.get(provider) !== false);
  }
  return needed;
}

/** Counts an agent without a vendor's key. Answers false when no further warning is printed. */
function count(
  found: Map<string, KeylessAgents>,
  { org_id, agent_id, name }: Agent,
  { provider, isFallback }: Pick<KeylessAgents, 'provider' | 'isFallback'>,
): boolean {
  const key = `${org_id} ${provider}`;
  const known = found.get(key);
  if (!known && found.size >= WARNINGS_MAX) return false;
  const keyless = known ?? { orgId: org_id, provider, isFallback: true, count: 0, named: [] };
  found.set(key, keyless);
  keyless.count += 1;
  keyless.isFallback &&= isFallback;
  if (keyless.named.length < NAMED_MAX) keyless.named.push(`${oneLine(name, NAME_LENGTH)} (${agent_id})`);
  return true;
}

interface Extent {
  readonly looked: number;
  /** Agents and vendors that no warning names. */
  readonly unnamed: number;
  readonly isCut: boolean;
}

function wordsOf(found: readonly KeylessAgents[], { looked, unnamed, isCut }: Extent): Diagnosis[] {
  const others = warning(
    `${unnamed} more agents use a vendor without a stored key`,
    'Fix those above, then run it again.',
  );
  const isFine = found.length === 0 && !isCut;
  return [
    ...found.map(warningOf),
    ...(unnamed > 0 ? [others] : []),
    ...(isFine ? [fine('The keys of all vendors that active agents use are stored')] : []),
    ...(isCut ? [fine(`Only the first ${looked} agents were looked at`)] : []),
  ];
}

function warningOf({ orgId, provider, isFallback, count: all, named }: KeylessAgents): Diagnosis {
  const rest = all > named.length ? ` and ${all - named.length} more` : '';
  const what = isFallback ? 'Without it they have no fallback' : 'Calls that need it fail';
  return warning(
    `Organisation ${orgId} has no key of ${provider}, which its agents use: ${named.join(', ')}${rest}`,
    `Store it under Credentials in the console (POST /auth), choose another vendor, or archive them. ${what}.`,
  );
}
