import type { LlmProvider, SttProvider, TtsProvider } from './define.ts';
import * as llm from './llm/index.ts';
import * as stt from './stt/index.ts';
import * as tts from './tts/index.ts';

/** The providers of each kind. */
export interface Registered {
  readonly stt: readonly SttProvider[];
  readonly tts: readonly TtsProvider[];
  readonly llm: readonly LlmProvider[];
}

/** Every vendor of this platform: whatever the indexes export. */
export const registered: Registered = {
  stt: Object.values(stt),
  tts: Object.values(tts),
  llm: Object.values(llm),
};
