import { readWavHead, type WavHead } from '../audio/wav-head.ts';
import { invalid } from '../errors.ts';

/** Recordings are smaller, in bytes: 27 minutes in stereo at 16 kHz. */
export const RECORDING_BYTES_BELOW = 100 * 1024 * 1024;

/** What may follow the samples, such as a title, in bytes. */
const AFTER_SAMPLES_MAX = 4_096;

const PCM = 1;
const BYTES_PER_SAMPLE = 2;
const CHANNELS_MAX = 2;
/** Sample rates that every browser plays, in Hz. */
const [RATE_MIN, RATE_MAX] = [8_000, 48_000];

/** Throws unless the console can play the recording. `head`: its first bytes. `size`: of the whole, in bytes. */
export function requirePlayable(head: Uint8Array, size: number): void {
  const wav = readWavHead(head);
  if (!wav) throw invalid('The recording must be a WAV file, whose samples begin in its first 4,096 bytes');
  if (!isPlayed(wav))
    throw invalid('The recording must be PCM of 16 bits with one or two channels, at 8,000 to 48,000 Hz');
  const { from, dataBytes, frameBytes } = wav;
  if (dataBytes < frameBytes) throw invalid('The recording has no samples: leave it out');
  if (from + dataBytes > size)
    throw invalid(
      `The recording is cut short: its head announces ${dataBytes} bytes of samples, and ${size - from} have come`,
    );
  if (size - from - dataBytes > AFTER_SAMPLES_MAX)
    throw invalid('The recording has more than 4,096 bytes after its samples: leave them out');
}

const isPlayed = ({ code, channels, sampleRate, bytesPerSecond, frameBytes, bitsPerSample }: WavHead): boolean =>
  code === PCM &&
  bitsPerSample === 8 * BYTES_PER_SAMPLE &&
  channels >= 1 &&
  channels <= CHANNELS_MAX &&
  sampleRate >= RATE_MIN &&
  sampleRate <= RATE_MAX &&
  frameBytes === channels * BYTES_PER_SAMPLE &&
  bytesPerSecond === sampleRate * frameBytes;
