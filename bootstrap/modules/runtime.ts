import { join } from 'node:path';
import { ContainerModule } from 'inversify';
import { filesystemSpool } from '../../adapters/call-spool/filesystem.ts';
import { httpControlPlane } from '../../adapters/control-plane/http.ts';
import { fvadVoiceActivity } from '../../adapters/voice-activity/fvad.ts';
import { ArtifactDelivery } from '../../application/runtime/deliver-artifacts.ts';
import { runtimeUseCases } from '../../application/runtime/index.ts';
import { LiveCalls } from '../../application/runtime/live-calls.ts';
import { Ticker } from '../../application/runtime/ticker.ts';
import { provide } from '../registry.ts';

/** The media runtime: how it reaches the API, what it hears with, and where it keeps what calls leave behind. */
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
    has('voiceActivity', fvadVoiceActivity);
    has('ticker', ({ clock }) => new Ticker(clock), 'clock');
    has('liveCalls', ({ ids }) => new LiveCalls(ids.next()), 'ids');
    has('delivery', (ports) => new ArtifactDelivery(ports), 'spool', 'objects', 'controlPlane', 'clock', 'log');
    has(
      'runtimeUseCases',
      runtimeUseCases,
      'controlPlane',
      'providers',
      'vendors',
      'spool',
      'liveCalls',
      'delivery',
      'log',
      'clock',
      'random',
      'resampling',
      'voiceActivity',
      'ticker',
      'carriers',
      'tickets',
      'voiceServer',
    );
  });
