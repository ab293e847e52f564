import { decoder as openDecoder } from '@audio/decode-amr';
import { amrWbFrames, NO_DATA, isOfPause, type AmrWbFrame } from './amr-wb-payload.ts';
import type { AudioDecoder } from './audio-decoder.ts';

const AMR_WB_RATE = 16_000;
const FRAME = AMR_WB_RATE / 50;
/** The package decodes the file format: https://www.rfc-editor.org/rfc/rfc4867#section-5.1 */
const FILE_HEADER = new TextEncoder().encode('#!AMR-WB\n');

/** AMR-WB (3GPP TS 26.171, ITU-T G.722.2) by opencore-amr 0.1.6 in WebAssembly, 16 kHz. A packet is the payload of RFC 4867. */
export async function openAmrWb(): Promise<AudioDecoder> {
  const decoder = await openDecoder();
  decoder.decode(FILE_HEADER);
  let isPaused = false;
  let isOpen = true;
  const samples = (frames: readonly AmrWbFrame[]): Int16Array => {
    const pcm = new Int16Array(FRAME * frames.length);
    for (const [place, { stored }] of frames.entries()) {
      const [samples32 = new Float32Array(0)] = decoder.decode(stored).channelData;
      for (let at = 0; at < Math.min(FRAME, samples32.length); at += 1)
        pcm[place * FRAME + at] = Math.round((samples32[at] as number) * 32_768);
    }
    return pcm;
  };
  const decoded = (frames: readonly AmrWbFrame[]): Int16Array => {
    try {
      return isOpen ? samples(frames) : new Int16Array(0);
    } catch {
      return new Int16Array(FRAME);
    }
  };
  return {
    decode(payload) {
      const frames = amrWbFrames(payload);
      const last = frames.at(-1);
      isPaused = last !== undefined && isOfPause(last);
      return last === undefined ? new Int16Array(FRAME) : decoded(frames);
    },
    get isPaused() {
      return isPaused;
    },
    pause: () => decoded([NO_DATA]),
    close() {
      isOpen = false;
      decoder.free();
    },
  };
}
