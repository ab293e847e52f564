/** Creates a streaming upsampler with linear interpolation. For STT only: it leaves a faint mirror image above the signal. */
export function linearUpsampler(from: number, to: number): (pcm: Int16Array) => Int16Array {
  let last = 0;
  // Position between the previous and the next input sample, in units of 1/`to`.
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
