import { join } from 'node:path';
import { ContainerModule } from 'inversify';
import { filesystemSpool } from '../../adapters/call-spool/filesystem.ts';
import { httpControlPlane } from '../../adapters/control-plane/http.ts';
import { writeProbes } from '../../adapters/lib/write-probes.ts';
import { closeLocalSpeech, warmLocalSpeech } from '../../adapters/providers/local/engines.ts';
import { ArtifactDelivery } from '../../application/runtime/deliver-artifacts.ts';
import { runtimeUseCases } from '../../application/runtime/index.ts';
import { LiveCalls } from '../../application/runtime/live-calls.ts';
import { SpeechCache } from '../../application/runtime/speech-cache.ts';
import { NormaliserCache } from '../../application/runtime/normaliser-cache.ts';
import { Ticker } from '../../application/runtime/ticker.ts';
import { WebhookRefusals } from '../../application/runtime/webhook-refusals.ts';
import { provide } from '../dependencies.ts';

/** Size of the speech cache in bytes: greetings and similar phrases of some hundred agents. */
const CACHED_SPEECH_MAX_BYTES = 32 * 1_048_576;

/** What the use cases of the runtime need. */
const RUNTIME_PORTS = [
  'controlPlane',
  'providers',
  'vendors',
  'spool',
  'liveCalls',
  'delivery',
  'monitor',
  'log',
  'clock',
  'random',
  'resampling',
  'voiceActivity',
  'neuralAudio',
  'ticker',
  'speechCache',
  'normalisers',
  'webhookRefusals',
  'toolCaller',
  'argumentSchemas',
  'mcpClient',
  'carriers',
  'tickets',
  'voiceServer',
  'numberFormat',
] as const;

/** The media runtime: control plane, media processing and call spool. */
export const runtimeModule = (dataDir: string, internalApiKey: string): ContainerModule =>
  new ContainerModule(({ bind }) => {
    const has = provide(bind);
    has(
      'controlPlane',
      ({ apiBaseUrl, clock }) => httpControlPlane({ apiBaseUrl, internalApiKey }, clock),
      'apiBaseUrl',
      'clock',
    );
    has('spool', ({ log }) => filesystemSpool(join(dataDir, 'spool'), log), 'log');
    has(
      'runtimeReadiness',
      ({ spool, ...ports }) => writeProbes({ spool: () => spool.probe() }, ports),
      'spool',
      'clock',
      'recordStoreFault',
    );
    has('localSpeech', () => ({ warm: warmLocalSpeech, close: closeLocalSpeech }));
    has('ticker', ({ clock }) => new Ticker(clock), 'clock');
    has('webhookRefusals', ({ clock }) => new WebhookRefusals(clock), 'clock');
    has('speechCache', () => new SpeechCache(CACHED_SPEECH_MAX_BYTES));
    has('normalisers', ({ numberWords }) => new NormaliserCache(numberWords), 'numberWords');
    has('liveCalls', ({ ids }) => new LiveCalls(ids.next()), 'ids');
    has('delivery', (ports) => new ArtifactDelivery(ports), 'spool', 'objects', 'controlPlane', 'clock', 'log');
    has('runtimeUseCases', runtimeUseCases, ...RUNTIME_PORTS);
  });
