import type { ProviderKind } from './declaration.ts';

/** The provider that is offered first, per kind. Every organisation names its own carrier. */
export const DEFAULT_PROVIDERS: Readonly<Record<ProviderKind, string | null>> = {
  stt: 'deepgram',
  tts: 'elevenlabs',
  llm: 'openai',
  telephony: null,
};
