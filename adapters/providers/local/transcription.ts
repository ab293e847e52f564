import type {
  Transcription,
  TranscriptionListener,
  TranscriptionOptions,
} from '../../../application/ports/speech-to-text.ts';
import { VendorFailure } from '../../../application/ports/vendor-failure.ts';
import { Dictation } from './dictation.ts';
import { combineRecognisers } from './combined-recogniser.ts';
import { localEngines } from './engines.ts';
import { OrderedTranscription } from './ordered-transcription.ts';
import { wholePhrases } from './phrases.ts';
import type { Recogniser } from './recogniser.ts';
import { requirePatchedRecogniser } from './patched-recogniser.ts';
import { upsample8kTo16k } from './upsampler.ts';

export interface LocalTranscriptionSettings {
  readonly mode: LocalTranscriptionMode;
  /** What callers may say. The default phrases when empty. */
  readonly phrases: readonly string[];
}

/** Phrases only, any English, or both: phrases exactly and other speech roughly. */
export type LocalTranscriptionMode = 'auto' | 'phrases' | 'open';

/** Phrases are recognised as complete sooner than free sentences, in mode `auto` as well. */
const ENDPOINTING_MS = { phrases: 360, auto: 620, open: 820 } as const;
const ENGLISH = /^(en|multi)\b/i;

/**
 * Opens STT on this machine. Takes English at 8 or 16 kHz. At 8 kHz `auto` recognises phrases only, because telephone
 * audio does not separate them from other speech.
 */
export async function openLocalTranscription(
  settings: LocalTranscriptionSettings,
  options: TranscriptionOptions,
  listener: TranscriptionListener,
): Promise<Transcription> {
  const { sampleRate, language } = options;
  if (sampleRate !== 8000 && sampleRate !== 16_000)
    throw new VendorFailure(`The local recogniser takes 8 or 16 kHz, not ${sampleRate} Hz`, { retryable: false });
  if (!ENGLISH.test(language))
    throw new VendorFailure(`The local recogniser understands English only, not ${language}`, { retryable: false });
  await requirePatchedRecogniser();
  const mode = settings.mode === 'auto' && sampleRate === 8000 ? 'phrases' : settings.mode;
  const recogniser = await openRecogniser(mode, wholePhrases(settings.phrases));
  return new OrderedTranscription(recogniser, listener, {
    endpointingMs: ENDPOINTING_MS[mode],
    completeMs: ENDPOINTING_MS.phrases,
    convert: sampleRate === 8000 ? upsample8kTo16k() : (pcm) => pcm.slice(),
  });
}

async function openRecogniser(mode: LocalTranscriptionMode, phrases: readonly string[]): Promise<Recogniser> {
  const engines = localEngines();
  if (mode === 'phrases') return engines.phrases.open(phrases);
  const dictation = new Dictation(engines.dictation);
  const loaded = engines.dictation.workers.warm();
  if (mode === 'open') return loaded.then(() => dictation);
  const [listening] = await Promise.all([engines.phrases.open(phrases), loaded]);
  return combineRecognisers(listening, dictation, phrases);
}
