import type { Network } from '../../lib/network.ts';
import type { Provider } from '../define.ts';
import type { RegisteredProviders } from '../registered-providers.ts';
import { withoutNulls } from '../current-settings.ts';
import type { Settings } from '../settings.ts';

/** The platform's own model gateway. */
export interface GatewayConnection {
  /** Base URL of its API. Known once it listens. */
  readonly baseUrl: string;
  readonly apiKey: string | null;
  /** The network to it. The operator chose the address, so it may be private. */
  readonly network: Network;
}

const PROVIDER = 'openai_compatible';
/** Leaves the choice of a model to the gateway. */
const OPEN_MODEL = 'default';

/** The same providers, with `openai_compatible` routed through the gateway when no server is configured. */
export const throughGateway = (registered: RegisteredProviders, gateway: GatewayConnection): RegisteredProviders => ({
  ...registered,
  stt: registered.stt.map((provider) => routed(provider, gateway)),
  tts: registered.tts.map((provider) => routed(provider, gateway)),
  llm: registered.llm.map((provider) => routed(provider, gateway)),
});

function routed<How extends readonly unknown[], Opened>(
  provider: Provider<readonly [...How, Network], Opened>,
  gateway: GatewayConnection,
): Provider<readonly [...How, Network], Opened> {
  if (provider.declaration.provider !== PROVIDER) return provider;
  const gatewaySettings = (settings: Settings): Settings => ({
    model: OPEN_MODEL,
    ...settings,
    base_url: gateway.baseUrl,
  });
  return {
    declaration: optionalServer(provider.declaration),
    parseSettings(settings) {
      if (hasBaseUrl(settings)) return provider.parseSettings(settings);
      const given = withoutNulls(settings);
      const complete = Object.entries(provider.parseSettings(gatewaySettings(given)));
      return Object.fromEntries(complete.filter(([name]) => Object.hasOwn(given, name)));
    },
    open(settings, ...how) {
      if (hasBaseUrl(settings)) return provider.open(settings, ...how);
      // A stored key is for the organisation's own server. The gateway gets the operator's key, or none.
      const { api_key: _, ...own } = withoutNulls(settings);
      const key = gateway.apiKey === null ? {} : { api_key: gateway.apiKey };
      const open = [...how.slice(0, -1), gateway.network] as unknown as [...How, Network];
      return provider.open({ ...gatewaySettings(own), ...key }, ...open);
    },
  };
}

const hasBaseUrl = ({ base_url: server }: Settings): boolean => server !== null && server !== undefined;

function optionalServer(declaration: Provider<readonly unknown[], unknown>['declaration']): typeof declaration {
  const { fields, required } = declaration;
  const { base_url: server, model } = fields;
  if (!server || !model) return declaration;
  const described = `${server.description ?? ''} The model gateway of this platform when it is left out.`.trim();
  return {
    ...declaration,
    required: required.filter((name) => name !== 'base_url' && name !== 'model'),
    fields: { ...fields, base_url: { ...server, description: described }, model: { ...model, default: OPEN_MODEL } },
  };
}
