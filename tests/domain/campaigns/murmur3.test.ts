import { assert } from 'chai';
import { murmur3 } from '../../../domain/campaigns/murmur3.ts';

describe('hash of a text', () => {
  it('is MurmurHash3 for 32 bits, as other implementations have it', () => {
    for (const [text, seed, hash] of [
      ['', 0, 0],
      ['', 1, 0x514e28b7],
      ['', 0xffffffff, 0x81f16f39],
      ['test', 0, 0xba6bd213],
      ['test', 0x9747b28c, 0x704b81dc],
      ['Hello, world!', 0, 0xc0363e43],
      ['Hello, world!', 0x9747b28c, 0x24884cba],
      ['The quick brown fox jumps over the lazy dog', 0, 0x2e4ff723],
      ['The quick brown fox jumps over the lazy dog', 0x9747b28c, 0x2fa826cd],
      ['a', 0x9747b28c, 0x7fa09ea6],
      ['aa', 0x9747b28c, 0x5d211726],
      ['aaa', 0x9747b28c, 0x283e0130],
      ['aaaa', 0x9747b28c, 0x5a97808a],
      ['abc', 0x9747b28c, 0xc84a62dd],
    ] as const)
      assert.equal(murmur3(text, seed), hash, `${text} ${seed}`);
  });
});
