import type { Vendors } from '../ports/providers.ts';
import type { Resampling } from '../ports/resampler.ts';

/** Sample rate that clients of the speech API expect of raw audio, in Hz. */
export const SPEECH_RATE = 24_000;

export interface SpeechRequest {
  readonly text: string;
  readonly voice: string;
  /** Speed factor: 2 is twice the normal speed. */
  readonly speed: number;
}

interface SpeechPorts {
  readonly vendors: Vendors;
  readonly resampling: Resampling;
}

/** Synthesises a text with the built-in voice as chunks of 24 kHz audio. Throws a VendorFailure. */
export const speakLocally = ({ vendors, resampling }: SpeechPorts) =>
  async function* ({ text, voice: name, speed }: SpeechRequest, over: AbortSignal): AsyncGenerator<Int16Array> {
    const voice = await vendors.synthesiser({ provider: 'local', voice: name, speed }, { sampleRate: SPEECH_RATE });
    const converter = resampling.open(voice.sampleRate, SPEECH_RATE);
    try {
      for await (const chunk of voice.synthesise(text, over)) yield converter.process(chunk);
    } finally {
      converter.close();
      voice.close();
    }
  };
