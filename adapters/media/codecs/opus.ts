import { createDecoder } from 'libopus-wasm';
import type { AudioDecoder } from './audio-decoder.ts';

/** Output rate, in Hz: the highest that STT and VAD use. */
const OPUS_RATE = 16_000;
const FRAME = OPUS_RATE / 50;
/**
 * Largest packet, in bytes: six frames of maximum size, which is 120 ms:
 * https://www.rfc-editor.org/rfc/rfc6716#section-3.4
 */
const PACKET_MAX = 6 * 1_275;
/** Largest packet in a pause, in bytes: https://opus-codec.org/docs/opus_api-1.5/group__opus__encoder.html */
const PAUSE_BYTES = 2;

/**
 * Opus (RFC 6716) by libopus 1.6.1 in WebAssembly, mono at 16 kHz. A packet is the payload of RFC 7587. The package is
 * pinned to 0.2.0: later versions need Node.js 22 and do not change decoding.
 */
export async function openOpus(): Promise<AudioDecoder> {
  const decoder = await createDecoder({ sampleRate: OPUS_RATE, channels: 1 });
  let isPaused = false;
  let isOpen = true;
  const decoded = (decode: () => Int16Array): Int16Array => {
    try {
      return isOpen ? decode() : new Int16Array(0);
    } catch {
      return new Int16Array(FRAME);
    }
  };
  return {
    decode(packet) {
      isPaused = packet.length <= PAUSE_BYTES;
      return decoded(() => (packet.length > PACKET_MAX ? new Int16Array(FRAME) : decoder.decode(packet)));
    },
    get isPaused() {
      return isPaused;
    },
    pause: () => decoded(() => decoder.decodePacketLoss(FRAME)),
    close() {
      isOpen = false;
      decoder.free();
    },
  };
}
