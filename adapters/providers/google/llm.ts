import type { GenerationRequest } from '../../../application/ports/language-model.ts';
import { choice, integer, number, secret, text } from '../../../domain/providers/fields.ts';
import { endpoint } from '../../lib/upstream-url.ts';
import { answerSchema } from '../_chat/answer-schema.ts';
import { ToolCallState } from '../_chat/tool-call-state.ts';
import { streamingModel } from '../_chat/streaming-model.ts';
import { llmProvider } from '../define.ts';
import { ContentAnswer } from './content-answer.ts';
import { contentsOf } from './contents.ts';
import { checkBaseUrl } from '../_openai/chat-vendor.ts';

const LEVELS = ['minimal', 'low', 'medium', 'high'] as const;

/** Gemini by Google's own API. Only there do tool calls keep their signatures. */
export const googleLlm = llmProvider({
  provider: 'google',
  name: 'Google Gemini',
  provider_type: 'cloud',
  description:
    'The Gemini models with a key of Google AI Studio, thinking as little as they can unless asked for more.',
  required: ['api_key'],
  fields: {
    api_key: secret({ docs_url: 'https://aistudio.google.com/api-keys' }),
    model: text({
      default: 'gemini-3.8-flash',
      examples: ['gemini-3.8-flash', 'gemini-3.6-flash', 'gemini-3.5-flash-lite', 'gemini-3.1-flash-lite'],
      allow_custom_input: true,
      docs_url: 'https://ai.google.dev/gemini-api/docs/models',
    }),
    temperature: number({ minimum: 0, maximum: 2, description: 'Not heeded by the newest models.' }),
    top_p: number({ minimum: 0, maximum: 1, description: 'Not heeded by the newest models.' }),
    max_tokens: integer({ minimum: 1, maximum: 65_536, description: 'The longest answer, thinking included.' }),
    thinking_level: choice(LEVELS, {
      default: 'minimal',
      description: 'How long it may think before it speaks. Minimal is low where a model does not know it.',
    }),
    base_url: text({
      format: 'uri',
      default: 'https://generativelanguage.googleapis.com/v1beta',
      examples: ['https://generativelanguage.googleapis.com/v1beta'],
      allow_custom_input: true,
    }),
  },
  check: checkBaseUrl,
  async open({ api_key, model, base_url, temperature, top_p, max_tokens, thinking_level }, network) {
    const signatures = new ToolCallState<string>();
    const generationConfig = {
      ...{ temperature, topP: top_p, maxOutputTokens: max_tokens },
      ...thinkingOf(model, thinking_level),
    };
    const path = `/models/${encodeURIComponent(model)}:streamGenerateContent`;
    return streamingModel({
      vendor: 'google',
      model,
      url: endpoint(base_url, 'http', path, { alt: 'sse' }),
      headers: { 'x-goog-api-key': api_key },
      network,
      body: (request) => ({
        ...contentsOf(request, signatures),
        generationConfig: { ...generationConfig, ...answerConfig(request) },
      }),
      createParser: ({ tools }) => new ContentAnswer('google', tools, signatures),
    });
  },
});

/** The format and the length of an answer, where a request has them. */
function answerConfig({ answer, maxTokens }: GenerationRequest): object {
  const schema = answer && answerSchema(answer.parameters, 'left out');
  return {
    ...(maxTokens !== undefined && { maxOutputTokens: maxTokens }),
    ...(schema && { responseMimeType: 'application/json', responseJsonSchema: schema }),
  };
}

/**
 * Lowest thinking level of each model. Flash up to 3.6 and Flash-Lite support `minimal`; later Flash models and Pro
 * refuse it; Pro has `medium` since 3.1. An alias counts as a recent model. Before generation 3 there are budgets, and
 * only Flash can turn thinking off. Source: the table of levels in Google's guide to thinking.
 */
function thinkingOf(model: string, level: (typeof LEVELS)[number]): object {
  if (model.startsWith('gemini-2.5-flash') && level === 'minimal') return { thinkingConfig: { thinkingBudget: 0 } };
  if (!/^gemini-([3-9]|\d\d|(flash|pro)\b)/.test(model)) return {};
  const knowsMinimal = model.includes('flash-lite') || /^gemini-3(\.[0-6])?-flash/.test(model);
  if (level === 'minimal' && !knowsMinimal) return { thinkingConfig: { thinkingLevel: 'low' } };
  if (level === 'medium' && model.startsWith('gemini-3-pro')) return { thinkingConfig: { thinkingLevel: 'high' } };
  return { thinkingConfig: { thinkingLevel: level } };
}
