import { integer, number, secret, text } from '../../../domain/providers/fields.ts';
import { upstreamUrl } from '../../lib/upstream-url.ts';
import { llmProvider } from '../define.ts';
import { bearer } from '../openai/bearer.ts';
import { openAiChat } from '../openai/chat.ts';

/** Any server that speaks OpenAI's chat completions: vLLM, LiteLLM, Ollama, llama.cpp and their like. */
export const openaiCompatible = llmProvider({
  provider: 'openai_compatible',
  name: 'OpenAI-compatible',
  provider_type: 'adapter',
  description: 'A language model of your own, or of a gateway, behind the chat completions interface of OpenAI.',
  required: ['base_url', 'model'],
  fields: {
    api_key: secret({ description: 'Only if the server asks for one.' }),
    base_url: text({ description: 'Where the server is, such as https://models.example.com/v1.' }),
    model: text({ description: 'As the server calls it.' }),
    temperature: number({ minimum: 0, maximum: 2 }),
    top_p: number({ minimum: 0, maximum: 1 }),
    max_tokens: integer({ minimum: 1, maximum: 128_000, description: 'The longest answer.' }),
  },
  check: ({ base_url }) => void (base_url !== undefined && upstreamUrl(base_url)),
  async open({ api_key, base_url, model, temperature, top_p, max_tokens }, network) {
    return openAiChat({
      vendor: 'openai_compatible',
      baseUrl: base_url,
      headers: bearer(api_key),
      model,
      parameters: { max_tokens, temperature, top_p },
      network,
    });
  },
});
