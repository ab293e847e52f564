import { readFile } from 'node:fs/promises';
import { closeLocalSpeech } from '../../adapters/providers/local/engines.ts';
import { openLocalSynthesiser } from '../../adapters/providers/local/synthesiser.ts';
import { encodeAudio } from '../../adapters/media/protocols/pipecat-frames.ts';
import { readWavFile } from '../../adapters/lib/wav-file.ts';
import { speexResampling } from '../../adapters/resampler/speex.ts';
import { encodeMulaw } from '../../domain/audio/mulaw.ts';
import { FRAME_MS } from './frame-clock.ts';

const BROWSER_RATE = 16_000;
const TELEPHONE_RATE = 8_000;
/** Quieter than any word. */
const SILENCE_LEVEL = 300;
const LONGEST_SECONDS = 60;

/** One utterance of a caller in the form in which its frames are sent. */
export type PreparedUtterance<F> = readonly F[];

/** All that callers say, prepared once, with the frame of silence between. */
export interface PreparedSpeech<F> {
  readonly utterances: readonly PreparedUtterance<F>[];
  readonly silence: F;
}

interface Pcm {
  readonly sampleRate: number;
  readonly samples: Int16Array;
}

/** What callers say: texts for the local voice, or WAV files. */
export interface SpeechSources {
  readonly texts: readonly string[];
  readonly files: readonly string[];
}

/** Frames as the browser socket takes them. */
export const browserSpeech = async (sources: SpeechSources): Promise<PreparedSpeech<Uint8Array>> =>
  prepared(await loaded(sources), BROWSER_RATE, (pcm) => encodeAudio(pcm, BROWSER_RATE));

/** Payloads as carriers send them: mu-law in base64. */
export const carrierSpeech = async (sources: SpeechSources): Promise<PreparedSpeech<string>> =>
  prepared(await loaded(sources), TELEPHONE_RATE, (pcm) => Buffer.from(encodeMulaw(pcm)).toString('base64'));

async function prepared<F>(
  sounds: readonly Pcm[],
  rate: number,
  encode: (pcm: Int16Array) => F,
): Promise<PreparedSpeech<F>> {
  const resampling = await speexResampling();
  const resampled = sounds.map(({ samples, sampleRate }) => {
    const resampler = resampling.open(sampleRate, rate);
    const pcm = resampler.process(samples);
    resampler.close();
    return pcm;
  });
  const length = (rate * FRAME_MS) / 1000;
  return {
    utterances: resampled.map((pcm) => framesOf(audible(pcm), length).map(encode)),
    silence: encode(new Int16Array(length)),
  };
}

async function loaded({ texts, files }: SpeechSources): Promise<Pcm[]> {
  const sounds = files.length > 0 ? await Promise.all(files.map(readSound)) : await synthesised(texts);
  sounds.forEach(({ samples, sampleRate }, place) => {
    const name = files[place] ?? `“${texts[place]}”`;
    if (samples.every((sample) => Math.abs(sample) < SILENCE_LEVEL)) throw new Error(`${name} is silent`);
    if (samples.length > LONGEST_SECONDS * sampleRate)
      throw new Error(`${name} is longer than ${LONGEST_SECONDS} seconds`);
  });
  return sounds;
}

async function readSound(path: string): Promise<Pcm> {
  const wav = readWavFile(await readFile(path), 2);
  if (!wav) throw new Error(`${path} is not a WAV file of 16-bit samples with one or two channels`);
  return wav;
}

async function synthesised(texts: readonly string[]): Promise<Pcm[]> {
  // The threads of the voice alone do not keep a program running.
  const running = setInterval(() => undefined, 1_000);
  const voice = await openLocalSynthesiser({ voice: 'kal16', speed: 1 }, { sampleRate: BROWSER_RATE });
  try {
    const sounds: Pcm[] = [];
    for (const text of texts) {
      const chunks: Int16Array[] = [];
      for await (const chunk of voice.synthesise(text, new AbortController().signal)) chunks.push(chunk);
      sounds.push({ sampleRate: voice.sampleRate, samples: joined(chunks) });
    }
    return sounds;
  } finally {
    voice.close();
    // The load is to have this machine to itself.
    await closeLocalSpeech();
    clearInterval(running);
  }
}

function joined(chunks: readonly Int16Array[]): Int16Array {
  const whole = new Int16Array(chunks.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}

/** From the first to the last audible sample: the latency of an answer counts from the latter. */
function audible(pcm: Int16Array): Int16Array {
  const isLoud = (sample: number): boolean => Math.abs(sample) >= SILENCE_LEVEL;
  return pcm.slice(pcm.findIndex(isLoud), pcm.findLastIndex(isLoud) + 1);
}

/** Frames of which the first is filled up with silence, so that the last one ends with the last sample. */
function framesOf(pcm: Int16Array, length: number): Int16Array[] {
  const count = Math.ceil(pcm.length / length);
  const padded = new Int16Array(count * length);
  padded.set(pcm, padded.length - pcm.length);
  return Array.from({ length: count }, (_, frame) => padded.slice(frame * length, (frame + 1) * length));
}
