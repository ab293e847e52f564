import type { SttProvider, TtsProvider } from '../../../adapters/providers/define.ts';
import type { Settings } from '../../../adapters/providers/settings.ts';
import type { SttVendor } from '../../contracts/stt-vendor.contract.ts';
import type { TtsVendor } from '../../contracts/tts-vendor.contract.ts';
import { anywhere, transcriptions, voices } from '../providers/vendor-stands.ts';
import type { SttServer } from './stt-server.ts';
import { samplesIn, type SpeakingServer } from './tts-server.ts';

/** A key that can be told from everything else. */
export const KEY = 'sk-0123456789abcdef';

/** A vendor who listens over a socket. */
export function sttVendor<S extends SttServer>(
  provider: SttProvider,
  server: S,
  more: Settings = {},
  faults: SttVendor['faults'] = [],
) {
  const settings = { api_key: KEY, base_url: server.url, ...more };
  const reached = anywhere();
  return {
    ...transcriptions(provider, server, settings),
    key: KEY,
    faults,
    open: (listener, options = { sampleRate: 16_000, language: 'en' }) =>
      provider.open(settings, options, listener, reached),
    server: Object.assign(server, { receivedAudio: () => Buffer.concat(server.connections.map(({ audio }) => audio)) }),
  } satisfies SttVendor;
}

/** A TTS vendor over a socket. */
export function speaking<S extends SpeakingServer>(provider: TtsProvider, server: S, more: Settings = {}) {
  const settings = { api_key: KEY, base_url: server.url, ...more };
  const reached = anywhere();
  return {
    ...voices(provider, server, settings, false),
    key: KEY,
    open: (sampleRate = 16_000) => provider.open(settings, { sampleRate }, reached),
    server,
    samplesIn,
  } satisfies TtsVendor;
}

/** Why a vendor needs no fault messages. */
export const TELLS_NO_FAULTS = {
  'fails on a fault message in mid-utterance, without retry if the fault is permanent':
    'the vendor documents no message for it: it closes the connection',
};

export const queryOf = (url: URL | undefined): Record<string, string> => Object.fromEntries(url?.searchParams ?? []);
