import { integer, number, secret, text } from '../../../domain/providers/fields.ts';
import { upstreamUrl } from '../../lib/upstream-url.ts';
import { llmProvider } from '../define.ts';
import { openAiModel } from '../_openai/own-model.ts';
import { checkEffort, EFFORT_FIELD, reasoningOf } from '../_openai/reasoning.ts';

/** OpenAI models in an Azure resource, by the API without dated versions. */
export const azureLlm = llmProvider({
  provider: 'azure_openai',
  name: 'Azure OpenAI',
  provider_type: 'cloud',
  hosts: ['*.openai.azure.com', '*.services.ai.azure.com', '*.cognitiveservices.azure.com'],
  description: 'Language models that you have deployed in an Azure OpenAI or Foundry resource.',
  required: ['api_key', 'endpoint', 'model'],
  fields: {
    api_key: secret({ description: 'One of the two keys of the resource.' }),
    endpoint: text({ format: 'uri', description: 'Of the resource, such as https://mine.openai.azure.com.' }),
    model: text({
      examples: ['gpt-6-luna', 'gpt-6-sol', 'gpt-6.1-terra', 'gpt-5.6-luna', 'gpt-5.4-mini'],
      allow_custom_input: true,
      description: 'The name of the deployment, which is that of its model unless you chose another.',
    }),
    temperature: number({ minimum: 0, maximum: 2, description: 'Not for models that reason.' }),
    top_p: number({ minimum: 0, maximum: 1, description: 'Not for models that reason.' }),
    max_tokens: integer({ minimum: 1, maximum: 128_000, description: 'The longest answer, reasoning included.' }),
    reasoning_effort: EFFORT_FIELD,
    base_model: text({
      examples: ['gpt-6-luna', 'gpt-5.6-luna', 'gpt-5.4-mini', 'gpt-4.1-mini'],
      allow_custom_input: true,
      description: 'The model behind the deployment, unless the name of the deployment begins with it.',
    }),
  },
  check({ endpoint, model, base_model, reasoning_effort }) {
    if (endpoint !== undefined) upstreamUrl(endpoint, 'endpoint');
    checkEffort(base_model ?? model ?? '', reasoning_effort);
  },
  async open({ api_key, endpoint, model, base_model, max_tokens, temperature, top_p, ...settings }, network) {
    return openAiModel({
      vendor: 'azure_openai',
      baseUrl: interfaceAt(upstreamUrl(endpoint, 'endpoint')),
      headers: { 'api-key': api_key },
      ...{ model, network, temperature },
      reasoning: reasoningOf(base_model ?? model),
      effort: settings.reasoning_effort,
      maxTokens: max_tokens,
      topP: top_p,
    });
  },
});

/** Some users copy the endpoint with the API path, others without. */
const interfaceAt = ({ origin, pathname }: URL): string =>
  pathname.endsWith('/openai/v1') ? `${origin}${pathname}` : `${origin}${pathname === '/' ? '' : pathname}/openai/v1`;
