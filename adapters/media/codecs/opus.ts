import { createDecoder } from 'libopus-wasm';
import type { AudioDecoder } from './audio-decoder.ts';

/** Opus decodes to several rates; this is the highest that speech recognition and voice activity use. */
const OPUS_RATE = 16_000;
const FRAME = OPUS_RATE / 50;
/** Six frames of the largest size, which is what a packet of 120 ms can hold: https://www.rfc-editor.org/rfc/rfc6716#section-3.4 */
const PACKET_MAX = 6 * 1_275;
/** An encoder that pauses sends packets of no more bytes than this: https://opus-codec.org/docs/opus_api-1.5/group__opus__encoder.html */
const PAUSE_BYTES = 2;

/**
 * Opus (RFC 6716) by libopus 1.6.1 in WebAssembly, mono at 16 kHz. A packet is the payload of RFC 7587. The package is held
 * at 0.2.0: later versions need Node.js 22 and change nothing about decoding.
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
