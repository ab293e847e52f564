import type { KnownProviders } from '../../../domain/agents/models.ts';
import { DomainError, invalid } from '../../../domain/errors.ts';
import type { Declaration } from '../../../domain/providers/declaration.ts';
import { integer, secret, text } from '../../../domain/providers/fields.ts';

const declared = (kind: Declaration['kind'], provider: string): Declaration => ({
  kind,
  provider,
  name: provider,
  provider_type: 'cloud',
  description: '',
  required: [],
  fields: { api_key: secret(), auth_token: secret(), model: text(), pause_ms: integer() },
});

const declarations = [
  declared('stt', 'test_stt'),
  declared('tts', 'test_tts'),
  declared('llm', 'test_llm'),
  declared('llm', 'openai'),
  declared('llm', 'groq'),
];

/** Providers with one text, one integer and two secrets each. */
export const known: KnownProviders = {
  find: (kind, provider) => declarations.find((each) => each.kind === kind && each.provider === provider) ?? null,
  parseSettings(_kind, provider, settings) {
    const given = Object.entries(settings).filter(([, value]) => value !== null);
    for (const [name, value] of given) {
      if (name !== 'model' && name !== 'pause_ms') throw invalid(`${name} is not a setting of ${provider}`);
      if (name === 'model' && typeof value !== 'string') throw invalid('model must be string');
      if (name === 'pause_ms' && !Number.isInteger(value)) throw invalid('pause_ms must be integer');
    }
    return Object.fromEntries(given);
  },
};

/** Minimal agent configuration. */
export const least = () => ({
  prompts: { greeting_message: 'Hello' },
  language: { primary: 'en' },
  models: {
    stt_config: { provider: 'test_stt' },
    tts_config: { provider: 'test_tts' },
    llm_config: { provider: 'test_llm' },
  },
});

/** Message of an `invalid` error. Any other result fails the test. */
export const refusal = (work: () => unknown): string => reasons(work).join('\n');

/** Reasons of an `invalid` error. */
export function reasons(work: () => unknown): readonly string[] {
  try {
    work();
  } catch (error) {
    if (error instanceof DomainError && error.problem === 'invalid') return error.reasons;
    throw error;
  }
  throw new Error('nothing was refused');
}
