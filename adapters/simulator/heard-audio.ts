import type { Vendors } from '../../application/ports/providers.ts';
import { decodeMulaw } from '../../domain/audio/mulaw.ts';
import { wavHeader } from '../../domain/audio/wav.ts';
import { rejectAfter } from '../lib/timeout.ts';
import type { HeardPiece } from './playback.ts';
import { FRAME_BYTES, TELEPHONE_RATE } from './pcmu.ts';

const LOUD = 300;
/** Frames of silence that end an utterance: 600 ms. */
const PAUSE_FRAMES = 30;
/** Timeout of one transcription, after which the utterance is skipped. In milliseconds. */
const TIMEOUT_MS = 20_000;

/** The received audio as samples, with silence in the gaps. */
export function soundOf(heard: readonly HeardPiece[]): Int16Array {
  const placed = heard.map(({ atMs, bytes }) => ({ at: Math.round((atMs * TELEPHONE_RATE) / 1000), bytes }));
  const length = placed.reduce((end, { at, bytes }) => Math.max(end, at + bytes.length), 0);
  const sound = new Int16Array(length);
  for (const { at, bytes } of placed) sound.set(decodeMulaw(bytes), at);
  return sound;
}

/** The sound as a WAV file. */
export function wavOf(sound: Int16Array): Uint8Array {
  const bytes = Buffer.from(sound.buffer, sound.byteOffset, sound.byteLength);
  return Buffer.concat([wavHeader({ sampleRate: TELEPHONE_RATE, channels: 1, dataBytes: bytes.length }), bytes]);
}

/** Transcribes the audio with the local recogniser: only these phrases when given, else any English. */
export async function wordsOf(
  sound: Int16Array,
  vendors: Pick<Vendors, 'transcription'>,
  phrases: readonly string[],
): Promise<string> {
  const results: string[] = [];
  let report: () => void = () => undefined;
  const settings = phrases.length > 0 ? { mode: 'phrases', phrases } : { mode: 'open' };
  const transcription = await vendors.transcription(
    { provider: 'local', ...settings },
    { sampleRate: TELEPHONE_RATE, language: 'en' },
    {
      transcript({ text, final }) {
        if (!final) return;
        results.push(text);
        report();
      },
      failed: () => report(),
    },
  );
  try {
    for (const utterance of utterancesOf(sound)) {
      transcription.startUtterance();
      for (const frame of utterance) transcription.write(frame);
      const transcribed = new Promise<void>((resolve) => (report = resolve));
      transcription.endUtterance();
      await rejectAfter(TIMEOUT_MS, transcribed).catch(() => undefined);
    }
  } finally {
    transcription.close();
  }
  return results.filter((text) => text !== '').join(' ');
}

/** Splits the audio into utterances, as frames. */
function utterancesOf(sound: Int16Array): Int16Array[][] {
  const utterances: Int16Array[][] = [];
  let current: Int16Array[] = [];
  let quiet = PAUSE_FRAMES;
  for (let at = 0; at < sound.length; at += FRAME_BYTES) {
    const frame = new Int16Array(FRAME_BYTES);
    frame.set(sound.subarray(at, at + FRAME_BYTES));
    quiet = frame.some((sample) => Math.abs(sample) > LOUD) ? 0 : quiet + 1;
    if (quiet < PAUSE_FRAMES) current.push(frame);
    else if (current.length > 0) {
      utterances.push(current);
      current = [];
    }
  }
  return current.length > 0 ? [...utterances, current] : utterances;
}
