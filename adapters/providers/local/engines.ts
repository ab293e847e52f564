import { availableParallelism } from 'node:os';
import { DictationEngine } from './dictation-engine.ts';
import { requirePatchedRecogniser } from './patched-recogniser.ts';
import { PhraseEngine } from './phrase-engine.ts';
import { VoiceEngine } from './voice-engine.ts';

/** The worker threads of this process that listen and speak. None runs before it is needed. */
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

/** Starts one worker of each kind, so that the first call need not wait for them. */
export async function warmLocalSpeech(): Promise<void> {
  await requirePatchedRecogniser();
  await Promise.all(all(localEngines()).map(({ workers }) => workers.warm()));
}

/** Stops every worker. What is open fails; whatever is opened afterwards starts them again. */
export async function closeLocalSpeech(): Promise<void> {
  const open = engines;
  engines = null;
  if (open) await Promise.all(all(open).map((engine) => engine.close()));
}

/** How many worker threads are running. */
export const localSpeechWorkers = (): number =>
  all(localEngines()).reduce((sum, { workers }) => sum + workers.workers.length, 0);

/** Ends every worker at once as a crash would, and answers how many there were: for finding out what happens then. */
export async function crashLocalSpeech(): Promise<number> {
  const crashed = await Promise.all(all(localEngines()).map(({ workers }) => workers.crash()));
  return crashed.reduce((sum, workers) => sum + workers, 0);
}

const all = ({ phrases, dictation, voices }: LocalEngines) => [phrases, dictation, voices] as const;
