import { open, stat, type FileHandle } from 'node:fs/promises';
import { WAV_HEADER_BYTES, wavFrameBytes, wavHeader, type WavFormat } from '../../domain/audio/wav.ts';
import { unlessCode } from '../lib/expected-failures.ts';
import { FILE_MODE, flush } from './files.ts';

/** About 30 s of stereo telephone audio: longer than any working disk stalls. */
const BUFFERED_BYTES_MAX = 2 * 1024 * 1024;
const BLOCK_BYTES = 64 * 1024;
const CHANNELS = 2;
const FRAME_BYTES = wavFrameBytes({ channels: CHANNELS });

/**
 * Writes a recording to disk in order, with bounded memory. Every sample has a fixed place in the file: samples that
 * cannot be written become silence, and the rest stays aligned.
 */
export class RecordingWriter {
  readonly #file: FileHandle;
  readonly #format: WavFormat;
  readonly #lost: (error: unknown) => void;
  readonly #waiting: { at: number; bytes: Uint8Array }[] = [];
  #bufferedBytes = 0;
  #end = WAV_HEADER_BYTES;
  #work: Promise<void> = Promise.resolve();

  /** Creates the file. `lost` receives every later write error. */
  static async create(path: string, sampleRate: number, lost: (error: unknown) => void): Promise<RecordingWriter> {
    const format = { sampleRate, channels: CHANNELS };
    const file = await open(path, 'wx+', FILE_MODE);
    try {
      await writeAll(file, wavHeader({ ...format, dataBytes: 0 }), 0);
      return new RecordingWriter(file, format, lost);
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  private constructor(file: FileHandle, format: WavFormat, lost: (error: unknown) => void) {
    this.#file = file;
    this.#format = format;
    this.#lost = lost;
  }

  write(samples: Int16Array): void {
    const at = this.#end;
    this.#end += samples.byteLength;
    if (this.#bufferedBytes + samples.byteLength > BUFFERED_BYTES_MAX) {
      this.#lost(new Error('The disk takes longer than memory lasts'));
      return;
    }
    this.#bufferedBytes += samples.byteLength;
    // A copy, because the array belongs to the sender. WAV samples are little-endian, as on every processor Node
    // supports.
    this.#waiting.push({ at, bytes: new Uint8Array(samples.slice().buffer) });
    if (this.#waiting.length === 1) this.#work = this.#work.then(() => this.#drain());
  }

  /** The next samples follow after this many silent ones. Nothing is written: a hole of the file reads as zeros. */
  skip(samples: number): void {
    this.#end += samples * FRAME_BYTES;
  }

  /** Silences the left side of these samples, which were written or skipped before. If the disk refuses, all sound so far goes. */
  muteLeft(from: number, to: number): void {
    this.#work = this.#work
      .then(() => this.#muteLeft(placeOf(from), placeOf(to)))
      .catch(async (error: unknown) => {
        this.#lost(error);
        await this.#file.truncate(WAV_HEADER_BYTES).catch(this.#lost);
      });
  }

  /** Flushes the file and writes the final header. Never rejects. */
  async finish(): Promise<void> {
    await this.#work;
    try {
      const { size } = await this.#file.stat();
      await writeAll(this.#file, wavHeader({ ...this.#format, dataBytes: wholeFrames(size) }), 0);
      await flush(this.#file);
    } catch (error) {
      this.#lost(error);
    }
    await this.#file.close().catch(this.#lost);
  }

  async #muteLeft(start: number, end: number): Promise<void> {
    for (let at = start; at < end; at += BLOCK_BYTES) {
      const block = Buffer.alloc(Math.min(BLOCK_BYTES, end - at));
      const { bytesRead } = await this.#file.read(block, 0, block.length, at);
      for (let left = 0; left < bytesRead; left += FRAME_BYTES) block.fill(0, left, left + FRAME_BYTES / CHANNELS);
      await writeAll(this.#file, block.subarray(0, bytesRead), at);
    }
  }

  async #drain(): Promise<void> {
    for (let next = this.#waiting[0]; next; next = this.#waiting[0]) {
      await writeAll(this.#file, next.bytes, next.at).catch(this.#lost);
      this.#waiting.shift();
      this.#bufferedBytes -= next.bytes.length;
    }
  }
}

/**
 * Reads a recording as a complete WAV file. Null when it has no audio. Takes the length from the file, because the
 * header is written only at the end.
 */
export async function readRecording(
  path: string,
  sampleRate: number,
): Promise<{ size: number; bytes: AsyncIterable<Uint8Array> } | null> {
  const found = await stat(path).catch(unlessCode('ENOENT'));
  const dataBytes = wholeFrames(found?.size ?? 0);
  if (dataBytes === 0) return null;
  const header = wavHeader({ sampleRate, channels: CHANNELS, dataBytes });
  return { size: WAV_HEADER_BYTES + dataBytes, bytes: wav(path, header, dataBytes) };
}

async function* wav(path: string, header: Uint8Array, dataBytes: number): AsyncGenerator<Uint8Array> {
  const file = await open(path);
  try {
    yield header;
    const end = WAV_HEADER_BYTES + dataBytes;
    for (let at = WAV_HEADER_BYTES; at < end;) {
      const block = Buffer.allocUnsafe(Math.min(BLOCK_BYTES, end - at));
      const { bytesRead } = await file.read(block, 0, block.length, at);
      if (bytesRead === 0) throw new Error('The recording ended before it was read');
      yield block.subarray(0, bytesRead);
      at += bytesRead;
    }
  } finally {
    await file.close();
  }
}

/** Where a sample of both sides is in the file. */
const placeOf = (sample: number): number => WAV_HEADER_BYTES + sample * FRAME_BYTES;

const wholeFrames = (fileSize: number): number => {
  const bytes = Math.max(0, fileSize - WAV_HEADER_BYTES);
  return bytes - (bytes % FRAME_BYTES);
};

async function writeAll(file: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
  for (let done = 0; done < bytes.length;) {
    const { bytesWritten } = await file.write(bytes, done, bytes.length - done, position + done);
    done += bytesWritten;
  }
}
