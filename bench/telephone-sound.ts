import { encodeMulaw } from '../domain/audio/mulaw.ts';

const TELEPHONE_RATE = 8_000;
const FRAME_SAMPLES = TELEPHONE_RATE / 50;

const framed = (pcm: Int16Array): string[] =>
  Array.from({ length: pcm.length / FRAME_SAMPLES }, (_, frame) =>
    Buffer.from(encodeMulaw(pcm.subarray(frame * FRAME_SAMPLES, (frame + 1) * FRAME_SAMPLES))).toString('base64'),
  );

/** Something that voice activity takes for a voice: a buzz with formants, loud and soft by turns. */
function speechLike(n: number, rate: number): number {
  const t = n / rate;
  const buzz = Array.from(
    { length: 20 },
    (_, k) => Math.sin(2 * Math.PI * 120 * (k + 1) * t) / (1 + Math.abs(k - 4)),
  ).reduce((a, b) => a + b, 0);
  return 5_000 * buzz * (0.6 + 0.4 * Math.sin(2 * Math.PI * 4 * t));
}

/** A second of speech, and 20 ms of silence, as carriers write them. */
export const SPEECH: readonly string[] = framed(
  Int16Array.from({ length: TELEPHONE_RATE }, (_, n) => speechLike(n, TELEPHONE_RATE)),
);
export const [SILENCE = ''] = framed(new Int16Array(FRAME_SAMPLES));
