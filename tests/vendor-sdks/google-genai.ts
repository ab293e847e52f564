import {
  GoogleGenAI,
  ThinkingLevel,
  type GenerateContentParameters,
  type GenerateContentResponse,
} from '@google/genai';
import { assert } from 'chai';
import { googleLlm } from '../../adapters/providers/google/llm.ts';
import { END_CONVERSATION } from '../../domain/voice/conversation-context.ts';
import { geminiContents } from '../adapters/providers/gemini-dialect.ts';
import { llmServer } from '../adapters/providers/llm-server.ts';
import { gathered } from './support/gathered.ts';
import { exchange, KEY, sentBy, type Client, type SdkReply } from './support/models.ts';

const { name, description } = END_CONVERSATION;
const TOOLS = [{ functionDeclarations: [{ name, description }] }];

const sdkAt = (baseUrl: string): GoogleGenAI =>
  new GoogleGenAI({ apiKey: KEY, httpOptions: { baseUrl, apiVersion: 'v1beta' } });

const asking = (sdk: GoogleGenAI): Client => ({
  async ask(question, abortSignal, onStart) {
    const stream = await sdk.models.generateContentStream({
      model: 'gemini-3.8-flash',
      contents: [{ role: 'user', parts: [{ text: question }] }],
      config: { tools: TOOLS, abortSignal },
    });
    return replyIn(await gathered(stream, onStart));
  },
});

function replyIn(chunks: readonly GenerateContentResponse[]): SdkReply {
  const candidates = chunks.flatMap((chunk) => chunk.candidates ?? []);
  const parts = candidates.flatMap(({ content }) => content?.parts ?? []);
  const usage = chunks.findLast(({ usageMetadata }) => usageMetadata)?.usageMetadata;
  return {
    text: parts.map(({ text, thought }) => (thought ? '' : text)).join(''),
    calls: chunks
      .flatMap(({ functionCalls }) => functionCalls ?? [])
      .map(({ id = '', name: called = '', args }) => ({ id, name: called, arguments: args })),
    finish: candidates.findLast(({ finishReason }) => finishReason)?.finishReason ?? null,
    outputTokens: (usage?.candidatesTokenCount ?? 0) + (usage?.thoughtsTokenCount ?? 0),
  };
}

exchange({
  name: '@google/genai',
  wire: geminiContents,
  client: ({ url }) => asking(sdkAt(url)),
  finishes: ['STOP', 'STOP'],
  refused: /^ApiError: .*/,
  fault: /^ApiError: .*UNAVAILABLE/s,
});

describe('a request of @google/genai', () => {
  it('is what the adapter sends', async () => {
    const server = await llmServer(geminiContents, KEY);
    const request: GenerateContentParameters = {
      model: 'gemini-3.8-flash',
      contents: [
        { role: 'user', parts: [{ text: 'Hours?' }] },
        {
          role: 'model',
          parts: [
            {
              functionCall: { id: 'call_1', name: 'search', args: { query: 'hours' } },
              thoughtSignature: 'skip_thought_signature_validator',
            },
            { functionCall: { id: 'call_2', name: 'holidays', args: { month: 5 } } },
          ],
        },
        {
          role: 'user',
          parts: [
            { functionResponse: { id: 'call_1', name: 'search', response: { output: 'Nine to five.' } } },
            { functionResponse: { id: 'call_2', name: 'holidays', response: { output: 'None.' } } },
          ],
        },
        { role: 'model', parts: [{ text: 'Nine to five.' }] },
        { role: 'user', parts: [{ text: 'good bye then' }] },
      ],
      config: {
        systemInstruction: { parts: [{ text: 'Be brief.' }] },
        tools: TOOLS,
        temperature: 0.3,
        maxOutputTokens: 50,
        thinkingConfig: { thinkingLevel: ThinkingLevel.LOW },
      },
    };
    for await (const _ of await sdkAt(server.url).models.generateContentStream(request));
    const [{ url, headers, body }] = server.received as [(typeof server.received)[0]];
    assert.equal(`${url.pathname}${url.search}`, '/v1beta/models/gemini-3.8-flash:streamGenerateContent?alt=sse');
    assert.equal(headers['x-goog-api-key'], KEY);
    const settings = (base: string) => ({ base_url: `${base}/v1beta`, temperature: 0.3, max_tokens: 50 });
    const sent = await sentBy(googleLlm, geminiContents, settings);
    const expected: unknown = JSON.parse(body.toString(), (key, value: unknown) =>
      // Google takes the name of a level in capitals or not.
      key === 'thinkingLevel' ? String(value).toLowerCase() : value,
    );
    assert.deepEqual(sent, expected);
  });
});
