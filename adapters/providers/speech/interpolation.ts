/**
 * Opens a converter of one continuous stream to a higher sample rate, by straight lines between the samples. For
 * recognisers, who do not mind the faint mirror it leaves above the sound.
 */
export function interpolation(from: number, to: number): (pcm: Int16Array) => Int16Array {
  let last = 0;
  // Where the next sample lies, in parts of `to` between the samples that came in.
  let place = 0;
  return (pcm) => {
    const made: number[] = [];
    for (; place < pcm.length * to; place += from) {
      const at = Math.floor(place / to);
      const before = at === 0 ? last : (pcm[at - 1] ?? 0);
      made.push(before + (((pcm[at] ?? 0) - before) * (place % to)) / to);
    }
    place -= pcm.length * to;
    last = pcm.at(-1) ?? last;
    return Int16Array.from(made);
  };
}
