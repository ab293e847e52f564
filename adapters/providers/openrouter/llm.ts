import { choice, text } from '../../../domain/providers/fields.ts';
import { llmProvider } from '../define.ts';
import { openAiChat } from '../_openai/chat.ts';
import { effortFor, reasoningOf } from '../_openai/reasoning.ts';
import { chatFields, chatWire, checkBaseUrl } from '../_openai/chat-vendor.ts';

/** Models of many vendors through OpenRouter, which reports usage without being asked. */
export const openrouterLlm = llmProvider({
  provider: 'openrouter',
  name: 'OpenRouter',
  provider_type: 'cloud',
  description: 'Language models of many vendors under one key. Not every one of them calls tools.',
  required: ['api_key'],
  fields: {
    ...chatFields({
      keys: 'https://openrouter.ai/settings/keys',
      baseUrl: 'https://openrouter.ai/api/v1',
      models: ['openai/gpt-6-luna', 'anthropic/claude-haiku-5.5', 'google/gemini-3.8-flash', 'openai/gpt-oss-120b'],
      list: 'https://openrouter.ai/models',
      longest: 128_000,
    }),
    reasoning_effort: choice(['none', 'minimal', 'low', 'medium', 'high'], {
      description:
        'How long it may think before it speaks. Left out, it is the least of a model of OpenAI, and else low: some refuse none.',
    }),
    site_url: text({ description: 'Your site, for the rankings of OpenRouter.' }),
    app_name: text({ description: 'The name of your application there.' }),
  },
  check: checkBaseUrl,
  async open({ reasoning_effort, site_url, app_name, max_tokens, temperature, top_p, ...settings }, network) {
    const { headers, ...wire } = chatWire('openrouter', settings, network);
    return openAiChat({
      ...wire,
      structuredOutput: { strict: true },
      headers: { ...headers, ...(site_url && { 'http-referer': site_url }), ...(app_name && { 'x-title': app_name }) },
      parameters: {
        ...{ max_tokens, temperature, top_p },
        reasoning: { effort: reasoning_effort ?? leastOf(settings.model), exclude: true },
      },
    });
  },
});

function leastOf(model: string): string | undefined {
  const reasoning = model.startsWith('openai/') ? reasoningOf(model) : null;
  return reasoning ? effortFor(reasoning, undefined) : 'low';
}
