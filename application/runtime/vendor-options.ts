import { providerChain, type ProviderConfig } from '../../domain/agents/models.ts';
import { secretsOf, type ProviderKind } from '../../domain/providers/declaration.ts';
import type { ControlPlane } from '../ports/control-plane.ts';
import type { ProviderRegistry, ProviderSettings } from '../ports/providers.ts';
import type { MeteredModel } from './usage-meter.ts';

interface OptionPorts {
  readonly controlPlane: ControlPlane;
  readonly providers: ProviderRegistry;
}

/** A provider that the agent names, and how to load its settings. */
export interface VendorOption {
  readonly provider: string;
  readonly loadSetup: () => Promise<VendorSetup>;
}

/** What a vendor is opened with: settings with secrets, and the hosts that an admin allows. */
export interface VendorSetup {
  readonly settings: ProviderSettings;
  readonly hosts: readonly string[];
  /** What its usage is counted under. */
  readonly about: MeteredModel;
}

/** The providers of a configuration, in order. Credentials of the first are loaded at once, of the others on demand. */
export async function vendorOptions(
  ports: OptionPorts,
  orgId: string,
  kind: ProviderKind,
  config: ProviderConfig,
): Promise<readonly VendorOption[]> {
  const [first, ...others] = providerChain(config);
  const loadSetup = await withCredentials(ports, orgId, kind, first);
  return [
    { provider: first.provider, loadSetup: async () => loadSetup },
    ...others.map((other) => ({
      provider: other.provider,
      loadSetup: () => withCredentials(ports, orgId, kind, other),
    })),
  ];
}

/**
 * The agent's settings merged with the organisation's secrets, in memory only. Providers without secrets need no
 * request.
 */
async function withCredentials(
  { providers, controlPlane }: OptionPorts,
  orgId: string,
  kind: ProviderKind,
  settings: ProviderSettings,
): Promise<VendorSetup> {
  const declaration = providers.find(kind, settings.provider);
  const secrets = declaration ? secretsOf(declaration) : [];
  const model = settings['model'] ?? declaration?.fields['model']?.default;
  const about = { provider: settings.provider, model: typeof model === 'string' ? model : null };
  const stored = secrets.length === 0 ? null : await controlPlane.credentials(orgId, settings.provider);
  if (!stored) return { settings, hosts: [], about };
  // Credentials of an older version may hold settings as well. The agent's own settings apply.
  const known = Object.entries(stored.auth).filter(([name]) => secrets.includes(name));
  return { settings: { ...settings, ...Object.fromEntries(known) }, hosts: stored.allowed_hosts, about };
}
