import { llmProvider, sttProvider } from '../../adapters/providers/define.ts';
import { registered } from '../../adapters/providers/registered-providers.ts';
import { providerRegistry } from '../../adapters/providers/registry.ts';
import type { ProviderRegistry } from '../../application/ports/providers.ts';
import { choice, number, secret } from '../../domain/providers/fields.ts';

const unopened = (): Promise<never> => Promise.reject(new Error('This provider is only declared'));

/** A cloud transcriber of two models that differ in their languages. */
const sttVendor = sttProvider({
  provider: 'test_stt',
  name: 'Test STT',
  provider_type: 'cloud',
  description: 'Transcribes.',
  required: ['api_key', 'model'],
  fields: { api_key: secret(), model: choice(['wide', 'narrow'], { default: 'wide' }) },
  capabilities: { wide: { languages: { en: 'en', hi: 'hi-IN' } }, narrow: { languages: { hi: 'hi' } } },
  open: unopened,
});

/** A cloud language model with a secret. */
const llmVendor = llmProvider({
  provider: 'test_llm',
  name: 'Test LLM',
  provider_type: 'cloud',
  description: 'Generates.',
  required: ['api_key'],
  fields: { api_key: secret(), temperature: number({ default: 1, minimum: 0, maximum: 2 }) },
  open: unopened,
});

/** The registered providers, and two cloud providers for tests. */
export const testProviders = (): ProviderRegistry =>
  providerRegistry({ ...registered, stt: [...registered.stt, sttVendor], llm: [...registered.llm, llmVendor] });

/** A valid configuration for these providers. */
export const testConfig = (): Record<string, unknown> => ({
  prompts: { system_prompt: 'You are a receptionist.', greeting_message: ' Hello! ' },
  language: { primary: 'en' },
  models: {
    stt_config: { provider: 'local' },
    tts_config: { provider: 'local', voice: null },
    llm_config: { provider: 'test_llm', temperature: 0.5 },
  },
});
