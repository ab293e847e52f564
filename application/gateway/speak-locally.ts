import type { Vendors } from '../ports/providers.ts';
import type { Resampling } from '../ports/resampler.ts';

/** What clients of the speech interface take raw audio for. */
export const SPEECH_RATE = 24_000;

export interface SpeechOrder {
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
  async function* ({ text, voice: name, speed }: SpeechOrder, over: AbortSignal): AsyncGenerator<Int16Array> {
    const voice = await vendors.voice({ provider: 'local', voice: name, speed }, { sampleRate: SPEECH_RATE });
    const converter = resampling.open(voice.sampleRate, SPEECH_RATE);
    try {
      for await (const piece of voice.speak(text, over)) yield converter.process(piece);
    } finally {
      converter.close();
      voice.close();
    }
  };
