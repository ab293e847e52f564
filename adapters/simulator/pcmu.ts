/** Samples per second, of one byte each. */
export const TELEPHONE_RATE = 8_000;
export const FRAME_MS = 20;
export const FRAME_BYTES = (TELEPHONE_RATE * FRAME_MS) / 1000;
/** A mu-law sample of silence. */
export const MULAW_SILENCE = 0xff;
/** A silent frame in the wire encoding. */
export const SILENT_FRAME = Buffer.alloc(FRAME_BYTES, MULAW_SILENCE).toString('base64');
