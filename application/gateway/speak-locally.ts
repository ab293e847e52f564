import type { Vendors } from '../ports/providers.ts';
import type { Resampling } from '../ports/resampler.ts';

/** What clients of the speech interface take raw audio for. */
export const SPEECH_RATE = 24_000;

export interface SpeechRequest {
  readonly text: string;
  readonly voice: string;
  /** Twice as fast as usual is 2. */
  readonly speed: number;
}

interface SpeechPorts {
  readonly vendors: Vendors;
  readonly resampling: Resampling;
}

/** Speaks a text by the built-in voice, in pieces of 24 kHz audio. Throws a VendorFailure when it cannot. */
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
