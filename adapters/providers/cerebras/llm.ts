import { choice } from '../../../domain/providers/fields.ts';
import { llmProvider } from '../define.ts';
import { openAiChat } from '../_openai/chat.ts';
import { chatFields, chatWire, checkBaseUrl, isGptOss } from '../_openai/chat-vendor.ts';

const EFFORTS = ['none', 'low', 'medium', 'high'] as const;

/** Open models on Cerebras, which reports usage without being asked. */
export const cerebrasLlm = llmProvider({
  provider: 'cerebras',
  name: 'Cerebras',
  provider_type: 'cloud',
  description: 'Open language models at thousands of tokens a second.',
  required: ['api_key'],
  fields: {
    ...chatFields({
      keys: 'https://cloud.cerebras.ai',
      baseUrl: 'https://api.cerebras.ai/v1',
      models: ['gpt-oss-120b', 'qwen-3.8-27b'],
      list: 'https://inference-docs.cerebras.ai/models/overview',
      temperature: 1.5,
    }),
    reasoning_effort: choice(EFFORTS, {
      description:
        'How long it may think before it speaks; as little as the model can when it is left out. GPT-OSS always thinks.',
    }),
  },
  check: checkBaseUrl,
  open: async ({ reasoning_effort: effort, max_tokens, temperature, top_p, ...settings }, network) =>
    openAiChat({
      ...chatWire('cerebras', settings, network),
      structuredOutput: { strict: true },
      parameters: {
        max_completion_tokens: max_tokens,
        ...{ temperature, top_p },
        reasoning_effort: effortOf(settings.model, effort),
      },
    }),
});

/** GPT-OSS refuses `none`. Qwen and GLM reason unless told otherwise. Other models get only what was configured. */
function effortOf(model: string, chosen: (typeof EFFORTS)[number] | undefined): string | undefined {
  if (isGptOss(model)) return chosen === undefined || chosen === 'none' ? 'low' : chosen;
  return chosen ?? (/^(qwen|zai-glm)/.test(model) ? 'none' : undefined);
}
