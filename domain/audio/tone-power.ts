/** The mean square of the audio, relative to full scale. */
export function meanSquare(pcm: Int16Array): number {
  let sum = 0;
  for (let at = 0; at < pcm.length; at += 1) sum += (pcm[at]! / 32_768) ** 2;
  return sum / pcm.length;
}

/** The power of one frequency by the Goertzel algorithm, relative to full scale: half of what it adds to the mean square. */
export function powerOf(pcm: Int16Array, hertz: number, sampleRate: number): number {
  const factor = 2 * Math.cos((2 * Math.PI * hertz) / sampleRate);
  let one = 0;
  let two = 0;
  for (let at = 0; at < pcm.length; at += 1) {
    const next = pcm[at]! / 32_768 + factor * one - two;
    two = one;
    one = next;
  }
  return (one * one + two * two - factor * one * two) / pcm.length ** 2;
}
