import type { AgentConfigPayload } from '../../domain/agents/config.ts';
import { providerChain, type AgentModels, type ProviderConfig } from '../../domain/agents/models.ts';
import { invalid } from '../../domain/errors.ts';
import { needsCredentials, secretsOf, type Declaration } from '../../domain/providers/declaration.ts';
import { addressFields, addressIn, vendorHosts, whyWithheld } from '../../domain/providers/hosts.ts';
import type { CredentialIndex } from '../ports/provider-auths.ts';
import type { OperatorServers } from '../ports/operator-servers.ts';
import type { ProviderRegistry } from '../ports/providers.ts';
import { whyPrivate } from '../private-servers.ts';

export interface AllowedHostPorts {
  readonly providers: ProviderRegistry;
  readonly credentialIndex: CredentialIndex;
  readonly operatorServers: OperatorServers;
}

const KINDS = ['stt', 'tts', 'llm'] as const;

/**
 * Rejects models whose URLs lead to a private server. Stored secrets may be sent to hosts of the vendor, of the operator, and
 * to those that an admin allowed. Opening a call checks the same, for configurations stored earlier.
 */
export async function requireAllowedHosts(
  ports: AllowedHostPorts,
  orgId: string,
  { models, languages, analysis, stages }: Pick<AgentConfigPayload, 'models' | 'languages' | 'analysis' | 'stages'>,
): Promise<void> {
  const sections = [
    { parent: 'models', configs: models as Partial<AgentModels> },
    ...(analysis?.llm_config ? [{ parent: 'analysis', configs: { llm_config: analysis.llm_config } }] : []),
    ...(stages ?? []).map(({ tts_config, llm_config }, index) => ({
      parent: `stages[${index}]`,
      configs: { ...(tts_config && { tts_config }), ...(llm_config && { llm_config }) } as Partial<AgentModels>,
    })),
    ...(languages?.others ?? []).map((configs: Partial<AgentModels>, index) => ({
      ...{ parent: `languages.others[${index}]`, configs },
    })),
  ];
  const chosen = sections.flatMap(({ parent, configs }) =>
    KINDS.flatMap((kind) => chosenModels(ports, kind, configs[`${kind}_config`], `${parent}.${kind}_config`)),
  );
  const faults = await Promise.all(chosen.map((each) => faultsOf(ports, orgId, each)));
  if (faults.flat().length > 0) throw invalid(faults.flat());
}

const chosenModels = (
  { providers }: AllowedHostPorts,
  kind: (typeof KINDS)[number],
  chain: ProviderConfig | undefined,
  path: string,
): ChosenModel[] =>
  (chain ? providerChain(chain) : []).flatMap((config, position) => {
    const declaration = providers.find(kind, config.provider);
    return declaration ? [{ declaration, config, path: position === 0 ? path : `${path}.fallback` }] : [];
  });

interface ChosenModel {
  readonly declaration: Declaration;
  readonly config: ProviderConfig;
  readonly path: string;
}

async function faultsOf(
  { credentialIndex, operatorServers }: AllowedHostPorts,
  orgId: string,
  { declaration, config, path }: ChosenModel,
): Promise<readonly string[]> {
  const { provider } = config;
  const foreign = addressFields(declaration).flatMap((name) => {
    const address = addressIn(config[name]);
    return address && !operatorServers.includes(address) ? [{ name, address }] : [];
  });
  const unreachable = foreign.flatMap(({ name, address }) => {
    const reason = whyPrivate(operatorServers, address);
    return reason === null ? [] : [`${path}.${name} ${reason}`];
  });
  if (unreachable.length > 0) return unreachable;
  if (foreign.length === 0 || secretsOf(declaration).length === 0) return [];
  const allowed = await credentialIndex.allowedHosts(orgId, provider);
  if (allowed === null && !needsCredentials(declaration)) return [];
  const hosts = [...vendorHosts(declaration), ...(allowed ?? [])];
  return foreign.flatMap(({ name, address }) => {
    const reason = whyWithheld(provider, address, hosts);
    return reason === null ? [] : [`${path}.${name}: ${reason}`];
  });
}
