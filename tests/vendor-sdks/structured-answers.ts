import type Anthropic from '@anthropic-ai/sdk';
import type { ChatCompletionCreateParams as CerebrasParams } from '@cerebras/cerebras_cloud_sdk/resources/chat/completions';
import type { GenerateContentConfig } from '@google/genai';
import { responseFormatToJSON } from '@mistralai/mistralai/models/components/responseformat.js';
import { chatFormatJsonSchemaConfigToJSON } from '@openrouter/sdk/models/chatformatjsonschemaconfig.js';
import { assert } from 'chai';
import type { ChatCompletionCreateParamsNonStreaming as GroqParams } from 'groq-sdk/resources/chat/completions';
import type { ChatCompletionCreateParamsStreaming } from 'openai/resources';
import type { ResponseCreateParamsStreaming } from 'openai/resources/responses/responses';
import type { SarvamAI } from 'sarvamai';
import type { CompletionCreateParamsStreaming as TogetherParams } from 'together-ai/resources/chat/completions';
import { anthropicLlm } from '../../adapters/providers/anthropic/llm.ts';
import { azureLlm } from '../../adapters/providers/azure/llm.ts';
import { cerebrasLlm } from '../../adapters/providers/cerebras/llm.ts';
import type { LlmProvider } from '../../adapters/providers/define.ts';
import { googleLlm } from '../../adapters/providers/google/llm.ts';
import { groqLlm } from '../../adapters/providers/groq/llm.ts';
import { mistralLlm } from '../../adapters/providers/mistral/llm.ts';
import { ollamaLlm } from '../../adapters/providers/ollama/llm.ts';
import { openaiLlm } from '../../adapters/providers/openai/llm.ts';
import { openrouterLlm } from '../../adapters/providers/openrouter/llm.ts';
import { sarvamLlm } from '../../adapters/providers/sarvam/llm.ts';
import { togetherLlm } from '../../adapters/providers/together/llm.ts';
import { vendorServer } from '../adapters/providers/vendor-server.ts';
import { anywhere, failureOf } from '../adapters/providers/vendor-stands.ts';
import { chunksOf } from '../contracts/language-model.contract.ts';
import { KEY } from './support/models.ts';

const ANSWER = {
  name: 'call_analysis',
  description: 'Records the analysis.',
  parameters: {
    type: 'object',
    properties: { success: { enum: ['yes', 'no'] }, guests: { type: 'integer', minimum: 1 } },
    required: ['success'],
    additionalProperties: false,
  },
};
const TOKENS = 900;

const success = { type: 'string', enum: ['yes', 'no'] };
/** Every property is required, so an optional one may be null. */
const STRICT = {
  type: 'object',
  properties: { success, guests: { type: ['integer', 'null'] } },
  required: ['success', 'guests'],
  additionalProperties: false,
};
const CLOSED = {
  type: 'object',
  properties: { success, guests: { type: 'integer' } },
  required: ['success'],
  additionalProperties: false,
};

const FORMAT = {
  type: 'json_schema' as const,
  json_schema: { name: 'call_analysis', strict: true, schema: STRICT },
};

/** The request for a structured answer. The server refuses it. */
async function sentBy(provider: LlmProvider, settings: (url: string) => object): Promise<Record<string, unknown>> {
  const server = await vendorServer({
    http: ({ url }, response) => void response.writeHead(url.pathname.endsWith('/generate') ? 200 : 400).end('{}'),
  });
  const model = await provider.open({ api_key: KEY, ...settings(server.url) }, anywhere());
  const messages = [{ role: 'user', content: 'A table for two.' }] as const;
  const request = { messages, tools: [], answer: ANSWER, maxTokens: TOKENS };
  const failure = await failureOf(chunksOf(model.generate(request, new AbortController().signal)));
  assert.isTrue(failure.isBadRequest);
  const received = server.received.findLast(({ url }) => !url.pathname.endsWith('/generate'));
  return JSON.parse(received!.body.toString()) as Record<string, unknown>;
}

const at = (url: string) => ({ base_url: url });

describe('requests for structured answers', () => {
  it('are what the openai SDK types for chat completions of OpenAI, Azure and Ollama', async () => {
    const expected: Partial<ChatCompletionCreateParamsStreaming> = {
      response_format: FORMAT,
      max_completion_tokens: TOKENS,
      stream: true,
    };
    assert.deepInclude(await sentBy(openaiLlm, at), { ...expected });
    const azure = (endpoint: string) => ({ endpoint, model: 'gpt-6-luna' });
    assert.deepInclude(await sentBy(azureLlm, azure), { ...expected });
    const { max_completion_tokens: max_tokens, ...others } = expected;
    const ollama: Partial<ChatCompletionCreateParamsStreaming> = { ...others, max_tokens: max_tokens! };
    assert.deepInclude(await sentBy(ollamaLlm, at), { ...ollama });
  });

  it('are what the openai SDK types for responses, beside the verbosity', async () => {
    const expected: Partial<ResponseCreateParamsStreaming> = {
      text: { verbosity: 'low', format: { type: 'json_schema', name: 'call_analysis', strict: true, schema: STRICT } },
      max_output_tokens: TOKENS,
    };
    const settings = (url: string) => ({ ...at(url), model: 'gpt-5.4-pro', verbosity: 'low' });
    assert.deepInclude(await sentBy(openaiLlm, settings), { ...expected });
  });

  it('are what the groq-sdk types, not in a stream, and constrained for GPT-OSS only', async () => {
    const expected: Partial<GroqParams> = { response_format: FORMAT, max_completion_tokens: TOKENS, stream: false };
    const sent = await sentBy(groqLlm, at);
    assert.deepInclude(sent, { ...expected });
    assert.notProperty(sent, 'stream_options');
    const qwen = await sentBy(groqLlm, (url) => ({ ...at(url), model: 'qwen/qwen3.6-27b' }));
    assert.deepNestedInclude(qwen, { 'response_format.json_schema.strict': false });
  });

  it('are what the SDKs of Cerebras, Together and Sarvam type', async () => {
    const cerebras: Pick<CerebrasParams, 'response_format' | 'max_completion_tokens'> = {
      response_format: FORMAT,
      max_completion_tokens: TOKENS,
    };
    const together: Pick<TogetherParams, 'response_format' | 'max_tokens'> = {
      response_format: FORMAT,
      max_tokens: TOKENS,
    };
    const sarvam: Pick<SarvamAI.ChatCompletionsRequest, 'response_format' | 'max_tokens'> = {
      response_format: FORMAT,
      max_tokens: TOKENS,
    };
    assert.deepInclude(await sentBy(cerebrasLlm, at), { ...cerebras });
    assert.deepInclude(await sentBy(togetherLlm, at), { ...together });
    assert.deepInclude(await sentBy(sarvamLlm, at), { ...sarvam });
  });

  it('are what the SDKs of Mistral and OpenRouter write', async () => {
    const [type, named] = ['json_schema', { name: 'call_analysis', strict: true }] as const;
    const mistral = responseFormatToJSON({ type, jsonSchema: { ...named, schemaDefinition: STRICT } });
    const openrouter = chatFormatJsonSchemaConfigToJSON({ type, jsonSchema: { ...named, schema: STRICT } });
    assert.deepInclude(await sentBy(mistralLlm, at), {
      response_format: JSON.parse(mistral) as unknown,
      max_tokens: TOKENS,
    });
    assert.deepInclude(await sentBy(openrouterLlm, at), {
      response_format: JSON.parse(openrouter) as unknown,
      max_tokens: TOKENS,
    });
  });

  it('are what @google/genai types', async () => {
    const { maxOutputTokens, responseMimeType, responseJsonSchema }: GenerateContentConfig = {
      maxOutputTokens: TOKENS,
      responseMimeType: 'application/json',
      responseJsonSchema: CLOSED,
    };
    const { generationConfig } = await sentBy(googleLlm, at);
    assert.deepInclude(generationConfig as object, { maxOutputTokens, responseMimeType, responseJsonSchema });
  });

  it('are what the @anthropic-ai/sdk types: a format beside the effort, and a forced tool before Claude 4.5', async () => {
    const format: Partial<Anthropic.MessageCreateParams> = {
      max_tokens: TOKENS,
      output_config: { effort: 'low', format: { type: 'json_schema', schema: CLOSED } },
    };
    const sent = await sentBy(anthropicLlm, at);
    assert.deepInclude(sent, { ...format });
    assert.notProperty(sent, 'tools');
    const { name, description, parameters } = ANSWER;
    const forced: Partial<Anthropic.MessageCreateParams> = {
      tools: [{ name, description, input_schema: { ...parameters, type: 'object' } }],
      tool_choice: { type: 'tool', name },
    };
    const old = await sentBy(anthropicLlm, (url) => ({ ...at(url), model: 'claude-sonnet-4-20250514' }));
    assert.deepInclude(old, { ...forced });
    assert.notProperty(old, 'output_config');
  });
});
