import { choice, integer, number, secret, text } from '../../../domain/providers/fields.ts';
import type { Tool } from '../../../domain/voice/conversation-context.ts';
import { endpoint } from '../../lib/upstream-url.ts';
import { MessageAnswer } from './message-answer.ts';
import { MessageConversion, prefixOf } from './messages.ts';
import { rulesOf } from './model-rules.ts';
import { answerSchema } from '../_chat/answer-schema.ts';
import { streamingModel } from '../_chat/streaming-model.ts';
import { llmProvider } from '../define.ts';
import { checkBaseUrl } from '../_openai/chat-vendor.ts';

const EFFORTS = ['low', 'medium', 'high', 'xhigh', 'max'] as const;

/** Claude by Anthropic's Messages API. */
export const anthropicLlm = llmProvider({
  provider: 'anthropic',
  name: 'Anthropic',
  provider_type: 'cloud',
  description: 'The Claude models, without thinking unless it is asked for: a caller waits for every thought.',
  required: ['api_key'],
  fields: {
    api_key: secret({ docs_url: 'https://platform.claude.com/settings/keys' }),
    model: text({
      default: 'claude-haiku-5-5',
      examples: ['claude-haiku-5-5', 'claude-sonnet-5-5', 'claude-sonnet-5', 'claude-haiku-4-5', 'claude-sonnet-4-6'],
      allow_custom_input: true,
      docs_url: 'https://platform.claude.com/docs/en/about-claude/models/overview',
    }),
    max_tokens: integer({
      default: 1024,
      minimum: 1,
      maximum: 128_000,
      description: 'The longest answer, thinking included.',
    }),
    temperature: number({ minimum: 0, maximum: 1, description: 'Only heeded up to Claude 4.6, and without thinking.' }),
    thinking: choice(['disabled', 'adaptive'], {
      default: 'disabled',
      description: 'Whether it may think before it speaks. Sonnet 5.5 always thinks a little. Opus 5.5 decides itself.',
    }),
    effort: choice(EFFORTS, { default: 'low', description: 'How much is spent on an answer, from Claude 4.6 on.' }),
    base_url: text({
      format: 'uri',
      default: 'https://api.anthropic.com',
      examples: ['https://api.anthropic.com'],
      allow_custom_input: true,
    }),
  },
  check: checkBaseUrl,
  async open({ api_key, model, base_url, max_tokens, ...chosen }, network) {
    const conversation = new MessageConversion();
    const shape = shapeOf(model, chosen);
    const speaksNotes = shape.thinking?.type === 'between_tools';
    return streamingModel({
      vendor: 'anthropic',
      model,
      url: endpoint(base_url, 'http', '/v1/messages'),
      headers: { 'x-api-key': api_key, 'anthropic-version': '2023-06-01' },
      network,
      body: (request) => ({
        ...{ model, max_tokens: request.maxTokens ?? max_tokens, ...shape, ...conversation.of(request) },
        ...(request.answer && answerOf(request.answer, model, shape)),
        stream: true,
      }),
      createParser: (request) =>
        new MessageAnswer({
          vendor: 'anthropic',
          offered: request.answer ? [request.answer] : request.tools,
          speaksNotes: speaksNotes && !request.answer,
          ...{ turns: conversation.turns, prefix: prefixOf(request) },
        }),
    });
  },
});

/**
 * The format of an answer, or a tool that must be called where formats are not supported. Thinking is compatible with
 * formats only: https://platform.claude.com/docs/en/build-with-claude/structured-outputs
 */
function answerOf({ name, description, parameters }: Tool, model: string, { output_config }: Shape): object {
  const { hasOutputFormat } = rulesOf(model);
  const schema = answerSchema(parameters, 'left out');
  if (hasOutputFormat)
    return schema ? { output_config: { ...output_config, format: { type: 'json_schema', schema } } } : {};
  return { tools: [{ name, description, input_schema: parameters }], tool_choice: { type: 'tool', name } };
}

interface ModelOptions {
  readonly temperature: number | undefined;
  readonly thinking: 'disabled' | 'adaptive';
  readonly effort: (typeof EFFORTS)[number];
}

interface Shape {
  readonly thinking?: { readonly type: 'disabled' | 'between_tools' | 'adaptive' };
  readonly output_config?: { readonly effort: (typeof EFFORTS)[number] };
}

/**
 * Options for thinking and effort. Without thinking the two highest efforts are refused; with thinking any temperature
 * but 1: https://platform.claude.com/docs/en/build-with-claude/extended-thinking
 */
function shapeOf(model: string, { temperature, thinking, effort }: ModelOptions): Shape {
  const { isSampled, takesEffort, quiet, isAdaptive } = rulesOf(model);
  const mayThink = thinking === 'adaptive';
  const thinkingMode = mayThink ? (isAdaptive ? ({ type: 'adaptive' } as const) : null) : quiet;
  const isCapped = !mayThink && ['xhigh', 'max'].includes(effort);
  return {
    ...(isSampled && !(mayThink && isAdaptive) && { temperature }),
    ...(thinkingMode && { thinking: thinkingMode }),
    ...(takesEffort && { output_config: { effort: isCapped ? 'high' : effort } }),
  };
}
