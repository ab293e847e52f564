/**
 * Opens a converter of one continuous stream to a higher sample rate, by straight lines between the samples. For
 * recognisers, who do not mind the faint mirror it leaves above the sound.
 */
export function linearUpsampler(from: number, to: number): (pcm: Int16Array) => Int16Array {
  let last = 0;
  // How far behind the last sample the next one lies, in parts of `to` between two of those that came in.
  let part = 0;
  return (pcm) => {
    const made = new Int16Array(Math.max(0, Math.ceil((pcm.length * to - part) / from)));
    let at = 0;
    for (let index = 0; index < made.length; index += 1) {
      const before = at === 0 ? last : (pcm[at - 1] as number);
      made[index] = before + (((pcm[at] as number) - before) * part) / to;
      for (part += from; part >= to; part -= to) at += 1;
    }
    last = pcm.at(-1) ?? last;
    return made;
  };
}
