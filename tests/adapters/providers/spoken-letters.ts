const SAMPLES_PER_LETTER = 160;

/** Speech whose samples are the letters themselves, ten milliseconds of 16 kHz for each. */
export const sound = (text: string): Int16Array =>
  Int16Array.from({ length: text.length * SAMPLES_PER_LETTER }, (_, at) =>
    text.charCodeAt(Math.floor(at / SAMPLES_PER_LETTER)),
  );

/** The letters in such speech, whatever silence is between them. */
export function lettersIn(bytes: Uint8Array): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let text = '';
  for (let at = 0; at + 1 < bytes.length; at += 2 * SAMPLES_PER_LETTER) {
    const letter = view.getInt16(at, true);
    if (letter > 0) text += String.fromCharCode(letter);
  }
  return text;
}
