import { Deferred } from '../application/deferred.ts';
import { openLocalSynthesiser } from '../adapters/providers/local/synthesiser.ts';
import type { LlmProvider, SttProvider, TtsProvider } from '../adapters/providers/define.ts';
import { network } from '../adapters/lib/network.ts';
import type { Settings } from '../adapters/providers/settings.ts';
import type { Transcription } from '../application/ports/speech-to-text.ts';

const SENTENCE = 'Good morning, what are your opening hours?';
const RATE = 16_000;
const FRAME_MS = 20;
const FRAME = (RATE * FRAME_MS) / 1_000;
const SILENCE_MS = 400;

/** What came of a round trip, and how long each part of it took. */
export type RoundTrip = Readonly<Record<string, string>>;

const world = network({ allowPrivate: true });
const ms = (since: number): string => `${Math.round(performance.now() - since)} ms`;
/** A vendor that takes longer does not answer. */
const soon = (): AbortSignal => AbortSignal.timeout(60_000);
const wait = (time: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, time));

/** Lets a vendor say a sentence. */
export async function synthesisBy(provider: TtsProvider, settings: Settings): Promise<RoundTrip> {
  const began = performance.now();
  const voice = await provider.open(settings, { sampleRate: RATE }, world);
  const opened = ms(began);
  const startedAt = performance.now();
  let first = 'never';
  let samples = 0;
  for await (const piece of voice.synthesise(SENTENCE, soon())) {
    if (samples === 0) first = ms(startedAt);
    samples += piece.length;
  }
  voice.close();
  return { opened, first, whole: ms(startedAt), audio: `${(samples / voice.sampleRate).toFixed(1)} s` };
}

/** Lets a vendor hear a sentence of the voice on this machine, as fast as people speak. */
export async function transcriptionBy(provider: SttProvider, settings: Settings): Promise<RoundTrip> {
  const words = await sentence();
  const final = new Deferred<string>();
  const began = performance.now();
  let first = 'none on the way';
  const line = await provider.open(
    settings,
    { sampleRate: RATE, language: 'en' },
    {
      transcript(result) {
        if (result.final) final.resolve(result.text);
        else if (first.startsWith('none')) first = ms(began);
      },
      failed: (failure) => final.reject(failure),
    },
    world,
  );
  const opened = ms(began);
  line.startUtterance();
  await hand(line, words);
  line.endUtterance();
  const finished = performance.now();
  const text = await final.promise;
  line.close();
  return { opened, first, final: ms(finished), heard: `“${text}”` };
}

/** Lets a vendor answer a sentence. */
export async function answeredBy(provider: LlmProvider, settings: Settings): Promise<RoundTrip> {
  const model = await provider.open(settings, world);
  const messages = [
    { role: 'system', content: 'You answer calls of a shop, in one short sentence.' },
    { role: 'user', content: SENTENCE },
  ] as const;
  const startedAt = performance.now();
  let first = 'never';
  let text = '';
  for await (const thought of model.generate({ messages, tools: [] }, soon())) {
    if (thought.type !== 'text') continue;
    if (text === '') first = ms(startedAt);
    text += thought.text;
  }
  model.close();
  return { first, whole: ms(startedAt), answer: `“${text.trim()}”` };
}

async function sentence(): Promise<Int16Array> {
  const voice = await openLocalSynthesiser({ voice: 'slt', speed: 1 }, { sampleRate: RATE });
  const samples: number[] = [];
  for await (const piece of voice.synthesise(SENTENCE, soon())) samples.push(...piece);
  voice.close();
  return Int16Array.from([...samples, ...new Array<number>((RATE * SILENCE_MS) / 1_000).fill(0)]);
}

async function hand(line: Transcription, words: Int16Array): Promise<void> {
  const began = performance.now();
  for (let frame = 0; frame * FRAME < words.length; frame += 1) {
    line.write(words.slice(frame * FRAME, (frame + 1) * FRAME));
    await wait(Math.max(0, began + (frame + 1) * FRAME_MS - performance.now()));
  }
}
