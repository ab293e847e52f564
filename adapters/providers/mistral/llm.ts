import { createHash } from 'node:crypto';
import { choice } from '../../../domain/providers/fields.ts';
import { llmProvider } from '../define.ts';
import { openAiChat } from '../_openai/chat.ts';
import { chatFields, chatWire, checkBaseUrl } from '../_openai/chat-vendor.ts';

/** Mistral's own models. Mistral refuses unknown fields and reports usage without being asked. */
export const mistralLlm = llmProvider({
  provider: 'mistral',
  name: 'Mistral AI',
  provider_type: 'cloud',
  description: 'Language models of Mistral, hosted in Europe.',
  required: ['api_key'],
  fields: {
    ...chatFields({
      keys: 'https://console.mistral.ai/api-keys',
      baseUrl: 'https://api.mistral.ai/v1',
      models: ['mistral-small-latest', 'mistral-medium-latest', 'mistral-large-latest', 'ministral-8b-latest'],
      list: 'https://docs.mistral.ai/models',
      temperature: 1.5,
    }),
    reasoning_effort: choice(['none', 'high'], {
      description: 'Whether a model that can think may do so before it speaks. It does not when this is left out.',
    }),
  },
  check: checkBaseUrl,
  open: async ({ max_tokens, temperature, top_p, reasoning_effort: effort, ...settings }, network) =>
    openAiChat({
      ...chatWire('mistral', settings, network),
      structuredOutput: { strict: true },
      parameters: {
        ...{ max_tokens, temperature, top_p },
        reasoning_effort: effort ?? (ADJUSTABLE.test(settings.model) ? 'none' : undefined),
      },
      callId: nineLetters,
    }),
});

/** Models with adjustable reasoning. Others refuse the field or always reason. */
const ADJUSTABLE = /^mistral-(small-(latest|26)|medium-3-5)/;

/** Mistral requires ids of exactly nine letters and digits. Ids of other vendors are converted. */
const nineLetters = (id: string): string =>
  /^[A-Za-z0-9]{9}$/.test(id) ? id : createHash('sha256').update(id).digest('hex').slice(0, 9);
