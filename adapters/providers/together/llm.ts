import { choice } from '../../../domain/providers/fields.ts';
import { llmProvider } from '../define.ts';
import { openAiChat } from '../_openai/chat.ts';
import { chatFields, chatWire, checkBaseUrl, isGptOss } from '../_openai/chat-vendor.ts';

const EFFORTS = ['none', 'low', 'medium', 'high'] as const;

/** Open models of Together AI's serverless catalogue. */
export const togetherLlm = llmProvider({
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
    reasoning_effort: choice(EFFORTS, {
      default: 'low',
      description:
        'How long it may think before it speaks. GPT-OSS always thinks; models that can do either think from medium on.',
    }),
  },
  check: checkBaseUrl,
  open: async ({ reasoning_effort, max_tokens, temperature, top_p, ...settings }, network) =>
    openAiChat({
      ...chatWire('together', settings, network),
      structuredOutput: { strict: true },
      parameters: {
        ...{ max_tokens, temperature, top_p },
        ...reasoningOf(settings.model, reasoning_effort),
        stream_options: { include_usage: true },
      },
    }),
});

/** Hybrid models by Together's list, which reason if `reasoning.enabled` is set. */
const HYBRID =
  /^(moonshotai\/Kimi-K2\.[56]|zai-org\/GLM-5|deepseek-ai\/DeepSeek-V(3\.1|4)|Qwen\/Qwen3\.[56]|deepcogito\/cogito-v2)/i;

function reasoningOf(model: string, effort: (typeof EFFORTS)[number]): object {
  if (isGptOss(model)) return { reasoning_effort: effort === 'none' ? 'low' : effort };
  return HYBRID.test(model) ? { reasoning: { enabled: effort === 'medium' || effort === 'high' } } : {};
}
