import { speexResampling } from '../../adapters/resampler/speex.ts';
import type { Resampler, Resampling } from '../../application/ports/resampler.ts';
import { resamplingContract } from '../contracts/resampler.contract.ts';
import { bites, keeps } from '../support/contract.ts';

const resamplingBy = (process: (pcm: Int16Array, from: number, to: number) => Int16Array): Resampling => ({
  open: (from, to): Resampler => ({ process: (pcm) => process(pcm, from, to), close: () => undefined }),
});

/** Takes the nearest sample: right in length and pitch, full of aliases. */
const careless = resamplingBy((pcm, from, to) =>
  Int16Array.from({ length: Math.round((pcm.length * to) / from) }, (_, n) => pcm[Math.floor((n * from) / to)] ?? 0),
);
const idle = resamplingBy((pcm) => pcm);
const deaf = resamplingBy(() => new Int16Array(0));

/** One filter for all streams. */
function confused(): Resampling {
  let last = 0;
  return resamplingBy((pcm) => {
    const mixed = pcm.map((sample) => sample + last);
    last = pcm.at(-1) ?? 0;
    return mixed;
  });
}

describe('resampling: speex', () => keeps(resamplingContract, speexResampling));
describe('resampling: the contract', () =>
  bites(
    resamplingContract,
    () => careless,
    () => idle,
    () => deaf,
    confused,
  ));
