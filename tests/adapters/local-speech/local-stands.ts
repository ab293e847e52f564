import { fileURLToPath } from 'node:url';
import { writePatchedRecogniser } from '../../../adapters/providers/local/build/recogniser-patch.ts';
import { closeLocalSpeech, crashLocalSpeech } from '../../../adapters/providers/local/engines.ts';
import { concatAudio } from '../../../adapters/providers/_speech/pcm.ts';
import { PATCHED_RECOGNISER } from '../../../adapters/providers/local/patched-recogniser.ts';
import {
  openLocalTranscription,
  type LocalTranscriptionSettings,
} from '../../../adapters/providers/local/transcription.ts';
import { openLocalSynthesiser, type LocalSynthesiserSettings } from '../../../adapters/providers/local/synthesiser.ts';
import type { Transcription } from '../../../application/ports/speech-to-text.ts';
import { Listener, say, type TranscriptionStand } from '../../contracts/speech-to-text.contract.ts';
import { synthesisedChunks, type VoiceStand } from '../../contracts/text-to-speech.contract.ts';
import { atEndOfTest } from '../../support/temporary.ts';
import { halved } from './halved.ts';

const recordings = new Map<string, Promise<Int16Array>>();

/** What a caller with this voice sounds like saying the text, at 16 kHz. */
export function caller(text: string, voice: LocalSynthesiserSettings['voice'] = 'kal16'): Promise<Int16Array> {
  const key = `${voice}: ${text}`;
  const audio = recordings.get(key) ?? synthesised(text, voice);
  recordings.set(key, audio);
  return audio;
}

async function synthesised(text: string, name: LocalSynthesiserSettings['voice']): Promise<Int16Array> {
  const voice = await openLocalSynthesiser({ voice: name, speed: 1 }, { sampleRate: 16_000 });
  const chunks = await synthesisedChunks(voice, text);
  voice.close();
  return concatAudio(chunks);
}

interface LocalStand extends Partial<LocalTranscriptionSettings> {
  readonly texts?: readonly [string, string];
  readonly sampleRate?: 8000 | 16_000;
  readonly voice?: LocalSynthesiserSettings['voice'];
}

/** The local recogniser, listening to a local voice. */
export function localTranscriptions({
  sampleRate = 16_000,
  voice = 'kal16',
  mode = 'phrases',
  phrases = [],
  texts = ['what are your opening hours', 'i want to book a table for two'],
}: LocalStand = {}): TranscriptionStand {
  return {
    sampleRate,
    texts,
    open: (listener) => openLocalTranscription({ mode, phrases }, { sampleRate, language: 'en' }, listener),
    saying: async (text) => {
      const audio = await caller(text, voice);
      return sampleRate === 8000 ? halved(audio) : audio;
    },
    breakDown,
  };
}

/** The local voice. */
export const localVoices = (settings: Partial<LocalSynthesiserSettings> = {}): VoiceStand => ({
  open: () => openLocalSynthesiser({ voice: 'kal16', speed: 1, ...settings }, { sampleRate: 16_000 }),
  breakDown,
});

/** Says a text into an open transcription and answers what was understood. */
export async function transcribeWith(
  stand: TranscriptionStand,
  transcription: Transcription,
  listener: Listener,
  text: string,
): Promise<string> {
  await say(stand, transcription, text);
  const outcome = await listener.next();
  if ('failure' in outcome) throw outcome.failure;
  return outcome.text;
}

/** Says texts to a new transcription, one after the other, and answers what was understood. */
export async function transcribed(stand: TranscriptionStand, texts: readonly string[]): Promise<string[]> {
  const listener = new Listener();
  const transcription = await stand.open(listener);
  const understood: string[] = [];
  for (const text of texts) understood.push(await transcribeWith(stand, transcription, listener, text));
  transcription.close();
  return understood;
}

/** Crashes are counted: later tests are to start with none. */
async function breakDown(): Promise<void> {
  await crashLocalSpeech();
  atEndOfTest(closeLocalSpeech);
}

before(async function () {
  await writePatchedRecogniser(fileURLToPath(PATCHED_RECOGNISER));
});

after(closeLocalSpeech);
