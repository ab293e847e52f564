import { assert } from 'chai';
import { WAV_HEAD_BYTES } from '../../../domain/audio/wav-head.ts';
import { RECORDING_BYTES_BELOW, requirePlayable } from '../../../domain/rehearsal/conversation-recording.ts';
import { recordingDays } from '../../../domain/calls/retention.ts';
import { runOfKey } from '../../../domain/rehearsal/rehearsed-conversation.ts';
import { wavFile } from '../../support/wav-files.ts';

const [CODE, CHANNELS, RATE, FRAME, BITS, DATA] = [20, 22, 24, 32, 34, 40];

/** Why a file is refused. Empty: it is not. */
function refusal(file: Buffer, size = file.length): string {
  try {
    requirePlayable(file.subarray(0, WAV_HEAD_BYTES), size);
    return '';
  } catch (error) {
    return (error as Error).message;
  }
}

/** A file with another chunk before its samples. */
function withChunk(file: Buffer, bytes: number): Buffer {
  const chunk = Buffer.alloc(8 + bytes + (bytes % 2));
  chunk.write('LIST', 0, 'latin1');
  chunk.writeUInt32LE(bytes, 4);
  return Buffer.concat([file.subarray(0, 36), chunk, file.subarray(36)]);
}

describe('a recording of a rehearsal', () => {
  it('is a WAV file of 16-bit PCM, mono or stereo, at 8 to 48 kHz, with whatever chunks before and after', () => {
    for (const file of [
      wavFile(),
      wavFile({ channels: 1, sampleRate: 8_000 }),
      wavFile({ sampleRate: 48_000, seconds: 0.1 }),
      withChunk(wavFile(), 7),
      Buffer.concat([wavFile(), Buffer.from('LIST')]),
    ])
      assert.equal(refusal(file), '');
  });

  it('is refused in another format', () => {
    const formats: Readonly<Record<number, number>>[] = [
      { [CODE]: 7 },
      { [CODE]: 0xfffe },
      { [CHANNELS]: 0 },
      { [CHANNELS]: 6, [FRAME]: 12 },
      { [RATE]: 4_000 },
      { [FRAME]: 2 },
      { [BITS]: 8 },
    ];
    for (const changed of formats)
      assert.match(refusal(wavFile({ changed })), /^The recording must be PCM of 16 bits/, JSON.stringify(changed));
    assert.match(refusal(wavFile({ sampleRate: 96_000, seconds: 0.1 })), /at 8,000 to 48,000 Hz$/);
  });

  it('is refused in another kind of file, and where its samples are not found', () => {
    for (const file of [
      Buffer.alloc(0),
      Buffer.from('RIFF'),
      Buffer.from('ID3 an MP3 file'),
      wavFile().fill('x', 8, 12),
      wavFile().subarray(0, 30),
      wavFile().fill('x', 36, 40),
      withChunk(wavFile(), WAV_HEAD_BYTES),
    ])
      assert.match(refusal(file), /^The recording must be a WAV file/);
  });

  it('is refused where samples are missing', () => {
    assert.match(refusal(wavFile({ seconds: 0 })), /^The recording has no samples/);
    assert.equal(
      refusal(wavFile(), wavFile().length - 1),
      'The recording is cut short: its head announces 64000 bytes of samples, and 63999 have come',
    );
    const endless = wavFile();
    endless.writeUInt32LE(0xffff_ffff, DATA);
    assert.match(refusal(endless), /^The recording is cut short/);
  });

  it('is refused where other bytes follow its samples, beyond those of a title', () => {
    const after = (bytes: number): string => refusal(Buffer.concat([wavFile(), Buffer.alloc(bytes)]));
    assert.equal(after(4_096), '');
    assert.match(after(4_097), /^The recording has more than 4,096 bytes after its samples/);
  });

  it('is smaller than 27 minutes in stereo at 16 kHz take', () => {
    assert.isAbove(RECORDING_BYTES_BELOW, 27 * 60 * 64_000);
  });

  it('is kept as long as recordings of calls are, and no longer than calls', () => {
    const days = (recordings_days: number | null, calls_days: number | null) =>
      recordingDays({ recordings_days, transcripts_days: 1, calls_days });
    assert.deepEqual(
      [days(30, 60), days(90, 60), days(30, null), days(null, 60), days(null, null)],
      [30, 60, 30, 60, null],
    );
  });

  it('has a key that names its run, unlike the objects of calls', () => {
    assert.deepEqual(runOfKey('o1/rehearsals/r/a1.wav'), { org_id: 'o1', run_id: 'r' });
    for (const key of ['o1/c1/recording.wav', 'o1/rehearsals/r', 'o1']) assert.isNull(runOfKey(key));
  });
});
