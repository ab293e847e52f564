import { Agent } from 'node:http';
import { assert } from 'chai';
import { toFile, NotFoundError } from 'openai';
import { OpenAIRealtimeWS } from 'openai/realtime/ws';
import { formOf, openAiServer } from '../adapters/providers/openai-server.ts';
import { sound } from '../adapters/providers/letter-audio.ts';
import { HELLO, openGateway } from './gateway-fixture.ts';
import { callsOf, modelServer } from './model-server.ts';
import { TEST_KEYS } from '../support/test-keys.ts';

const WEATHER = {
  type: 'function',
  function: { name: 'weather', parameters: { type: 'object', properties: { city: { type: 'string' } } } },
} as const;

/** The client insists on TLS for sockets, which a proxy in front of the gateway would end. */
const withoutTls = Object.assign(new Agent(), { protocol: 'https:' });

describe('the official client of OpenAI, through the gateway', function () {
  it('gets chat completions, complete and streamed', async () => {
    const { openai } = await openGateway({ llm: [(await modelServer()).url] });
    const whole = await openai.chat.completions.create(HELLO as never);
    assert.equal(
      (whole as { choices: { message: { content: string } }[] }).choices[0]?.message.content,
      'You said hello.',
    );
    let words = '';
    const stream = await openai.chat.completions.create({ ...HELLO, messages: [...HELLO.messages], stream: true });
    for await (const chunk of stream) words += chunk.choices[0]?.delta.content ?? '';
    assert.equal(words, 'You said hello.');
  });

  it('gets streamed tool calls', async () => {
    const { openai } = await openGateway({ llm: [(await modelServer()).url] });
    const runner = openai.chat.completions.stream({ ...HELLO, messages: [...HELLO.messages], tools: [WEATHER] });
    const [choice] = (await runner.finalChatCompletion()).choices;
    assert.equal(choice?.finish_reason, 'tool_calls');
    const [call] = choice?.message.tool_calls ?? [];
    assert.deepEqual(call?.type === 'function' && [call.function.name, call.function.arguments], [
      'weather',
      '{"city":"Pune"}',
    ]);
  });

  it('embeds in the encoding the client requests by default', async () => {
    const server = await modelServer();
    const { openai } = await openGateway({ embeddings: [server.url] });
    const { data } = await openai.embeddings.create({ model: 'bge-m3', input: ['one', 'two'] });
    assert.deepEqual(
      data.map(({ embedding }) => [...embedding]),
      [
        [0.5, -0.25, 1],
        [0.5, -0.25, 1],
      ],
    );
    assert.include(callsOf(server)[0]?.body.toString(), '"encoding_format":"base64"');
  });

  it('synthesises a text and transcribes a recording', async () => {
    const server = await modelServer();
    const { openai } = await openGateway({ tts: [server.url], stt: [server.url] });
    const speech = await openai.audio.speech.create({
      model: 'kokoro',
      voice: 'af_heart',
      input: 'Hi',
      response_format: 'pcm',
    });
    const bytes = new Uint8Array(await speech.arrayBuffer());
    assert.equal(bytes.length, 2 * 2 * 1_200);
    const file = await toFile(Buffer.concat([Buffer.from('RIFF'), Buffer.alloc(60)]), 'call.wav', {
      type: 'audio/wav',
    });
    const { text } = await openai.audio.transcriptions.create({ file, model: 'whisper-large-v3', language: 'en' });
    assert.equal(text, 'what are your opening hours');
    const form = formOf(callsOf(server)[1]!);
    assert.deepInclude(form.fields, { model: 'whisper-large-v3', language: 'en' });
  });

  it('lists the models of all slots, and finds one by a name with a slash', async () => {
    const [chat, whisper] = [
      await modelServer(),
      await modelServer({ models: ['Systran/faster-whisper', 'qwen3:8b'] }),
    ];
    const { openai } = await openGateway({
      llm: [chat.url],
      stt: [whisper.url],
      tts: [{ url: (await modelServer({ models: [] })).url, model: 'kokoro' }],
    });
    const ids = (await openai.models.list()).data.map(({ id }) => id);
    assert.sameMembers(ids, ['local', 'qwen3:8b', 'Systran/faster-whisper', 'kokoro']);
    assert.equal((await openai.models.retrieve('Systran/faster-whisper')).id, 'Systran/faster-whisper');
    const failure = await openai.models.retrieve('gpt-9').catch((error: unknown) => error);
    assert.instanceOf(failure, NotFoundError);
    assert.equal(failure.code, 'model_not_found');
  });

  it('transcribes over a realtime socket', async () => {
    const server = await openAiServer();
    const { openai } = await openGateway({
      stt: [{ url: server.url, model: 'voxtral', apiKey: 'upstream key' }],
      apiKey: TEST_KEYS.GATEWAY_API_KEY,
    });
    const rt = new OpenAIRealtimeWS({ model: 'default', options: { agent: withoutTls } }, openai);
    const transcript = await new Promise<string>((resolve, reject) => {
      rt.on('error', reject);
      rt.on('conversation.item.input_audio_transcription.completed', (event) => resolve(event.transcript));
      rt.socket.on('open', () => {
        const pcm = sound('hello there how are you');
        const wide = Int16Array.from({ length: (pcm.length * 3) / 2 }, (_, at) => pcm[Math.floor((at * 2) / 3)]!);
        rt.send({ type: 'input_audio_buffer.append', audio: Buffer.from(wide.buffer).toString('base64') });
        rt.send({ type: 'input_audio_buffer.commit' });
      });
    });
    rt.close();
    assert.equal(transcript, 'hello there how are you');
    const [request] = server.received;
    assert.equal(request?.url.pathname + (request?.url.search ?? ''), '/v1/realtime?model=voxtral');
    assert.equal(request?.headers.authorization, 'Bearer upstream key');
  });
});
