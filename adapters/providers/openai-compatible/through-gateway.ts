import type { Network } from '../../lib/network.ts';
import type { Provider } from '../define.ts';
import type { RegisteredProviders } from '../registered-providers.ts';
import type { Settings } from '../settings.ts';

/** The platform's own model gateway. */
export interface GatewayConnection {
  /** Where its interface begins; known once it listens. */
  readonly baseUrl: string;
  readonly apiKey: string | null;
  /** How it is reached: the operator placed it, and may have placed it anywhere. */
  readonly network: Network;
}

const PROVIDER = 'openai_compatible';
/** What leaves the choice of a model to the gateway. */
const OPEN_MODEL = 'default';

/** The same providers, of which those that speak to any server go through the gateway when they are given no server. */
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
      // A key that was stored is for a server of the organisation's own: the gateway gets the operator's, or none.
      const { api_key: _, ...own } = withoutNulls(settings);
      const key = gateway.apiKey === null ? {} : { api_key: gateway.apiKey };
      const open = [...how.slice(0, -1), gateway.network] as unknown as [...How, Network];
      return provider.open({ ...gatewaySettings(own), ...key }, ...open);
    },
  };
}

const hasBaseUrl = ({ base_url: server }: Settings): boolean => server !== null && server !== undefined;

const withoutNulls = (settings: Settings): Settings =>
  Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== null && value !== undefined));

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
