import { assert } from 'chai';
import { googleLlm } from '../../../adapters/providers/google/llm.ts';
import type { LanguageModel } from '../../../application/ports/language-model.ts';
import { END_CONVERSATION, type ChatMessage, type Tool } from '../../../domain/voice/conversation-context.ts';
import { chunksOf, wordsOf } from '../../contracts/language-model.contract.ts';
import { geminiContents as wire } from './gemini-dialect.ts';
import { llmServer } from './llm-server.ts';
import { vendorServer, type VendorRequest } from './vendor-server.ts';
import { anywhere, failureOf } from './vendor-stands.ts';

const KEY = 'AIza0123456789';
const parameters = { type: 'object', properties: { query: { type: 'string' } }, additionalProperties: false };
const SEARCH: Tool = { name: 'search', description: 'Searches.', parameters };
const QUESTION: ChatMessage[] = [{ role: 'user', content: 'Hello' }];
const never = (): AbortSignal => new AbortController().signal;

const think = (model: LanguageModel, messages = QUESTION, tools = [SEARCH, END_CONVERSATION]) =>
  chunksOf(model.generate({ messages, tools }, never()));

const bodyOf = ({ body }: VendorRequest) => JSON.parse(body.toString()) as Record<string, unknown>;

async function request(settings: object, messages = QUESTION) {
  const server = await llmServer(wire, KEY);
  const model = await googleLlm.open({ api_key: KEY, base_url: `${server.url}/v1beta`, ...settings }, anywhere());
  await think(model, messages);
  return { asked: server.received[0]!, body: bodyOf(server.received[0]!) };
}

/** A model that is answered with these events, each time. */
async function answering(...events: object[]) {
  const stream = events.map((event) => `data: ${JSON.stringify(event)}\r\n\r\n`).join('');
  const server = await vendorServer({ http: (_, response) => void response.end(stream) });
  return { server, model: await googleLlm.open({ api_key: KEY, base_url: server.url }, anywhere()) };
}

const says = (parts: object[], finishReason?: string) => ({ candidates: [{ content: { parts }, finishReason }] });
const called = (id: string) => ({ functionCall: { name: 'search', id, args: { query: 'hours' } } });

describe('google thinking', () => {
  it('asks for a stream, with the instructions apart, the sides in turns, and the key in a header', async () => {
    const messages: ChatMessage[] = [
      { role: 'system', content: 'Be brief.' },
      { role: 'assistant', content: 'Hello!' },
      { role: 'user', content: 'Hours?' },
    ];
    const { asked, body } = await request({ temperature: 0.3, top_p: 0.9, max_tokens: 50 }, messages);
    assert.equal(
      `${asked.url.pathname}${asked.url.search}`,
      '/v1beta/models/gemini-3.8-flash:streamGenerateContent?alt=sse',
    );
    assert.equal(asked.headers['x-goog-api-key'], KEY);
    assert.deepEqual(body, {
      systemInstruction: { parts: [{ text: 'Be brief.' }] },
      contents: [
        { role: 'user', parts: [{ text: '(silence)' }] },
        { role: 'model', parts: [{ text: 'Hello!' }] },
        { role: 'user', parts: [{ text: 'Hours?' }] },
      ],
      tools: [
        {
          functionDeclarations: [
            { name: 'search', description: 'Searches.', parametersJsonSchema: parameters },
            { name: END_CONVERSATION.name, description: END_CONVERSATION.description },
          ],
        },
      ],
      generationConfig: {
        ...{ temperature: 0.3, topP: 0.9, maxOutputTokens: 50 },
        thinkingConfig: { thinkingLevel: 'low' },
      },
    });
  });

  for (const [model, settings, expected] of [
    ['gemini-3.8-flash', {}, { thinkingLevel: 'low' }],
    ['gemini-3.5-flash-lite', {}, { thinkingLevel: 'minimal' }],
    ['gemini-3.5-flash-lite', { thinking_level: 'high' }, { thinkingLevel: 'high' }],
    ['gemini-4-argon', { thinking_level: 'medium' }, { thinkingLevel: 'medium' }],
    ...['gemini-3-flash-preview', 'gemini-3.5-flash', 'gemini-3.6-flash', 'gemini-flash-lite-latest'].map(
      (name) => [name, {}, { thinkingLevel: 'minimal' }] as const,
    ),
    ...['gemini-3.7-flash', 'gemini-3-pro-preview', 'gemini-flash-latest', 'gemini-pro-latest'].map(
      (name) => [name, {}, { thinkingLevel: 'low' }] as const,
    ),
    ['gemini-3-pro-preview', { thinking_level: 'medium' }, { thinkingLevel: 'high' }],
    ['gemini-3.1-pro-preview', { thinking_level: 'medium' }, { thinkingLevel: 'medium' }],
    ['gemini-2.5-flash', {}, { thinkingBudget: 0 }],
    ['gemini-2.5-flash', { thinking_level: 'low' }, undefined],
    ['gemini-2.5-pro', {}, undefined],
    ['gemma-3-27b-it', {}, undefined],
  ] as const)
    it(`tells ${model} with ${JSON.stringify(settings)} how long to think`, async () => {
      const { body } = await request({ model, ...settings });
      assert.deepEqual((body['generationConfig'] as { thinkingConfig?: object }).thinkingConfig, expected);
    });

  it('keeps a model’s name inside its path', async () => {
    const { asked } = await request({ model: '../../files?x' });
    assert.equal(asked.url.pathname, '/v1beta/models/..%2F..%2Ffiles%3Fx:streamGenerateContent');
  });

  it('gives tool calls back with the signatures they came with, and stands in for those it never saw', async () => {
    const { server, model } = await answering(
      says([{ text: 'Hm', thought: true }, { ...called('one'), thoughtSignature: 'c2ln' }, called('two')], 'STOP'),
    );
    const calls = (await think(model)).flatMap((each) => (each.type === 'tool_call' ? [each.call] : []));
    assert.deepEqual(
      calls.map(({ id }) => id),
      ['one', 'two'],
    );
    const foreign = { id: 'call_9', name: 'search', arguments: {} };
    await think(model, [
      ...QUESTION,
      { role: 'assistant', content: 'A moment.', tool_calls: [foreign] },
      { role: 'tool', content: 'Nothing.', tool_call_id: 'call_9' },
      { role: 'assistant', content: '', tool_calls: calls },
      { role: 'tool', content: 'Nine to five.', tool_call_id: 'one' },
      { role: 'tool', content: 'Closed.', tool_call_id: 'two' },
    ]);
    const answer = (id: string, output: string) => ({ functionResponse: { id, name: 'search', response: { output } } });
    assert.deepEqual(bodyOf(server.received[1]!)['contents'], [
      { role: 'user', parts: [{ text: 'Hello' }] },
      {
        role: 'model',
        parts: [
          { text: 'A moment.' },
          {
            functionCall: { id: 'call_9', name: 'search', args: {} },
            thoughtSignature: 'skip_thought_signature_validator',
          },
        ],
      },
      { role: 'user', parts: [answer('call_9', 'Nothing.')] },
      { role: 'model', parts: [{ ...called('one'), thoughtSignature: 'c2ln' }, called('two')] },
      { role: 'user', parts: [answer('one', 'Nine to five.'), answer('two', 'Closed.')] },
    ]);
  });

  it('forgets the signatures of calls that are long past', async () => {
    const calls = Array.from({ length: 70 }, (_, at) => `call_${at}`);
    let requestCount = 0;
    const server = await vendorServer({
      http: (_, response) =>
        void response.end(
          `data: ${JSON.stringify(says([{ ...called(calls[requestCount++] ?? ''), thoughtSignature: 'c2ln' }], 'STOP'))}\n\n`,
        ),
    });
    const model = await googleLlm.open({ api_key: KEY, base_url: server.url }, anywhere());
    for (const _ of calls) await think(model);
    const turn = (id: string): ChatMessage[] => [
      { role: 'assistant', content: '', tool_calls: [{ id, name: 'search', arguments: {} }] },
      { role: 'tool', content: 'Nothing.', tool_call_id: id },
    ];
    await think(model, [...QUESTION, ...turn('call_0'), ...turn('call_69')]);
    const { contents } = bodyOf(server.received.at(-1)!) as { contents: { parts: { thoughtSignature?: string }[] }[] };
    const signatures = contents.flatMap(({ parts }) => parts.flatMap((part) => part.thoughtSignature ?? []));
    assert.deepEqual(signatures, ['skip_thought_signature_validator', 'c2ln']);
  });

  it('leaves thoughts out of the reply', async () => {
    const { model } = await answering(says([{ text: 'Hm', thought: true }]), says([{ text: 'Hi' }], 'MAX_TOKENS'));
    const thoughts = await think(model);
    assert.equal(wordsOf(thoughts), 'Hi');
    assert.deepEqual(thoughts.at(-1), { type: 'finished', reason: 'length', usage: null });
  });

  const faults: readonly [string, object, boolean][] = [
    ['an overload', { error: { code: 503, status: 'UNAVAILABLE' } }, true],
    ['a fault of the request', { error: { code: 400, status: 'INVALID_ARGUMENT' } }, false],
    ['a question it declines', { promptFeedback: { blockReason: 'SAFETY' } }, false],
    ['an answer it declines', says([], 'PROHIBITED_CONTENT'), false],
    ['a tool call that cannot be read', says([], 'MALFORMED_FUNCTION_CALL'), true],
    [
      'a tool call that no tool could take',
      says([{ functionCall: { name: 'search', args: { query: 'x'.repeat(70_000) } } }]),
      false,
    ],
    ['an end without an end', says([{ text: 'We' }]), true],
  ];
  for (const [what, event, retryable] of faults)
    it(`${retryable ? 'may try again after' : 'fails permanently at'} ${what}`, async () => {
      const { model } = await answering(event);
      assert.equal((await failureOf(think(model))).retryable, retryable);
    });
});
