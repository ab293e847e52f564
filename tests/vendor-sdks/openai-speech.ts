import { File } from 'node:buffer';
import { once } from 'node:events';
import { connect, type TcpNetConnectOpts } from 'node:net';
import { assert } from 'chai';
import OpenAI, { BadRequestError } from 'openai';
import { OpenAIRealtimeWS } from 'openai/realtime/ws';
import type { TranscriptionCreateParamsNonStreaming } from 'openai/resources/audio/transcriptions';
import type {
  AudioTranscription,
  RealtimeClientEvent,
  RealtimeServerEvent,
  SessionUpdateEvent,
} from 'openai/resources/realtime/realtime';
import { openaiStt as listener } from '../../adapters/providers/openai/stt.ts';
import { openaiCompatibleStt as ownListener } from '../../adapters/providers/openai-compatible/stt.ts';
import { openaiTts as speaker } from '../../adapters/providers/openai/tts.ts';
import { openaiCompatibleTts as ownSpeaker } from '../../adapters/providers/openai-compatible/tts.ts';
import { wavFile } from '../../adapters/providers/_speech/pcm.ts';
import { formOf, openAiServer } from '../adapters/providers/openai-server.ts';
import { sound } from '../adapters/providers/letter-audio.ts';
import { vendorServer } from '../adapters/providers/vendor-server.ts';
import { anywhere } from '../adapters/providers/vendor-stands.ts';
import { hand, Listener } from '../contracts/speech-to-text.contract.ts';
import { synthesisedChunks } from '../contracts/text-to-speech.contract.ts';
import { atEndOfTest } from '../support/temporary.ts';
import { eventually } from '../support/eventually.ts';

const KEY = 'sk-0123456789';
type Server = Awaited<ReturnType<typeof openAiServer>>;

const clientOf = ({ url }: Server) => new OpenAI({ apiKey: KEY, baseURL: `${url}/v1`, maxRetries: 0 });

/** A transcription session of the SDK. It asks for `wss`, so its socket is led to the server, which has no certificate. */
async function transcriptionSession(server: Server) {
  const plain = ((options: TcpNetConnectOpts) => connect(options.port, '127.0.0.1')) as typeof connect;
  const options = { createConnection: plain };
  const session = new OpenAIRealtimeWS({ intent: 'transcription', options }, clientOf(server));
  const reported: RealtimeServerEvent[] = [];
  const errors: unknown[] = [];
  session.on('event', (event) => reported.push(event));
  session.on('error', (error) => errors.push(error));
  atEndOfTest(() => session.close());
  await once(session.socket, 'open');
  const until = (type: string) => eventually(() => reported.some((event) => event.type === type), type);
  return { session, reported, errors, until };
}

const updateOf = (transcription: object): SessionUpdateEvent => ({
  type: 'session.update',
  session: {
    type: 'transcription',
    audio: { input: { format: { type: 'audio/pcm', rate: 24_000 }, transcription, turn_detection: null } },
  },
});

/** The letters of a text as PCM of the only rate. */
const audioOf = (text: string): string => {
  const pcm = Int16Array.from({ length: text.length * 240 }, (_, at) => text.charCodeAt(Math.floor(at / 240)));
  return Buffer.from(pcm.buffer).toString('base64');
};

const typesIn = (events: readonly { type: string }[]) =>
  events.map(({ type }) => type.replace(/^.*transcription\./, ''));

describe('openai SDK against the scripted realtime transcription server', () => {
  it('receives interim words while it sends audio, and the full text of a commit', async () => {
    const { session, reported, errors, until } = await transcriptionSession(await openAiServer());
    session.send(updateOf({ model: 'gpt-live-transcribe', languages: ['en', 'hi'], keywords: ['Okapi'] }));
    session.send({ type: 'input_audio_buffer.append', audio: audioOf('a table for ') });
    session.send({ type: 'input_audio_buffer.append', audio: audioOf('two') });
    session.send({ type: 'input_audio_buffer.commit' });
    await until('conversation.item.input_audio_transcription.completed');
    assert.deepEqual(typesIn(reported), [
      'session.created',
      'session.updated',
      'delta',
      'input_audio_buffer.committed',
      'conversation.item.added',
      'conversation.item.done',
      'completed',
    ]);
    assert.include(reported.at(-1), { item_id: 'item_0', transcript: 'a table for two' });
    assert.isEmpty(errors);
  });

  it('receives an error for a commit without audio, and transcribes the next utterance', async () => {
    const { session, reported, errors, until } = await transcriptionSession(await openAiServer());
    session.send(updateOf({ model: 'gpt-realtime-whisper', language: 'en', delay: 'low' }));
    session.send({ type: 'input_audio_buffer.commit' });
    await until('error');
    assert.match(String(errors[0]), /code=input_audio_buffer_commit_empty/);
    session.send({ type: 'input_audio_buffer.append', audio: audioOf('good evening') });
    session.send({ type: 'input_audio_buffer.commit' });
    await until('conversation.item.input_audio_transcription.completed');
    assert.include(reported.at(-1), { transcript: 'good evening' });
  });

  for (const transcription of [
    { model: 'gpt-live-transcribe', language: 'en' },
    { model: 'gpt-realtime-whisper', languages: ['en'] },
    { model: 'gpt-realtime-whisper', prompt: 'A bakery.' },
  ])
    it(`is refused what the model does not take: ${JSON.stringify(transcription)}`, async () => {
      const { session, errors, until } = await transcriptionSession(await openAiServer());
      session.send(updateOf(transcription));
      await until('error');
      assert.match(String(errors[0]), /code=unsupported_parameter param=(language|languages|prompt) /);
    });

  it('closes the session', async () => {
    const server = await openAiServer();
    const { session } = await transcriptionSession(server);
    session.close();
    await eventually(() => server.sockets.size === 0, 'the end of the connection');
  });
});

describe('openai SDK types', () => {
  for (const [turns, model, delay, turn_detection] of [
    ['', { model: 'gpt-live-transcribe' }, { delay: 'low' }, null],
    [' where the vendor ends turns', { model: 'gpt-transcribe' }, {}, { type: 'semantic_vad' }],
  ] as const)
    it(`declare every message that the adapter sends${turns}`, async () => {
      const sent: unknown[] = [];
      const server = await vendorServer({
        socket: (socket) =>
          socket.on('message', (raw: Buffer) => {
            if (sent.push(JSON.parse(raw.toString())) === 1) socket.send('{"type":"session.updated"}');
          }),
      });
      const settings = {
        ...{ api_key: KEY, base_url: `${server.url}/v1`, prompt: 'A bakery.', ...model, ...delay },
        keyterms: ['Okapi'],
      };
      const how = { sampleRate: 8_000, language: 'en-IN', ...(turn_detection && { turns: 'auto' as const }) };
      const line = await listener.open(settings, how, new Listener(), anywhere());
      line.startUtterance();
      line.write(new Int16Array(160));
      line.endUtterance();
      await eventually(() => sent.length === 3, 'all messages');
      const hints = { languages: ['en'], keywords: ['Okapi'], prompt: 'A bakery.' };
      const transcription: AudioTranscription = { ...model, ...hints, ...delay };
      const input = { format: { type: 'audio/pcmu' }, transcription, turn_detection } as const;
      assert.deepEqual(sent, [
        { type: 'session.update', session: { type: 'transcription', audio: { input } } },
        { type: 'input_audio_buffer.append', audio: Buffer.alloc(160, 0xff).toString('base64') },
        { type: 'input_audio_buffer.commit' },
      ] satisfies RealtimeClientEvent[]);
      line.close();
    });
});

describe('openai SDK against the scripted transcription server', () => {
  const wav = () => new File([Uint8Array.from(wavFile(sound('hello'), 16_000))], 'audio.wav', { type: 'audio/wav' });

  it('sends the same form as the adapter, and reads the text', async () => {
    type Hints = Pick<TranscriptionCreateParamsNonStreaming, 'model' | 'language' | 'languages' | 'keywords'>;
    const cases: [typeof listener, Hints, object][] = [
      [listener, { model: 'gpt-transcribe', languages: ['en'], keywords: ['Okapi'] }, { keyterms: ['Okapi'] }],
      [listener, { model: 'whisper-1', language: 'en' }, {}],
      [ownListener, { model: 'whisper-large-v3', language: 'en' }, {}],
    ];
    for (const [provider, hint, more] of cases) {
      const server = await openAiServer();
      const client = clientOf(server);
      const [file, prompt] = [wav(), 'A bakery.'];
      const answer = await client.audio.transcriptions.create({
        file,
        prompt,
        response_format: 'json',
        ...structuredClone(hint),
      });
      assert.equal(answer.text, 'hello');
      const sttListener = new Listener();
      const settings = { api_key: KEY, base_url: `${server.url}/v1`, model: hint.model, prompt, ...more };
      const line = await provider.open(settings, { sampleRate: 16_000, language: 'en' }, sttListener, anywhere());
      line.startUtterance();
      hand(line, sound('hello'), 16_000);
      line.endUtterance();
      assert.deepEqual(await sttListener.next(), { text: 'hello' });
      const [theirs, ours] = server.received.map((request) => ({
        path: request.url.pathname,
        key: request.headers.authorization,
        fields: formOf(request).fields,
      }));
      assert.deepEqual(ours, theirs);
      line.close();
    }
  });

  it('is refused a single language by gpt-transcribe', async () => {
    const refusal: unknown = await clientOf(await openAiServer())
      .audio.transcriptions.create({ file: wav(), model: 'gpt-transcribe', language: 'en' })
      .catch((error: unknown) => error);
    assert.instanceOf(refusal, BadRequestError);
    assert.include(refusal, { param: 'language', code: 'unsupported_parameter' });
  });
});

describe('openai SDK against the scripted speech server', () => {
  for (const provider of [speaker, ownSpeaker])
    it(`sends the same request as ${provider.declaration.provider}, and gets the same audio`, async () => {
      const server = await openAiServer();
      const instructions = 'Cheerful.';
      const answer = await clientOf(server).audio.speech.create({
        model: 'gpt-4o-mini-tts',
        voice: 'marin',
        input: 'Hello.',
        response_format: 'pcm',
        speed: 1.5,
        instructions,
      });
      const theirs = new Uint8Array(await answer.arrayBuffer());
      const settings = {
        api_key: KEY,
        base_url: `${server.url}/v1`,
        model: 'gpt-4o-mini-tts',
        voice: 'marin',
        speed: 1.5,
        instructions,
      };
      const voice = await provider.open(settings, { sampleRate: 24_000 }, anywhere());
      const ours = await synthesisedChunks(voice, 'Hello.');
      const [first, second] = server.received.map(({ url, body }) => [
        url.pathname,
        JSON.parse(body.toString()) as unknown,
      ]);
      assert.deepEqual(second, first);
      const samples = ours.reduce((sum, { length }) => sum + length, 0);
      assert.isAbove(samples, 0);
      assert.equal(samples * 2, theirs.length);
    });

  it('cancels a text in the middle', async () => {
    const server = await openAiServer();
    const stop = new AbortController();
    const answer = await clientOf(server).audio.speech.create(
      {
        model: 'tts-1',
        voice: 'alloy',
        input: 'A text that is long enough to be interrupted.',
        response_format: 'pcm',
      },
      { signal: stop.signal },
    );
    for await (const _ of answer.body!) break;
    stop.abort();
    await eventually(() => server.hangUps === 1, 'the end of the connection');
  });
});
