import { assert } from 'chai';
import { SarvamAIClient, type SarvamAI } from 'sarvamai';
import { sarvamLlm as llm } from '../../adapters/providers/sarvam/llm.ts';
import { sarvamStt as listener } from '../../adapters/providers/sarvam/stt.ts';
import { sarvamTts as speaker } from '../../adapters/providers/sarvam/tts.ts';
import { chatCompletions } from '../adapters/providers/chat-dialects.ts';
import { sound } from '../adapters/providers/letter-audio.ts';
import { llmServer } from '../adapters/providers/llm-server.ts';
import { anywhere } from '../adapters/providers/vendor-stands.ts';
import { bulbul, saaras } from '../adapters/speech-vendors/sarvam-server.ts';
import { samplesIn } from '../adapters/speech-vendors/tts-server.ts';
import { queryOf } from '../adapters/speech-vendors/stands.ts';
import { chunksOf } from '../contracts/language-model.contract.ts';
import { Listener, hand } from '../contracts/speech-to-text.contract.ts';
import { synthesisedChunks } from '../contracts/text-to-speech.contract.ts';
import { END_CONVERSATION } from '../../domain/voice/conversation-context.ts';
import { replyIn } from './support/chat-chunks.ts';
import { messages, TOOLS } from './support/chat-requests.ts';
import { conversation, exchange } from './support/models.ts';
import { atEndOfTest } from '../support/temporary.ts';
import { eventually } from '../support/eventually.ts';

const KEY = 'sk-0123456789';

const clientOf = ({ url }: { url: string }) =>
  new SarvamAIClient({
    apiSubscriptionKey: KEY,
    environment: { base: url, creative: url, production: url.replace('http', 'ws') },
    maxRetries: 0,
  });

const base64Of = (text: string): string => Buffer.from(sound(text).buffer).toString('base64');

interface RealtimeMessage {
  readonly event: string;
  readonly text?: string;
  readonly is_fatal?: boolean;
  readonly status_code?: number | undefined;
}

async function transcribing(server: { url: string }, model: 'saaras:v3-realtime' | 'saaras:v4-realtime') {
  const socket = await clientOf(server).speechToTextRealtimeStreaming.connect({
    ...{ 'Api-Subscription-Key': KEY, language_code: 'hi-IN', model, endpointing: 'manual', reconnectAttempts: 0 },
    ...{ stream_type: 'fast', mode: 'codemix', encoding: 'linear16', sample_rate: '16000', prompt: 'A clinic.' },
  });
  const reported: RealtimeMessage[] = [];
  const closes: number[] = [];
  socket.on('message', (message) => reported.push(message));
  socket.on('close', ({ code }) => closes.push(code));
  atEndOfTest(() => socket.close());
  await socket.waitForOpen();
  const until = (event: string) => eventually(() => reported.some((each) => each.event === event), event);
  return { socket, reported, closes, until };
}

describe('sarvamai SDK against the scripted realtime recognition server', () => {
  for (const model of ['saaras:v3-realtime', 'saaras:v4-realtime'] as const)
    it(`receives the transcript of a turn that it starts and ends, by ${model}`, async () => {
      const { socket, reported, until, closes } = await transcribing(await saaras(), model);
      await until('session.begin');
      socket.sendRealtimeSpeechStart({ event: 'speech_start' });
      for (const part of ['a table for ', 'two, please'])
        socket.sendRealtimeAudioInput({ event: 'audio_input', audio: base64Of(part) });
      socket.sendRealtimeSpeechEnd({ event: 'speech_end' });
      await until('transcript.final');
      socket.sendRealtimePing({ event: 'ping' });
      await until('pong');
      socket.sendRealtimeEnd({ event: 'end' });
      await until('session.end');
      await eventually(() => closes.length > 0, 'the end of the connection');
      assert.include(
        reported.find(({ event }) => event === 'transcript.final'),
        { text: 'a table for two, please' },
      );
      assert.isTrue(reported.some(({ event }) => event === 'transcript.partial'));
    });

  it('is refused a model that the interface does not have', async () => {
    const { reported, until } = await transcribing(await saaras(), 'saaras:v3' as 'saaras:v3-realtime');
    await until('error');
    assert.deepInclude(reported[0], { event: 'error', is_fatal: true, status_code: 400 });
  });

  it('asks and says what the adapter asks and says', async () => {
    const server = await saaras();
    const { socket } = await transcribing(server, 'saaras:v3-realtime');
    socket.sendRealtimeSpeechStart({ event: 'speech_start' });
    socket.sendRealtimeAudioInput({ event: 'audio_input', audio: base64Of('hello') });
    socket.sendRealtimeSpeechEnd({ event: 'speech_end' });
    socket.sendRealtimeEnd({ event: 'end' });
    const sttListener = new Listener();
    const settings = { api_key: KEY, base_url: server.url, mode: 'codemix', prompt: 'A clinic.' };
    const line = await listener.open(settings, { sampleRate: 16_000, language: 'hi' }, sttListener, anywhere());
    line.startUtterance();
    hand(line, sound('hello'), 16_000);
    line.endUtterance();
    assert.deepEqual(await sttListener.next(), { text: 'hello' });
    line.close();
    await eventually(() => server.sockets.size === 0, 'the end of both connections');
    const [theirs, ours] = server.connections.map(({ url, headers, texts }) => ({
      path: url.pathname,
      query: queryOf(url),
      key: headers['api-subscription-key'],
      events: [...new Set(texts.map((text) => (JSON.parse(text) as RealtimeMessage).event))],
    }));
    assert.deepEqual(ours, theirs);
  });
});

const CONFIG: SarvamAI.ConfigureConnection.Data = {
  language_code: 'od-IN',
  speaker: 'ritu',
  pace: 1.2,
  speech_sample_rate: 8_000,
  output_audio_codec: 'mulaw',
  enable_preprocessing: true,
};

describe('sarvamai SDK against the scripted speech server', () => {
  const speaking = async (server: Awaited<ReturnType<typeof bulbul>>) => {
    const socket = await clientOf(server).textToSpeechStreaming.connect({
      ...{ 'Api-Subscription-Key': KEY, model: 'bulbul:v3', send_completion_event: 'true', reconnectAttempts: 0 },
    });
    const reported: (SarvamAI.AudioOutput | SarvamAI.EventResponse | SarvamAI.ErrorResponse)[] = [];
    socket.on('message', (message) => reported.push(message));
    atEndOfTest(() => socket.close());
    await socket.waitForOpen();
    return {
      socket,
      reported,
      until: (type: string) => eventually(() => reported.some((each) => each.type === type), type),
    };
  };

  it('gets the audio of a text up to its end', async () => {
    const { socket, reported, until } = await speaking(await bulbul());
    socket.configureConnection({ type: 'config', data: CONFIG });
    socket.convert('Good ');
    socket.convert('day.');
    socket.flush();
    await until('event');
    const bytes = reported.flatMap((each) =>
      each.type === 'audio' ? [...Buffer.from(each.data.audio, 'base64')] : [],
    );
    assert.lengthOf(bytes, samplesIn('Good day.', 8_000));
    assert.deepInclude(reported.at(-1), { type: 'event' });
  });

  it('is refused a language in the spelling of the recognition', async () => {
    const { socket, reported, until } = await speaking(await bulbul());
    const wrong = 'or-IN' as 'od-IN';
    socket.configureConnection({ type: 'config', data: { ...CONFIG, language_code: wrong } });
    await until('error');
    assert.nestedInclude(reported[0], { 'data.code': 422 });
  });

  it('cancels a text by closing the connection', async () => {
    const server = await bulbul();
    const { socket, until } = await speaking(server);
    socket.configureConnection({ type: 'config', data: CONFIG });
    socket.convert('A text that is long enough to be interrupted.');
    socket.flush();
    await until('audio');
    socket.close();
    await eventually(() => server.sockets.size === 0, 'the end of the connection');
  });

  it('says what the adapter says, and declares every field of it', async () => {
    const server = await bulbul();
    const settings = { api_key: KEY, base_url: server.url, language: 'or', voice: 'ritu', pace: 1.2, temperature: 0.4 };
    const voice = await speaker.open(settings, { sampleRate: 8_000 }, anywhere());
    await synthesisedChunks(voice, 'Good day.');
    voice.close();
    const [{ url, headers, texts }] = server.connections as [(typeof server.connections)[0]];
    assert.deepEqual(queryOf(url), { model: 'bulbul:v3', send_completion_event: 'true' });
    assert.equal(headers['api-subscription-key'], KEY);
    assert.deepEqual(
      texts.map((text) => JSON.parse(text) as unknown),
      [
        { type: 'config', data: { model: 'bulbul:v3', temperature: 0.4, ...CONFIG } },
        { type: 'text', data: { text: 'Good day.' } },
        { type: 'flush' },
      ] satisfies [SarvamAI.ConfigureConnection, SarvamAI.SendText, SarvamAI.FlushSignal],
    );
  });
});

/** The SDK hands a fault out like a chunk, whatever its type says. */
async function* withoutFaults<T extends object>(chunks: AsyncIterable<T>): AsyncGenerator<T> {
  for await (const chunk of chunks) {
    if ('error' in chunk) throw new Error(JSON.stringify(chunk.error));
    yield chunk;
  }
}

/** The conversation as the SDK types it: a message that only calls tools has no content, and not null. */
const MESSAGES: SarvamAI.ChatCompletionRequestMessage[] = messages().map((message) =>
  message.content === null ? { role: message.role, tool_calls: message.tool_calls } : message,
);

exchange({
  name: 'sarvamai SDK (chat completions)',
  wire: chatCompletions,
  client: (server) => ({
    async ask(question, abortSignal, onStart) {
      const stream = await clientOf(server).chat.completions(
        {
          ...{ messages: [{ role: 'user', content: question }], model: 'sarvam-105b', tools: TOOLS, stream: true },
        },
        { abortSignal },
      );
      return replyIn(withoutFaults(stream), onStart);
    },
  }),
  finishes: ['stop', 'tool_calls'],
  refused: /401/,
  fault: /no such key/,
});

describe('sarvamai SDK against the scripted chat completions server', () => {
  const user = [{ role: 'user' as const, content: 'what is this' }];

  it('sends the same request as the adapter, with the results of two tools', async () => {
    const server = await llmServer(chatCompletions, KEY);
    const stream = await clientOf(server).chat.completions({
      ...{ messages: MESSAGES, tools: TOOLS, model: 'sarvam-105b', temperature: 0.3, max_tokens: 50, stream: true },
      reasoning_effort: 'low',
    });
    for await (const _ of stream);
    const settings = { api_key: KEY, base_url: server.url, model: 'sarvam-105b', temperature: 0.3, max_tokens: 50 };
    const model = await llm.open({ ...settings, reasoning_effort: 'low' }, anywhere());
    const request = { messages: conversation(), tools: [END_CONVERSATION] };
    await chunksOf(model.generate(request, new AbortController().signal));
    const [theirs, ours] = server.received.map(({ url, headers, body }) => ({
      path: url.pathname,
      key: headers['api-subscription-key'],
      body: JSON.parse(body.toString()) as unknown,
    }));
    assert.deepEqual(ours, theirs);
  });

  it('is refused a wrong key', async () => {
    const server = await llmServer(chatCompletions, KEY);
    server.refusals.push(403);
    const refusal: unknown = await clientOf(server)
      .chat.completions({ messages: user, model: 'sarvam-105b-conversations', stream: true })
      .catch((error: unknown) => error);
    assert.include(refusal, { statusCode: 403 });
  });
});
