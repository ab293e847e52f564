/** Samples per second, and bytes, since each sample is one. */
export const TELEPHONE_RATE = 8_000;
export const FRAME_MS = 20;
export const FRAME_BYTES = (TELEPHONE_RATE * FRAME_MS) / 1000;
/** Silence, as a byte of mu-law. */
export const MULAW_SILENCE = 0xff;
/** A frame of silence as the wire carries it. */
export const SILENT_FRAME = Buffer.alloc(FRAME_BYTES, MULAW_SILENCE).toString('base64');
