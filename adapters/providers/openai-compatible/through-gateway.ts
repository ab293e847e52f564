import type { Network } from '../../lib/network.ts';
import type { Provider } from '../define.ts';
import type { Registered } from '../registered-providers.ts';
import type { Settings } from '../settings.ts';

/** The platform's own model gateway. */
export interface ModelGateway {
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
export const throughGateway = (registered: Registered, gateway: ModelGateway): Registered => ({
  ...registered,
  stt: registered.stt.map((provider) => through(provider, gateway)),
  tts: registered.tts.map((provider) => through(provider, gateway)),
  llm: registered.llm.map((provider) => through(provider, gateway)),
});

function through<How extends readonly unknown[], Opened>(
  provider: Provider<readonly [...How, Network], Opened>,
  gateway: ModelGateway,
): Provider<readonly [...How, Network], Opened> {
  if (provider.declaration.provider !== PROVIDER) return provider;
  const fieldsOfIts = (settings: Settings): Settings => ({ model: OPEN_MODEL, ...settings, base_url: gateway.baseUrl });
  return {
    declaration: declared(provider.declaration),
    parseSettings(settings) {
      if (hasServer(settings)) return provider.parseSettings(settings);
      const given = present(settings);
      const complete = Object.entries(provider.parseSettings(fieldsOfIts(given)));
      return Object.fromEntries(complete.filter(([name]) => Object.hasOwn(given, name)));
    },
    open(settings, ...how) {
      if (hasServer(settings)) return provider.open(settings, ...how);
      // A key that was stored is for a server of the organisation's own: the gateway gets the operator's, or none.
      const { api_key: _, ...own } = present(settings);
      const key = gateway.apiKey === null ? {} : { api_key: gateway.apiKey };
      const open = [...how.slice(0, -1), gateway.network] as unknown as [...How, Network];
      return provider.open({ ...fieldsOfIts(own), ...key }, ...open);
    },
  };
}

const hasServer = ({ base_url: server }: Settings): boolean => server !== null && server !== undefined;

const present = (settings: Settings): Settings =>
  Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== null && value !== undefined));

function declared(declaration: Provider<readonly unknown[], unknown>['declaration']): typeof declaration {
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
