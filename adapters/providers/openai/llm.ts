import { choice, integer, number, secret, text } from '../../../domain/providers/fields.ts';
import { upstreamUrl } from '../../lib/upstream-url.ts';
import { llmProvider } from '../define.ts';
import { openAiModel } from '../_openai/own-model.ts';
import { checkEffort, EFFORT_FIELD, reasoningOf } from '../_openai/reasoning.ts';

/** OpenAI's LLMs. */
export const openaiLlm = llmProvider({
  provider: 'openai',
  name: 'OpenAI',
  provider_type: 'cloud',
  hosts: ['*.api.openai.com'],
  description: 'Language models of OpenAI, with as little reasoning as each allows unless more is asked for.',
  required: ['api_key'],
  fields: {
    api_key: secret({ docs_url: 'https://platform.openai.com/api-keys' }),
    model: text({
      default: 'gpt-6-luna',
      examples: ['gpt-6-luna', 'gpt-6.1-terra', 'gpt-6.1-sol', 'gpt-5.6-luna', 'gpt-5.4-mini'],
      allow_custom_input: true,
      docs_url: 'https://developers.openai.com/api/docs/models',
    }),
    temperature: number({ minimum: 0, maximum: 2, description: 'Only heeded without reasoning.' }),
    top_p: number({ minimum: 0, maximum: 1, description: 'Only heeded without reasoning.' }),
    max_tokens: integer({ minimum: 1, maximum: 128_000, description: 'The longest answer.' }),
    reasoning_effort: EFFORT_FIELD,
    verbosity: choice(['low', 'medium', 'high']),
    service_tier: choice(['auto', 'default', 'priority'], {
      description: 'How OpenAI serves it. Priority is sooner and costs more; what the project is set to when left out.',
      docs_url: 'https://developers.openai.com/api/docs/guides/fast-mode',
    }),
    base_url: text({
      format: 'uri',
      default: 'https://api.openai.com/v1',
      examples: ['https://api.openai.com/v1', 'https://eu.api.openai.com/v1'],
      allow_custom_input: true,
    }),
    organization: text({ description: 'Sent as OpenAI-Organization.' }),
    project: text({ description: 'Sent as OpenAI-Project.' }),
  },
  check({ base_url, model, reasoning_effort }) {
    upstreamUrl(base_url);
    checkEffort(model, reasoning_effort);
  },
  async open(settings, network) {
    const { api_key, model, base_url, organization, project, temperature, top_p, max_tokens, verbosity } = settings;
    const reasoning = reasoningOf(model);
    return openAiModel({
      vendor: 'openai',
      baseUrl: base_url,
      headers: {
        authorization: `Bearer ${api_key}`,
        ...(organization && { 'openai-organization': organization }),
        ...(project && { 'openai-project': project }),
      },
      ...{ model, network, reasoning, temperature, verbosity },
      effort: settings.reasoning_effort ?? (reasoning ? undefined : 'none'),
      maxTokens: max_tokens,
      topP: top_p,
      serviceTier: settings.service_tier,
    });
  },
});
