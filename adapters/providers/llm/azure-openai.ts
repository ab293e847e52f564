import { choice, integer, number, secret, text } from '../../../domain/providers/fields.ts';
import { upstreamUrl } from '../../lib/upstream-url.ts';
import { llmProvider } from '../define.ts';
import { openAiChat } from '../openai/chat.ts';

/** OpenAI's models in a resource of one's own at Azure, by the interface without dated versions. */
export const azureOpenai = llmProvider({
  provider: 'azure_openai',
  name: 'Azure OpenAI',
  provider_type: 'cloud',
  description: 'Language models that you have deployed in an Azure OpenAI or Foundry resource.',
  required: ['api_key', 'endpoint', 'model'],
  fields: {
    api_key: secret({ description: 'One of the two keys of the resource.' }),
    endpoint: text({ description: 'Of the resource, such as https://mine.openai.azure.com.' }),
    model: text({ description: 'The name of the deployment.' }),
    temperature: number({ minimum: 0, maximum: 2, description: 'Not for models that reason.' }),
    top_p: number({ minimum: 0, maximum: 1, description: 'Not for models that reason.' }),
    max_tokens: integer({ minimum: 1, maximum: 128_000, description: 'The longest answer, reasoning included.' }),
    reasoning_effort: choice(['none', 'minimal', 'low', 'medium', 'high'], {
      description: 'For deployments of models that reason. From 5.4 on they call tools only with none.',
    }),
  },
  check: ({ endpoint }) => void (endpoint !== undefined && upstreamUrl(endpoint, 'endpoint')),
  async open({ api_key, endpoint, model, max_tokens, temperature, top_p, reasoning_effort: effort }, network) {
    const isSampled = effort === undefined || effort === 'none';
    return openAiChat({
      vendor: 'azure_openai',
      baseUrl: interfaceAt(upstreamUrl(endpoint, 'endpoint')),
      headers: { 'api-key': api_key },
      model,
      parameters: {
        max_completion_tokens: max_tokens,
        reasoning_effort: effort,
        ...(isSampled && { temperature, top_p }),
        stream_options: { include_usage: true },
      },
      network,
    });
  },
});

/** Some copy the endpoint with the path of the interface, some without. */
const interfaceAt = ({ origin, pathname }: URL): string =>
  pathname.endsWith('/openai/v1') ? `${origin}${pathname}` : `${origin}${pathname === '/' ? '' : pathname}/openai/v1`;
