import { assert } from 'chai';
import { mulawWavHeader, WAV_HEADER_BYTES, wavFrameBytes, wavHeader } from '../../../domain/audio/wav.ts';

const header = (dataBytes: number): Buffer => Buffer.from(wavHeader({ sampleRate: 16_000, channels: 2, dataBytes }));

describe('WAV header', () => {
  it('has the standard 44 bytes', () => {
    const expected =
      '52494646' +
      'a4000000' +
      '57415645' + // RIFF, 164 bytes follow, WAVE
      '666d7420' +
      '10000000' +
      '0100' +
      '0200' +
      '803e0000' +
      '00fa0000' +
      '0400' +
      '1000' + // PCM, stereo, 16 kHz, 64,000 bytes/s
      '64617461' +
      '80000000'; // data, 128 bytes
    assert.equal(header(128).toString('hex'), expected);
    assert.equal(header(0).length, WAV_HEADER_BYTES);
  });

  it('computes the bytes per sample of all channels', () => {
    assert.equal(wavFrameBytes({ channels: 1 }), 2);
    assert.equal(wavFrameBytes({ channels: 2 }), 4);
    const mono = Buffer.from(wavHeader({ sampleRate: 8000, channels: 1, dataBytes: 0 }));
    assert.deepEqual([mono.readUInt16LE(22), mono.readUInt32LE(28), mono.readUInt16LE(32)], [1, 16_000, 2]);
  });

  it('distinguishes µ-law from samples', () => {
    const phone = Buffer.from(mulawWavHeader(8_000));
    assert.deepEqual(
      [20, 22, 32, 34].map((at) => phone.readUInt16LE(at)),
      [7, 1, 1, 8],
    );
    assert.deepEqual([phone.readUInt32LE(24), phone.readUInt32LE(28)], [8_000, 8_000]);
    assert.equal(phone.subarray(36, 40).toString(), 'data');
  });

  it('clamps sizes above 32 bits', () => {
    const [fits, tooLong] = [0xffff_ffff - 36, 5 * 2 ** 30];
    assert.deepEqual([header(fits).readUInt32LE(4), header(fits).readUInt32LE(40)], [0xffff_ffff, fits]);
    assert.deepEqual([header(tooLong).readUInt32LE(4), header(tooLong).readUInt32LE(40)], [0xffff_ffff, 0xffff_ffff]);
  });
});
