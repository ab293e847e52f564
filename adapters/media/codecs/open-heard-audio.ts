import { g722Decoder } from '../../../domain/audio/g722.ts';
import type { HeardEncoding } from '../protocols/carrier.ts';
import { lineAudio } from '../protocols/line-audio.ts';
import type { HeardAudio } from './heard-audio.ts';

/** Opens a decoder for one caller. Codecs in WebAssembly are loaded with their first call; rejects when that fails. */
export async function openHeardAudio(encoding: HeardEncoding): Promise<HeardAudio> {
  if (encoding === 'opus') return (await import('./opus.ts')).openOpus();
  if (encoding === 'amr-wb') return (await import('./amr-wb.ts')).openAmrWb();
  return ofSamples(encoding === 'g722' ? g722Decoder() : lineAudio[encoding].decode);
}

/** An encoding of samples has no pauses: silence is sent like speech. */
const ofSamples = (decode: HeardAudio['decode']): HeardAudio => ({
  decode,
  isPaused: false,
  pause: () => new Int16Array(0),
  close: () => undefined,
});
