import { availableParallelism } from 'node:os';
import { DictationEngine } from './dictation-engine.ts';
import { requirePatchedRecogniser } from './patched-recogniser.ts';
import { PhraseEngine } from './phrase-engine.ts';
import { VoiceEngine } from './voice-engine.ts';

/** STT and TTS workers of this process. Workers start on demand. */
export interface LocalEngines {
  readonly phrases: PhraseEngine;
  readonly dictation: DictationEngine;
  readonly voices: VoiceEngine;
}

let engines: LocalEngines | null = null;

/** The engines of this process. */
export function localEngines(): LocalEngines {
  const processors = availableParallelism();
  engines ??= {
    phrases: new PhraseEngine(Math.min(8, processors)),
    dictation: new DictationEngine(Math.min(4, processors)),
    voices: new VoiceEngine(Math.min(2, processors)),
  };
  return engines;
}

/** Starts one worker of each type, so that the first call need not wait. */
export async function warmLocalSpeech(): Promise<void> {
  await requirePatchedRecogniser();
  await Promise.all(all(localEngines()).map(({ workers }) => workers.warm()));
}

/** Stops all workers. Open work fails; new work starts them again. */
export async function closeLocalSpeech(): Promise<void> {
  const open = engines;
  engines = null;
  if (open) await Promise.all(all(open).map((engine) => engine.close()));
}

/** Number of running worker threads. */
export const localSpeechWorkers = (): number =>
  all(localEngines()).reduce((sum, { workers }) => sum + workers.workers.length, 0);

/** Crashes all workers and returns how many there were, for fault tests. */
export async function crashLocalSpeech(): Promise<number> {
  const crashed = await Promise.all(all(localEngines()).map(({ workers }) => workers.crash()));
  return crashed.reduce((sum, workers) => sum + workers, 0);
}

const all = ({ phrases, dictation, voices }: LocalEngines) => [phrases, dictation, voices] as const;
