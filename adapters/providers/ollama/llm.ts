import { choice, integer, number, secret, text } from '../../../domain/providers/fields.ts';
import { endpoint } from '../../lib/upstream-url.ts';
import { warmUp } from '../_chat/warm-up.ts';
import { llmProvider } from '../define.ts';
import { openAiChat } from '../_openai/chat.ts';
import { chatWire, checkBaseUrl, isGptOss } from '../_openai/chat-vendor.ts';

/** Models served by Ollama, on this machine or another. */
export const ollamaLlm = llmProvider({
  provider: 'ollama',
  name: 'Ollama',
  provider_type: 'local',
  description: 'Language models on your own machine. Whether one calls tools depends on its template.',
  required: [],
  fields: {
    api_key: secret({ description: 'Only for https://ollama.com/v1.', docs_url: 'https://ollama.com/settings/keys' }),
    model: text({
      default: 'gpt-oss:20b',
      examples: ['gpt-oss:20b', 'qwen3', 'gemma4:31b', 'llama3.1'],
      allow_custom_input: true,
      description: 'One that was pulled.',
      docs_url: 'https://ollama.com/library',
    }),
    temperature: number({ minimum: 0, maximum: 2 }),
    top_p: number({ minimum: 0, maximum: 1 }),
    max_tokens: integer({ minimum: 1, maximum: 128_000, description: 'The longest answer, reasoning included.' }),
    reasoning_effort: choice(['none', 'low', 'medium', 'high'], {
      description: 'How long it may think before it speaks; not at all when it is left out. GPT-OSS always thinks.',
    }),
    base_url: text({
      format: 'uri',
      default: 'http://localhost:11434/v1',
      examples: ['http://localhost:11434/v1', 'https://ollama.com/v1'],
      allow_custom_input: true,
      description: 'The operator lists it in LOCAL_UPSTREAMS when its address is private.',
    }),
  },
  check: checkBaseUrl,
  async open({ reasoning_effort: effort, max_tokens, temperature, top_p, ...settings }, network) {
    const wire = chatWire('ollama', settings, network);
    const native = nativeUrl(settings.base_url);
    if (native) warmUp({ ...wire, url: native, body: { model: settings.model, prompt: '', stream: false } });
    return openAiChat({
      ...wire,
      structuredOutput: { strict: true },
      parameters: {
        ...{ max_tokens, temperature, top_p },
        reasoning_effort: isGptOss(settings.model) && isQuiet(effort) ? 'low' : (effort ?? 'none'),
        stream_options: { include_usage: true },
      },
    });
  },
});

const isQuiet = (effort: string | undefined): boolean => effort === undefined || effort === 'none';

/**
 * The URL that loads a model. Null where none is loaded, as in Ollama's cloud. Loading can take minutes, and an aborted
 * request aborts the loading: without this, a first turn that times out would repeat forever.
 */
function nativeUrl(baseUrl: string): URL | null {
  const url = endpoint(baseUrl, 'http', '');
  if (url.hostname === 'ollama.com' || !url.pathname.endsWith('/v1')) return null;
  url.pathname = `${url.pathname.slice(0, -'/v1'.length)}/api/generate`;
  return url;
}
