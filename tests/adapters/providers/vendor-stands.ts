import { network } from '../../../adapters/lib/network.ts';
import type { SttProvider, TtsProvider } from '../../../adapters/providers/define.ts';
import type { Settings } from '../../../adapters/providers/settings.ts';
import { VendorFailure } from '../../../application/ports/vendor-failure.ts';
import { assert } from 'chai';
import type { TranscriptionStand } from '../../contracts/speech-to-text.contract.ts';
import type { VoiceStand } from '../../contracts/text-to-speech.contract.ts';
import { sound } from './letter-audio.ts';
import type { VendorServer } from './vendor-server.ts';

type Breakable = Pick<VendorServer, 'cut' | 'refusals' | 'requests' | 'received' | 'url'>;

/** A network of this machine, for the servers of the tests. */
export const anywhere = () => network({ allowPrivate: true });

/** A vendor's transcriber, listening to letters. It breaks down so that the next attempt to reach it fails as well. */
export function transcriptions(provider: SttProvider, server: Breakable, settings: Settings): TranscriptionStand {
  const reached = anywhere();
  return {
    sampleRate: 16_000,
    texts: ['a table for two please, if you have one', 'good evening'],
    open: (listener) => provider.open(settings, { sampleRate: 16_000, language: 'en' }, listener, reached),
    saying: async (text) => sound(text),
    async breakDown() {
      server.refusals.push(503);
      server.cut();
    },
  };
}

/** A vendor's voice. It breaks down when it has been asked. */
export function voices(provider: TtsProvider, server: Breakable, settings: Settings, isHttp: boolean): VoiceStand {
  const reached = anywhere();
  return {
    open: () => provider.open(settings, { sampleRate: 16_000 }, reached),
    async breakDown() {
      if (isHttp) await server.requests(server.received.length + 1);
      server.cut();
    },
  };
}

/** The failure that this comes to. */
export async function failureOf(work: Promise<unknown>): Promise<VendorFailure> {
  const outcome: unknown = await work.then(
    () => null,
    (error: unknown) => error,
  );
  assert.instanceOf(outcome, VendorFailure);
  return outcome;
}
