import { g722Decoder } from '../../../domain/audio/g722.ts';
import type { InboundEncoding } from '../protocols/carrier.ts';
import { audioCodecs } from '../protocols/codecs.ts';
import type { AudioDecoder } from './audio-decoder.ts';

/** Opens a decoder for one caller. WebAssembly codecs load on first use. Rejects if that fails. */
export async function openAudioDecoder(encoding: InboundEncoding): Promise<AudioDecoder> {
  if (encoding === 'opus') return (await import('./opus.ts')).openOpus();
  if (encoding === 'amr-wb') return (await import('./amr-wb.ts')).openAmrWb();
  return sampleDecoder(encoding === 'g722' ? g722Decoder() : audioCodecs[encoding].decode);
}

/** Sample encodings have no pauses: silence is sent like speech. */
const sampleDecoder = (decode: AudioDecoder['decode']): AudioDecoder => ({
  decode,
  isPaused: false,
  pause: () => new Int16Array(0),
  close: () => undefined,
});
