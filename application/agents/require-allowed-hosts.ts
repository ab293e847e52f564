import { chosenProviders } from '../../domain/agents/chosen-providers.ts';
import type { ProviderConfig } from '../../domain/agents/models.ts';
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

/**
 * Rejects models whose URLs lead to a private server. Stored secrets may be sent to hosts of the vendor, of the operator, and
 * to those that an admin allowed. Opening a call checks the same, for configurations stored earlier.
 */
export async function requireAllowedHosts(
  ports: AllowedHostPorts,
  orgId: string,
  config: Parameters<typeof chosenProviders>[0],
): Promise<void> {
  const chosen = chosenProviders(config).flatMap(({ kind, config: settings, path }) => {
    const declaration = ports.providers.find(kind, settings.provider);
    return declaration ? [{ declaration, config: settings, path }] : [];
  });
  const faults = await Promise.all(chosen.map((each) => faultsOf(ports, orgId, each)));
  if (faults.flat().length > 0) throw invalid(faults.flat());
}

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
