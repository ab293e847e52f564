import { utterancesOf } from '../../domain/audio/utterances.ts';
import type { Vendors } from '../ports/providers.ts';
import type { Resampling } from '../ports/resampler.ts';
import type { Transcription } from '../ports/speech-to-text.ts';
import type { VoiceActivity } from '../ports/voice-activity.ts';

const TELEPHONE_RATE = 8_000;
const WIDE_RATE = 16_000;
const FRAME_MS = 20;

export interface Recording {
  readonly pcm: Int16Array;
  readonly sampleRate: number;
  readonly language: string;
  /** Expected phrases; any English when empty. */
  readonly phrases: readonly string[];
}

interface TranscribePorts {
  readonly vendors: Vendors;
  readonly resampling: Resampling;
  readonly voiceActivity: VoiceActivity;
}

/** Transcribes a recording with the built-in recogniser. Throws a VendorFailure. */
export const transcribeLocally =
  (ports: TranscribePorts) =>
  async (recording: Recording, over: AbortSignal): Promise<string> => {
    const { pcm, sampleRate } = atRecogniserRate(ports.resampling, recording);
    const { phrases, language } = recording;
    const collector = new UtteranceCollector();
    const transcription = await ports.vendors.transcription(
      { provider: 'local', ...(phrases.length > 0 && { mode: 'phrases', phrases }), language },
      { sampleRate, language },
      collector,
    );
    const leave = (): void => collector.failed(new Error('The request was cancelled'));
    over.addEventListener('abort', leave, { once: true });
    const detector = ports.voiceActivity.open(sampleRate);
    try {
      const frame = (sampleRate * FRAME_MS) / 1000;
      const texts: string[] = [];
      for (const utterance of utterancesOf(pcm, frame, (frameSamples) => detector.isSpeech(frameSamples)))
        texts.push(await collector.of(transcription, utterance, frame));
      return texts.filter((text) => text !== '').join(' ');
    } finally {
      over.removeEventListener('abort', leave);
      detector.close();
      transcription.close();
    }
  };

/** Resamples the recording to a rate the recogniser supports. */
function atRecogniserRate(
  resampling: Resampling,
  { pcm, sampleRate }: Recording,
): Pick<Recording, 'pcm' | 'sampleRate'> {
  if (sampleRate === TELEPHONE_RATE) return { pcm, sampleRate };
  const converter = resampling.open(sampleRate, WIDE_RATE);
  const converted = converter.process(pcm);
  converter.close();
  return { pcm: converted, sampleRate: WIDE_RATE };
}

/** Collects the transcripts of utterances, one after the other. */
class UtteranceCollector {
  #pending: { resolve: (text: string) => void; reject: (failure: Error) => void } | null = null;
  #failure: Error | null = null;

  /** Transcribes one utterance. */
  of(transcription: Transcription, utterance: Int16Array, frame: number): Promise<string> {
    if (this.#failure) return Promise.reject(this.#failure);
    const transcribed = new Promise<string>((resolve, reject) => (this.#pending = { resolve, reject }));
    transcription.startUtterance();
    for (let at = 0; at < utterance.length; at += frame) transcription.write(utterance.subarray(at, at + frame));
    transcription.endUtterance();
    return transcribed;
  }

  transcript({ text, final }: { readonly text: string; readonly final: boolean }): void {
    if (final) this.#pending?.resolve(text);
  }

  failed(failure: Error): void {
    this.#failure = failure;
    this.#pending?.reject(failure);
  }
}
