import { assert } from 'chai';
import { createHash } from 'node:crypto';
import { g722Decoder } from '../../../domain/audio/g722.ts';

/** 50 ms of a loud sweep from 100 Hz, encoded by FFmpeg. It saturates the predictor. */
const SWEEP = [
  '+pswkiOUoKDgoODl5OTj4+Tk4+Tk5OTkZeanqersrW7x8vX3/P3f3FjV05KS0dFR0dHQkNCR0dOV1dWXmtrc3J78+vj0sfCu7/Hu7/Hv8fDw',
  '8PL1dPX4uHm9/trc1dVV09aSlZPX1taX2prZ3Jze+712tvLy8e7y8K1y8/Rw9Pa6efy/295YktfW09XU05rV2Nf8ndu2vfX2snHw7fPz9O74',
  'c/y0+9n9W1uW1ZTRltjTn1nYmnq9/PG1c/Xt8PDx9PJ889u1XNaeVtjQ1tqV2Ne52Z/0+PSzdvCveO769fh5vVyZWtjR19vWlt7b/P25t/rw',
  '73ysc96yXvjdWdvb29iS+9X/u/2z2+/+sfL6ul783dld3JJXnFP217T/e7f29O618vx1vH7X/1WYUdXW3du4+n/ytPGu8rRx/1/519nU19ZT',
  '3tic+rX08fWt7rb3fv/c1VrakM3d2p/4+LTytmyrfrV32d1a19rQ0Nn+2vSz3fCq9LD0etm/VtrW09fb3/z2+a6z96+0c9jd2lrXlA==',
];

/** Random bytes that cover every code of both bands. */
function anyBytes(count: number): Uint8Array {
  let state = 1;
  return Uint8Array.from({ length: count }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state >>> 24;
  });
}

const digest = (pcm: Int16Array): string =>
  createHash('sha256')
    .update(Buffer.from(pcm.buffer, pcm.byteOffset, pcm.byteLength))
    .digest('hex');

/** All samples, decoded in chunks of this length. */
function decoded(bytes: Uint8Array, piece = bytes.length): Int16Array {
  const decode = g722Decoder();
  const samples: number[] = [];
  for (let at = 0; at < bytes.length; at += piece) samples.push(...decode(bytes.subarray(at, at + piece)));
  return Int16Array.from(samples);
}

describe('G.722', () => {
  it('decodes a sweep to the exact samples of FFmpeg', () => {
    const sweep = Buffer.from(SWEEP.join(''), 'base64');
    assert.equal(digest(decoded(sweep)), 'd7d194de80160184c60a3f7dba13a997dc118e0126f39b2d4458c9c44d348f6b');
  });

  it('decodes any bytes in any chunks to the exact samples of FFmpeg', () => {
    const bytes = anyBytes(20_000);
    for (const piece of [20_000, 160, 7, 1])
      assert.equal(digest(decoded(bytes, piece)), 'b2e59b97d34aecd1e3ba3d0c16967078b39cf460c4002f337055cd6e09b82b9d');
  });

  it('keeps the state of decoders separate', () => {
    const bytes = anyBytes(500);
    const [one, other] = [g722Decoder(), g722Decoder()];
    one(anyBytes(77));
    assert.notDeepEqual([...one(bytes)], [...other(bytes)]);
    assert.deepEqual([...g722Decoder()(bytes)], [...decoded(bytes)]);
    assert.lengthOf(g722Decoder()(new Uint8Array(0)), 0);
  });
});
