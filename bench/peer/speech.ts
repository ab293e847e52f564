import { closeLocalSpeech } from '../../adapters/providers/local/engines.ts';
import { openLocalSynthesiser } from '../../adapters/providers/local/synthesiser.ts';
import { speexResampling } from '../../adapters/resampler/speex.ts';
import { encodeMulaw } from '../../domain/audio/mulaw.ts';
import { SPEECH_MS } from './script.ts';

const RATE = 8_000;
const FRAME = RATE / 50;
const TEXT =
  'I would like to know your opening hours on sunday morning, and whether we may bring our dog along to the table outside.';
/** From here on, both sides' voice activity detection hears speech until the end. In milliseconds. */
const FROM_MS = 400;
const LOUDER = 2;

/** Two seconds of a sentence without a pause, as 20 ms of µ-law, base64. */
export async function speechFrames(): Promise<string[]> {
  const voice = await openLocalSynthesiser({ voice: 'slt', speed: 1 }, { sampleRate: RATE });
  const resampler = (await speexResampling()).open(voice.sampleRate, RATE);
  const samples: number[] = [];
  for await (const pcm of voice.synthesise(TEXT, new AbortController().signal)) samples.push(...resampler.process(pcm));
  voice.close();
  resampler.close();
  await closeLocalSpeech();
  const sentence = Int16Array.from(samples.slice((FROM_MS * RATE) / 1_000), (sample) =>
    Math.max(-32_000, Math.min(32_000, LOUDER * sample)),
  );
  return Array.from({ length: SPEECH_MS / 20 }, (_, frame) =>
    Buffer.from(encodeMulaw(sentence.subarray(frame * FRAME, (frame + 1) * FRAME))).toString('base64'),
  );
}
