import { choice } from '../../../domain/providers/fields.ts';
import { llmProvider } from '../define.ts';
import { openAiChat } from '../_openai/chat.ts';
import { chatFields, chatWire, checkBaseUrl, isGptOss } from '../_openai/chat-vendor.ts';

const EFFORTS = ['none', 'low', 'medium', 'high'] as const;

/** Open models on Groq. */
export const groqLlm = llmProvider({
  provider: 'groq',
  name: 'Groq',
  provider_type: 'cloud',
  description: 'Open language models on chips that are made for little delay.',
  required: ['api_key'],
  fields: {
    ...chatFields({
      keys: 'https://console.groq.com/keys',
      baseUrl: 'https://api.groq.com/openai/v1',
      models: ['openai/gpt-oss-120b', 'openai/gpt-oss-20b', 'qwen/qwen3.6-27b'],
      list: 'https://console.groq.com/docs/models',
    }),
    reasoning_effort: choice(EFFORTS, {
      default: 'low',
      description: 'How long it may think before it speaks. GPT-OSS always thinks, Qwen not at all up to low.',
    }),
  },
  check: checkBaseUrl,
  open: async ({ reasoning_effort, max_tokens, temperature, top_p, ...settings }, network) =>
    openAiChat({
      ...chatWire('groq', settings, network),
      // Not in a stream, and constrained for GPT-OSS only: https://console.groq.com/docs/structured-outputs
      structuredOutput: { strict: isGptOss(settings.model), isWhole: true },
      parameters: {
        max_completion_tokens: max_tokens,
        ...{ temperature, top_p },
        ...reasoningOf(settings.model, reasoning_effort),
        stream_options: { include_usage: true },
      },
    }),
});

/** Each family has its own fields. By default, Qwen mixes reasoning into the text; only 3.8 has levels. */
function reasoningOf(model: string, effort: (typeof EFFORTS)[number]): object {
  if (isGptOss(model)) return { reasoning_effort: effort === 'none' ? 'low' : effort, include_reasoning: false };
  if (!model.startsWith('qwen/')) return {};
  const isBrief = effort === 'none' || effort === 'low';
  const thinks = model.startsWith('qwen/qwen3.8') ? effort : 'default';
  return { reasoning_effort: isBrief ? 'none' : thinks, reasoning_format: 'hidden' };
}
