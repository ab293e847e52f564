import { assert } from 'chai';
import { decodeAlaw, encodeAlaw } from '../../../domain/audio/alaw.ts';
import { decodeMulaw, encodeMulaw } from '../../../domain/audio/mulaw.ts';

const EVERY_SAMPLE = Int16Array.from({ length: 65_536 }, (_, index) => index - 32_768);
const EVERY_CODE = Uint8Array.from({ length: 256 }, (_, code) => code);

/** The reference of the ITU-T Software Tool Library (G.191), written out: how it compresses and expands. */
const REFERENCE = {
  mulaw: {
    compress(sample: number): number {
      const magnitude = Math.min((sample < 0 ? ~sample >> 2 : sample >> 2) + 33, 0x1fff);
      let segment = 1;
      for (let rest = magnitude >> 6; rest !== 0; rest >>= 1) segment += 1;
      const high = 8 - segment;
      const low = 0x0f - ((magnitude >> segment) & 0x0f);
      return (high << 4) | low | (sample >= 0 ? 0x80 : 0);
    },
    expand(code: number): number {
      const exponent = (~code >> 4) & 7;
      const step = 4 << (exponent + 1);
      const magnitude = (0x80 << exponent) + step * (~code & 0x0f) + step / 2 - 4 * 33;
      return code < 0x80 ? -magnitude : magnitude;
    },
  },
  alaw: {
    compress(sample: number): number {
      let code = sample < 0 ? ~sample >> 4 : sample >> 4;
      if (code > 15) {
        let exponent = 1;
        for (; code > 31; code >>= 1) exponent += 1;
        code = code - 16 + (exponent << 4);
      }
      return (sample >= 0 ? code | 0x80 : code) ^ 0x55;
    },
    expand(code: number): number {
      const exponent = ((code ^ 0x55) & 0x7f) >> 4;
      let magnitude = (((code ^ 0x55) & 0x0f) + (exponent > 0 ? 16 : 0)) * 16 + 8;
      if (exponent > 1) magnitude <<= exponent - 1;
      return code > 127 ? magnitude : -magnitude;
    },
  },
} as const;

const LAWS = [
  { name: 'mulaw', encode: encodeMulaw, decode: decodeMulaw, reference: REFERENCE.mulaw },
  { name: 'alaw', encode: encodeAlaw, decode: decodeAlaw, reference: REFERENCE.alaw },
] as const;

for (const { name, encode, decode, reference } of LAWS)
  describe(`G.711 ${name}`, () => {
    it('encodes every sample as the reference does', () => {
      assert.deepEqual(
        encode(EVERY_SAMPLE),
        Uint8Array.from(EVERY_SAMPLE, (sample) => reference.compress(sample)),
      );
    });

    it('decodes every code as the reference does', () => {
      assert.deepEqual(
        decode(EVERY_CODE),
        Int16Array.from(EVERY_CODE, (code) => reference.expand(code)),
      );
    });

    it('round-trips every code but the second zero', () => {
      const again = encode(decode(EVERY_CODE));
      const changed = [...EVERY_CODE].filter((code) => again[code] !== code);
      assert.deepEqual(changed, name === 'mulaw' ? [0x7f] : []);
    });
  });

describe('G.711', () => {
  it('has the well-known values', () => {
    assert.deepEqual([...decodeMulaw(Uint8Array.of(0x00, 0x80, 0xff, 0x7f, 0xf0))], [-32_124, 32_124, 0, 0, 120]);
    assert.deepEqual([...encodeMulaw(Int16Array.of(0, -1, 32_767, -32_768, 1_000))], [0xff, 0x7f, 0x80, 0x00, 0xce]);
    assert.deepEqual([...decodeAlaw(Uint8Array.of(0xd5, 0x55, 0xaa, 0x2a))], [8, -8, 32_256, -32_256]);
    assert.deepEqual([...encodeAlaw(Int16Array.of(0, -1, 32_767, -32_768, 1_000))], [0xd5, 0x55, 0xaa, 0x2a, 0xfa]);
  });

  it('accepts empty input', () => {
    for (const { encode, decode } of LAWS)
      assert.deepEqual(
        [encode(new Int16Array()), decode(new Uint8Array())].map(({ length }) => length),
        [0, 0],
      );
  });
});
