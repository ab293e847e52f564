import { choice } from '../../../domain/providers/fields.ts';
import { llmProvider } from '../define.ts';
import { openAiChat } from '../openai/chat.ts';
import { chatFields, chatWire, checkBaseUrl, isGptOss } from '../openai/chat-vendor.ts';

/** Open models of Together AI's serverless catalogue. */
export const together = llmProvider({
  provider: 'together',
  name: 'Together AI',
  provider_type: 'cloud',
  description: 'A wide choice of open language models. Not every one of them calls tools.',
  required: ['api_key'],
  fields: {
    ...chatFields({
      keys: 'https://api.together.ai/settings/api-keys',
      baseUrl: 'https://api.together.xyz/v1',
      models: [
        'openai/gpt-oss-120b',
        'openai/gpt-oss-20b',
        'google/gemma-4-31B-it',
        'moonshotai/Kimi-K2.5',
        'zai-org/GLM-5.1',
      ],
      list: 'https://docs.together.ai/docs/serverless/models',
    }),
    reasoning_effort: choice(['low', 'medium', 'high'], {
      default: 'low',
      description: 'How long GPT-OSS may think before it speaks. Other models are not told.',
    }),
  },
  check: checkBaseUrl,
  open: async ({ reasoning_effort, max_tokens, temperature, top_p, ...settings }, network) =>
    openAiChat({
      ...chatWire('together', settings, network),
      parameters: {
        ...{ max_tokens, temperature, top_p },
        reasoning_effort: isGptOss(settings.model) ? reasoning_effort : undefined,
        stream_options: { include_usage: true },
      },
    }),
});
