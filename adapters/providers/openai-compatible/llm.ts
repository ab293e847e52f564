import { invalid } from '../../../domain/errors.ts';
import { integer, number, object, secret, text } from '../../../domain/providers/fields.ts';
import { upstreamUrl } from '../../lib/upstream-url.ts';
import { llmProvider } from '../define.ts';
import { bearer } from '../bearer.ts';
import { openAiChat } from '../_openai/chat.ts';

/** Any server with OpenAI's chat completions API: vLLM, LiteLLM, Ollama, llama.cpp and others. */
export const openaiCompatibleLlm = llmProvider({
  provider: 'openai_compatible',
  name: 'OpenAI-compatible',
  provider_type: 'adapter',
  description: 'A language model of your own, or of a gateway, behind the chat completions interface of OpenAI.',
  required: ['base_url', 'model'],
  fields: {
    api_key: secret({ description: 'Only if the server asks for one.' }),
    base_url: text({ format: 'uri', description: 'Where the server is, such as https://models.example.com/v1.' }),
    model: text({ description: 'As the server calls it.' }),
    temperature: number({ minimum: 0, maximum: 2 }),
    top_p: number({ minimum: 0, maximum: 1 }),
    max_tokens: integer({ minimum: 1, maximum: 128_000, description: 'The longest answer.' }),
    extra_body: object({
      description:
        'Further fields of the request, such as {"chat_template_kwargs": {"enable_thinking": false}} for vLLM. Stored in ' +
        'the open: not for secrets.',
    }),
  },
  check({ base_url, extra_body }) {
    if (base_url !== undefined) upstreamUrl(base_url);
    checkExtra(extra_body);
  },
  async open({ api_key, base_url, model, temperature, top_p, max_tokens, extra_body }, network) {
    return openAiChat({
      vendor: 'openai_compatible',
      baseUrl: base_url,
      headers: bearer(api_key),
      model,
      structuredOutput: { strict: true },
      parameters: { max_tokens, temperature, top_p, ...extra_body },
      network,
    });
  },
});

/** Fields that the platform sets itself. */
const OWN = ['model', 'messages', 'tools', 'stream'];

/** Maximum length of the extra fields as JSON, in characters. */
const LONGEST_EXTRA = 16_384;

function checkExtra(extra: Readonly<Record<string, unknown>> = {}): void {
  const taken = OWN.find((name) => Object.hasOwn(extra, name));
  if (taken !== undefined) throw invalid(`extra_body must not have the field ${taken}`);
  if (JSON.stringify(extra).length > LONGEST_EXTRA)
    throw invalid(`extra_body must have at most ${LONGEST_EXTRA} characters of JSON`);
}
