import { choice, integer, number, secret, text } from '../../../domain/providers/fields.ts';
import { upstreamUrl } from '../../lib/upstream-url.ts';
import { llmProvider } from '../define.ts';
import { openAiChat } from '../openai/chat.ts';

const EFFORTS = ['none', 'minimal', 'low', 'medium', 'high'] as const;

/** OpenAI's language models by chat completions. */
export const openai = llmProvider({
  provider: 'openai',
  name: 'OpenAI',
  provider_type: 'cloud',
  description: 'Language models of OpenAI, without reasoning unless it is asked for: a caller waits for every thought.',
  required: ['api_key'],
  fields: {
    api_key: secret({ docs_url: 'https://platform.openai.com/api-keys' }),
    model: text({
      default: 'gpt-6-luna',
      examples: ['gpt-6-luna', 'gpt-6-sol', 'gpt-6.1-terra', 'gpt-5.6-luna', 'gpt-5.4-mini'],
      allow_custom_input: true,
      docs_url: 'https://developers.openai.com/api/docs/models',
    }),
    temperature: number({ minimum: 0, maximum: 2, description: 'Only heeded without reasoning.' }),
    top_p: number({ minimum: 0, maximum: 1, description: 'Only heeded without reasoning.' }),
    max_tokens: integer({ minimum: 1, maximum: 128_000, description: 'The longest answer.' }),
    reasoning_effort: choice(EFFORTS, {
      default: 'none',
      description: 'How long it may think before it speaks. Models from 5.4 on call tools only with none.',
    }),
    verbosity: choice(['low', 'medium', 'high']),
    base_url: text({
      default: 'https://api.openai.com/v1',
      examples: ['https://api.openai.com/v1', 'https://eu.api.openai.com/v1'],
      allow_custom_input: true,
    }),
    organization: text({ description: 'Sent as OpenAI-Organization.' }),
    project: text({ description: 'Sent as OpenAI-Project.' }),
  },
  check: ({ base_url }) => void upstreamUrl(base_url),
  async open(settings, network) {
    const { api_key, model, base_url, organization, project, temperature, top_p, max_tokens, verbosity } = settings;
    const effort = effortOf(model, settings.reasoning_effort);
    const isSampled = effort === undefined || effort === 'none';
    return openAiChat({
      vendor: 'openai',
      baseUrl: base_url,
      headers: {
        authorization: `Bearer ${api_key}`,
        ...(organization && { 'openai-organization': organization }),
        ...(project && { 'openai-project': project }),
      },
      model,
      parameters: {
        max_completion_tokens: max_tokens,
        reasoning_effort: effort,
        verbosity: effort === undefined ? undefined : verbosity,
        temperature: isSampled ? temperature : undefined,
        top_p: isSampled ? top_p : undefined,
        stream_options: { include_usage: true },
      },
      network,
    });
  },
});

/** What a model calls the effort, undefined for those that never reason. The first of the fifth generation know no `none`. */
function effortOf(model: string, effort: (typeof EFFORTS)[number]): string | undefined {
  if (/^(gpt-[34]|chatgpt)/.test(model)) return undefined;
  if (effort !== 'none') return effort;
  if (/^o\d/.test(model)) return 'low';
  return /^gpt-5(-|$)/.test(model) ? 'minimal' : 'none';
}
