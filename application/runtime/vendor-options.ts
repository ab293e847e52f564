import type { Agent } from '../../domain/agents/agent.ts';
import { providerChain, type ModelKind, type ProviderConfig } from '../../domain/agents/models.ts';
import { keysNotStored, missingSecrets, type KeylessProvider } from '../../domain/credentials/missing-secrets.ts';
import { secretsOf, type Declaration } from '../../domain/providers/declaration.ts';
import type { MonitoredCall } from '../ports/call-monitor.ts';
import type { ControlPlane } from '../ports/control-plane.ts';
import type { ProviderRegistry, ProviderSettings } from '../ports/providers.ts';
import { VendorFailure } from '../ports/vendor-failure.ts';
import type { MeteredModel } from './usage-meter.ts';
import { monitorStage } from './vendor-monitor.ts';

interface OptionPorts {
  readonly controlPlane: ControlPlane;
  readonly providers: ProviderRegistry;
}

/** A provider that the agent names, and how to load its settings. */
export interface VendorOption {
  readonly kind: ModelKind;
  readonly provider: string;
  readonly loadSetup: () => Promise<VendorSetup>;
}

/** What a vendor is opened with: settings with secrets, and the hosts that an admin allows. */
export interface VendorSetup {
  readonly settings: ProviderSettings;
  readonly hosts: readonly string[];
  /** What its usage is counted under. */
  readonly about: MeteredModel;
  /** Required secrets that are not stored. */
  readonly missing: readonly string[];
}

/** The providers of a configuration, in order. Credentials of the first are loaded at once, of the others on demand. */
export async function vendorOptions(
  ports: OptionPorts,
  orgId: string,
  kind: ModelKind,
  config: ProviderConfig,
): Promise<readonly VendorOption[]> {
  const [first, ...others] = providerChain(config);
  const loadSetup = await withCredentials(ports, orgId, kind, first);
  return [
    { kind, provider: first.provider, loadSetup: async () => loadSetup },
    ...others.map((other) => ({
      ...{ kind, provider: other.provider },
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
  kind: ModelKind,
  settings: ProviderSettings,
): Promise<VendorSetup> {
  const declaration = providers.find(kind, settings.provider);
  const secrets = declaration ? secretsOf(declaration) : [];
  const model = settings['model'] ?? declaration?.fields['model']?.default;
  const about = { provider: settings.provider, model: typeof model === 'string' ? model : null };
  const stored = secrets.length === 0 ? null : await controlPlane.credentials(orgId, settings.provider);
  if (!stored) return { settings, hosts: [], about, missing: missingIn(declaration, settings) };
  // Credentials of an older version may hold settings as well. The agent's own settings apply.
  const known = Object.entries(stored.auth).filter(([name]) => secrets.includes(name));
  const whole = { ...settings, ...Object.fromEntries(known) };
  return { settings: whole, hosts: stored.allowed_hosts, about, missing: missingIn(declaration, whole) };
}

const missingIn = (declaration: Declaration | null, settings: ProviderSettings): string[] =>
  declaration ? missingSecrets(declaration, settings) : [];

/**
 * The vendors of each stage of an agent's call. Where a stage has none whose keys are stored, rejects with those of all such
 * stages and their missing keys. A call that is transcribed already needs no STT.
 */
export async function usableOptions(
  ports: OptionPorts,
  { org_id, config: { models } }: Pick<Agent, 'org_id' | 'config'>,
  call: MonitoredCall,
  isTranscribed: boolean,
): Promise<readonly [stt: readonly VendorOption[], tts: readonly VendorOption[], llm: readonly VendorOption[]]> {
  const [stt, tts, llm] = await Promise.all([
    vendorOptions(ports, org_id, 'stt', models.stt_config),
    vendorOptions(ports, org_id, 'tts', models.tts_config),
    vendorOptions(ports, org_id, 'llm', models.llm_config),
  ]);
  const keyless = (await Promise.all([isTranscribed ? [] : stt, tts, llm].map(keylessIn))).flat();
  for (const { kind, provider } of keyless) monitorStage(call, kind).failed(provider, 'opening');
  if (keyless.length > 0) throw new VendorFailure(keysNotStored(keyless), { retryable: false });
  return [stt, tts, llm];
}

interface KeylessVendor extends KeylessProvider {
  readonly kind: ModelKind;
}

/** The vendors of a stage, if none of them has its keys. Those of a fallback are loaded only where the first has none. */
async function keylessIn(options: readonly VendorOption[]): Promise<readonly KeylessVendor[]> {
  const keyless: KeylessVendor[] = [];
  for (const { kind, provider, loadSetup } of options) {
    // What cannot be loaded fails when it is opened.
    const secrets = await loadSetup().then(
      ({ missing }) => missing,
      () => [],
    );
    if (secrets.length === 0) return [];
    keyless.push({ kind, provider, secrets });
  }
  return keyless;
}
