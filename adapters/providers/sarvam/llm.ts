import { choice } from '../../../domain/providers/fields.ts';
import { endpoint } from '../../lib/upstream-url.ts';
import { llmProvider } from '../define.ts';
import { openAiChat } from '../_openai/chat.ts';
import { chatFields, checkBaseUrl } from '../_openai/chat-vendor.ts';
import { sarvamHeaders } from './api.ts';

const EFFORTS = ['none', 'low', 'medium', 'high'] as const;
const CONVERSATIONS = 'sarvam-105b-conversations';

/**
 * Sarvam's LLMs by chat completions: its own by v1, the open ones it hosts by v2. source: the sarvamai package,
 * `SarvamModelIds` and `V2ModelIds`, and Pipecat's Sarvam service
 */
export const sarvamLlm = llmProvider({
  provider: 'sarvam',
  name: 'Sarvam',
  vendor: 'Sarvam AI',
  provider_type: 'cloud',
  description: 'Language models made for the languages of India, one of them for conversations by voice.',
  required: ['api_key'],
  fields: {
    ...chatFields({
      keys: 'https://dashboard.sarvam.ai',
      baseUrl: 'https://api.sarvam.ai',
      models: [CONVERSATIONS, 'sarvam-105b', 'glm5.2', 'glm5.3', 'glm5.3-flash', 'gemma4', 'deepseekv4-flash'],
      list: 'https://docs.sarvam.ai/api-reference-docs/chat/chat-completions',
    }),
    reasoning_effort: choice(EFFORTS, {
      default: 'none',
      description: `How long it may think before it speaks. ${CONVERSATIONS} never does; of the hosted ones the vendor decides.`,
    }),
  },
  retired: {
    'sarvam-m': 'sarvam-105b',
    'sarvam-30b': 'sarvam-105b',
    'sarvam-30b-16k': 'sarvam-105b',
    'sarvam-105b-32k': 'sarvam-105b',
  },
  check: checkBaseUrl,
  open: async ({ api_key, base_url, model, reasoning_effort, max_tokens, temperature, top_p }, network) =>
    openAiChat({
      vendor: 'sarvam',
      baseUrl: endpoint(base_url, 'http', isOwn(model) ? '/v1' : '/v2').href,
      headers: sarvamHeaders(api_key),
      model,
      structuredOutput: { strict: true },
      omitsEmptyContent: true,
      parameters: { max_tokens, temperature, top_p, ...reasoningOf(model, reasoning_effort) },
      network,
    }),
});

const isOwn = (model: string): boolean => model.startsWith('sarvam-');

/** Sarvam's own model reasons unless the effort is null. The open ones accept no null. */
function reasoningOf(model: string, effort: (typeof EFFORTS)[number]): object {
  if (model.startsWith(CONVERSATIONS)) return {};
  if (effort !== 'none') return { reasoning_effort: effort };
  return isOwn(model) ? { reasoning_effort: null } : {};
}
