import type { LlmProvider, SttProvider, TelephonyProvider, TtsProvider } from './define.ts';
import * as llm from './llm/index.ts';
import * as stt from './stt/index.ts';
import * as telephony from './telephony/index.ts';
import * as tts from './tts/index.ts';

/** The providers of each kind. */
export interface Registered {
  readonly stt: readonly SttProvider[];
  readonly tts: readonly TtsProvider[];
  readonly llm: readonly LlmProvider[];
  readonly telephony: readonly TelephonyProvider[];
}

/** Every vendor of this platform: whatever the indexes export. */
export const registered: Registered = {
  stt: Object.values(stt),
  tts: Object.values(tts),
  llm: Object.values(llm),
  telephony: Object.values(telephony),
};
