const SAMPLES_PER_LETTER = 160;

/** Speech whose samples are the letters themselves, ten milliseconds of 16 kHz for each. */
export const sound = (text: string): Int16Array =>
  Int16Array.from({ length: text.length * SAMPLES_PER_LETTER }, (_, at) =>
    text.charCodeAt(Math.floor(at / SAMPLES_PER_LETTER)),
  );

/** The letters in such speech, at whatever rate and whatever silence is between them. */
export function lettersIn(bytes: Uint8Array, sampleRate = 16_000): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const letterBytes = sampleRate / 50;
  let text = '';
  for (let at = letterBytes / 2; at + 1 < bytes.length; at += letterBytes) {
    const letter = view.getInt16(at, true);
    if (letter > 0) text += String.fromCharCode(letter);
  }
  return text;
}
