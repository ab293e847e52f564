import { openLocalTranscription } from '../../adapters/providers/local/transcription.ts';
import { openLocalSynthesiser } from '../../adapters/providers/local/synthesiser.ts';

const RATE = 16_000;

/** Text as 16 kHz audio, in a voice of the local engine. */
export async function synthesised(name: 'kal16' | 'slt' | 'rms' | 'awb', words: string): Promise<Int16Array> {
  const voice = await openLocalSynthesiser({ voice: name, speed: 1 }, { sampleRate: RATE });
  const samples: number[] = [];
  for await (const chunk of voice.synthesise(words, new AbortController().signal))
    for (const each of chunk) samples.push(each);
  voice.close();
  return Int16Array.from(samples);
}

/** The phrase that the local recogniser finds in the audio. */
export async function recognised(pcm: Int16Array, phrases: readonly string[], sampleRate = RATE): Promise<string> {
  let finish: (text: string) => void = () => undefined;
  const words = new Promise<string>((resolve) => (finish = resolve));
  const transcription = await openLocalTranscription(
    { mode: 'phrases', phrases },
    { sampleRate, language: 'en' },
    { transcript: ({ text, final }) => final && finish(text), failed: ({ message }) => finish(`failed: ${message}`) },
  );
  transcription.startUtterance();
  const samples = sampleRate / 50;
  for (let at = 0; at < pcm.length; at += samples) {
    const frame = new Int16Array(samples);
    frame.set(pcm.subarray(at, at + samples));
    transcription.write(frame);
  }
  transcription.endUtterance();
  const text = await words;
  transcription.close();
  return text;
}

/** One channel of a 16-bit stereo WAV file: 0 the caller, 1 the agent. */
export function channelOf(wav: Uint8Array, channel: 0 | 1): Int16Array {
  const view = new DataView(wav.buffer, wav.byteOffset, wav.byteLength);
  const frames = Math.floor((wav.byteLength - 44) / 4);
  return Int16Array.from({ length: frames }, (_, frame) => view.getInt16(44 + frame * 4 + channel * 2, true));
}

/** The part of the audio that is not silent. */
export function voiced(pcm: Int16Array, from = 0, to = pcm.length): Int16Array {
  const part = pcm.subarray(from, to);
  const first = part.findIndex((sample) => Math.abs(sample) > 300);
  const last = part.findLastIndex((sample) => Math.abs(sample) > 300);
  return part.slice(Math.max(0, first - 1600), last + 1600);
}
