import { ContainerModule } from 'inversify';
import { customerNames } from '../../adapters/lib/customer-names.ts';
import { network } from '../../adapters/lib/network.ts';
import { throughGateway } from '../../adapters/providers/openai-compatible/through-gateway.ts';
import { registeredCarriers } from '../../adapters/providers/registered-carriers.ts';
import { simulatorTelephony } from '../../adapters/providers/simulator/telephony.ts';
import { registered } from '../../adapters/providers/registered-providers.ts';
import { providerRegistry } from '../../adapters/providers/registry.ts';
import { registeredVendors } from '../../adapters/providers/vendors.ts';
import { ajvArgumentSchemas } from '../../adapters/argument-schemas/ajv.ts';
import { sdkMcpClient } from '../../adapters/mcp-client/sdk-client.ts';
import { httpEventSender } from '../../adapters/event-sender/http.ts';
import { httpToolCaller } from '../../adapters/tool-caller/http.ts';
import { loadedRnnoise } from '../../adapters/lib/rnnoise-streams.ts';
import { rnnoiseSuppression } from '../../adapters/noise-suppression/rnnoise-suppressor.ts';
import { speexResampling } from '../../adapters/resampler/speex.ts';
import { fvadVoiceActivity } from '../../adapters/voice-activity/fvad.ts';
import { rnnoiseVoiceActivity } from '../../adapters/voice-activity/rnnoise.ts';
import type { Resampling } from '../../application/ports/resampler.ts';
import { loadOnce } from '../../application/load-once.ts';
import type { NeuralAudio } from '../../application/runtime/sound-parts.ts';
import { GatewayAddress } from '../gateway-address.ts';
import { provide } from '../dependencies.ts';

/** What agents may process their callers' audio with. */
async function rnnoiseAudio(resampling: Resampling): Promise<NeuralAudio> {
  const ports = { resampling, rnnoise: await loadedRnnoise() };
  return { voiceActivity: rnnoiseVoiceActivity(ports), noiseSuppression: rnnoiseSuppression(ports) };
}

/** Providers, vendors and carriers. */
export const providersModule = ({
  upstreams,
  dialsPerSecond,
  gateway,
}: {
  readonly dialsPerSecond: Readonly<Record<string, number>>;
  readonly upstreams: { readonly allowPrivate: boolean; readonly localUpstreams: readonly string[] };
  /** Null without a model gateway. `url` is null for the gateway of this process. */
  readonly gateway: { readonly url: string | null; readonly apiKey: string | null } | null;
}): ContainerModule =>
  new ContainerModule(({ bind }) => {
    const has = provide(bind);
    const reached = network(upstreams);
    has('operatorServers', () => ({ includes: reached.isOperators, permits: reached.permits }));
    has('argumentSchemas', ajvArgumentSchemas);
    has('toolCaller', (ports) => httpToolCaller({ ...ports, network: reached }), 'clock', 'argumentSchemas');
    const customers = network({ ...upstreams, resolve: customerNames(upstreams) });
    has('eventSender', (ports) => httpEventSender({ ...ports, network: customers }), 'clock');
    has('mcpClient', (ports) => sdkMcpClient({ ...ports, network: reached }), 'clock', 'argumentSchemas');
    has('modelGateway', () => gateway && new GatewayAddress(gateway.url, gateway.apiKey));
    has(
      'registered',
      ({ modelGateway }) => (modelGateway ? throughGateway(registered, modelGateway) : registered),
      'modelGateway',
    );
    has(
      'telephony',
      ({ simulatorUrl: url }) =>
        url === null ? registered.telephony : [...registered.telephony, simulatorTelephony(url)],
      'simulatorUrl',
    );
    has(
      'providers',
      ({ registered: known, telephony }) => providerRegistry({ ...known, telephony }),
      'registered',
      'telephony',
    );
    has(
      'carriers',
      ({ telephony, clock }) => registeredCarriers(telephony, { clock, network: reached, dialsPerSecond }),
      'telephony',
      'clock',
    );
    has('vendors', ({ registered: known }) => registeredVendors(known, reached), 'registered');
    has('resampling', speexResampling);
    has('voiceActivity', fvadVoiceActivity);
    has('neuralAudio', ({ resampling }) => loadOnce(() => rnnoiseAudio(resampling)), 'resampling');
  });
