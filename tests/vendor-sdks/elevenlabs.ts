import { AudioFormat, CommitStrategy, ElevenLabsClient, RealtimeEvents } from '@elevenlabs/elevenlabs-js';
import {
  Alignment,
  AudioOutputMulti,
  CloseContext,
  FinalOutputMulti,
  InitializeConnectionMulti,
  InputAudioChunkPayload,
  SendTextMulti,
} from '@elevenlabs/elevenlabs-js/serialization/index.js';
import { assert } from 'chai';
import { WebSocket } from 'ws';
import { base64Of, bytesOf } from '../../adapters/providers/_speech/pcm.ts';
import { elevenlabsStt as listener } from '../../adapters/providers/elevenlabs/stt.ts';
import { elevenlabsTts as speaker } from '../../adapters/providers/elevenlabs/tts.ts';
import { sound } from '../adapters/providers/letter-audio.ts';
import { anywhere } from '../adapters/providers/vendor-stands.ts';
import { multiStream } from '../adapters/speech-vendors/multi-stream.ts';
import { scribe } from '../adapters/speech-vendors/scribe-server.ts';
import { samplesIn } from '../adapters/speech-vendors/tts-server.ts';
import { Listener } from '../contracts/speech-to-text.contract.ts';
import { never, synthesisedChunks } from '../contracts/text-to-speech.contract.ts';

const KEY = 'sk-0123456789abcdef';
const RATE = 16_000;

const OUR_TURNS = { commitStrategy: CommitStrategy.MANUAL };
const VENDOR_TURNS = { commitStrategy: CommitStrategy.VAD, vadSilenceThresholdSecs: 0.3 };

async function transcription(turns: object = OUR_TURNS) {
  const server = await scribe('includeTimestamps' in turns);
  const client = new ElevenLabsClient({ apiKey: KEY, baseUrl: server.url });
  const connection = await client.speechToText.realtime.connect({
    modelId: 'scribe_v2_realtime',
    audioFormat: AudioFormat.PCM_16000,
    sampleRate: RATE,
    languageCode: 'en',
    ...turns,
    keyterms: ['Aoife', 'Siobhán Walsh'],
    noVerbatim: true,
  });
  const event = <E extends RealtimeEvents>(name: E): Promise<void> =>
    new Promise((resolve) => connection.on(name, () => resolve()));
  const started = event(RealtimeEvents.SESSION_STARTED);
  return { server, connection, event, started };
}

const audioOf = (text: string) => ({ audioBase64: base64Of(bytesOf(sound(text))) });

describe('elevenlabs SDK against the scripted transcriber', () => {
  it('hears words on the way, and the words of each utterance that it commits', async () => {
    const { server, connection, event, started } = await transcription();
    await started;
    const committed: string[] = [];
    let received: () => void = () => undefined;
    connection.on(RealtimeEvents.COMMITTED_TRANSCRIPT, ({ text }) => {
      committed.push(text);
      received();
    });
    const partial = event(RealtimeEvents.PARTIAL_TRANSCRIPT);
    connection.send(audioOf('a table for two'));
    await partial;
    for (const more of [null, 'please']) {
      const answered = new Promise<void>((resolve) => (received = resolve));
      if (more) connection.send(audioOf(more));
      connection.commit();
      await answered;
    }
    assert.deepEqual(committed, ['a table for two', 'please']);
    assert.equal(server.connections[0]?.headers['xi-api-key'], KEY);
    const closed = event(RealtimeEvents.CLOSE);
    connection.close();
    await closed;
  });

  it('takes for errors what the server sends of a silent utterance and of a refused request', async () => {
    const { server, connection, event, started } = await transcription();
    const errors: string[] = [];
    connection.on(RealtimeEvents.ERROR, (error) =>
      errors.push('message_type' in error ? error.message_type : error.message),
    );
    await started;
    const wordless = event(RealtimeEvents.INSUFFICIENT_AUDIO_ACTIVITY);
    connection.commit();
    await wordless;
    const refused = event(RealtimeEvents.INVALID_REQUEST);
    for (const socket of server.sockets) {
      socket.send(JSON.stringify({ message_type: 'invalid_request', error: 'No such model.' }));
      socket.close(1000);
    }
    await Promise.all([refused, event(RealtimeEvents.CLOSE)]);
    assert.deepEqual(errors, ['insufficient_audio_activity', 'invalid_request']);
  });

  for (const [turns, params, options] of [
    ['', OUR_TURNS, {}],
    [' where the vendor ends turns', VENDOR_TURNS, { turns: 'vendor' }],
    [' with the times of words', { ...OUR_TURNS, includeTimestamps: true }, { wordTimes: true }],
  ] as const)
    it(`asks for what our adapter asks for${turns}`, async () => {
      const { server, connection, event, started } = await transcription(params);
      await started;
      const answered = event(RealtimeEvents.COMMITTED_TRANSCRIPT);
      connection.send(audioOf('good evening'));
      connection.commit();
      await answered;
      const closed = event(RealtimeEvents.CLOSE);
      connection.close();
      await closed;
      const sttListener = new Listener();
      const ours = await listener.open(
        { api_key: KEY, base_url: server.url, keyterms: ['Aoife', 'Siobhán Walsh'], no_verbatim: true },
        { sampleRate: RATE, language: 'en', ...options },
        sttListener,
        anywhere(),
      );
      ours.startUtterance();
      ours.write(sound('good evening'));
      ours.endUtterance();
      assert.propertyVal(await sttListener.next(), 'text', 'good evening');
      ours.close();
      const [theirs, sent] = server.connections;
      const query = ({ url }: { url: URL }): string[] => [...url.searchParams].map((pair) => pair.join('=')).toSorted();
      assert.deepEqual([sent!.url.pathname, query(sent!)], [theirs!.url.pathname, query(theirs!)]);
      assert.equal(sent!.headers['xi-api-key'], theirs!.headers['xi-api-key']);
      assert.deepEqual(sent!.audio, theirs!.audio);
      for (const message of [...sent!.texts, ...theirs!.texts])
        InputAudioChunkPayload.parseOrThrow(JSON.parse(message), STRICT);
    });
});

/** A field that the SDK does not know is an error. */
const STRICT = { unrecognizedObjectKeys: 'fail' } as const;

const isOf =
  (...kinds: readonly { parse(message: unknown, options: typeof STRICT): { readonly ok: boolean } }[]) =>
  (message: unknown): boolean =>
    kinds.some((kind) => kind.parse(message, STRICT).ok);
const isClientMessage = isOf(InitializeConnectionMulti, SendTextMulti, CloseContext);
const isAnswered = isOf(AudioOutputMulti, FinalOutputMulti);

// The SDK has no client for this socket, but knows its messages.
describe('elevenlabs SDK and the scripted voices', () => {
  it('knows all that our adapter sends: texts of a reply, its end, a text alone, an interruption', async () => {
    const { server, key } = await multiStream();
    const settings = { api_key: key, base_url: server.url, stability: 0.5, similarity_boost: 0.7, style: 0.1 };
    const voice = await speaker.open({ ...settings, use_speaker_boost: true }, { sampleRate: RATE }, anywhere());
    const speech = {};
    await synthesisedChunks(voice, 'Hello.', never(), { speech });
    await synthesisedChunks(voice, 'How are you?', never(), { speech });
    voice.endSpeech?.(speech);
    await synthesisedChunks(voice, 'Fine.');
    const stop = new AbortController();
    for await (const { length } of voice.synthesise('Interrupt me, please.', stop.signal, { speech: {} }))
      if (length > 0) stop.abort();
    await synthesisedChunks(voice, 'Yes.');
    voice.close();
    const sent = server.connections[0]!.texts.map((text) => JSON.parse(text) as unknown);
    assert.isAbove(sent.length, 10);
    assert.deepEqual(
      sent.filter((message) => !isClientMessage(message)),
      [],
    );
    assert.isFalse(isClientMessage({ text: 'Hello.', contextId: 'one' }), 'the check finds faults');
  });

  it('knows all that the server answers but flush_done, and makes whole audio of it', async () => {
    const { server } = await multiStream();
    const url = `${server.url}/v1/text-to-speech/v/multi-stream-input?output_format=pcm_${RATE}`;
    const socket = new WebSocket(url.replace('http', 'ws'));
    const answers: Record<string, unknown>[] = [];
    const closed = new Promise<void>((resolve) =>
      socket.on('message', (data: Buffer) => {
        const answer = JSON.parse(data.toString()) as Record<string, unknown>;
        answers.push(answer);
        if (answer['isFinal']) resolve();
      }),
    );
    await new Promise((resolve) => socket.once('open', resolve));
    const contextId = 'one';
    for (const message of [
      InitializeConnectionMulti.jsonOrThrow({ text: ' ', voiceSettings: { speed: 1 }, contextId }),
      SendTextMulti.jsonOrThrow({ text: 'Good morning. ', flush: true, contextId }),
      CloseContext.jsonOrThrow({ contextId, closeContext: true }),
    ])
      socket.send(JSON.stringify(message));
    await closed;
    socket.close();
    await new Promise((resolve) => socket.once('close', resolve));
    const others = answers.filter((answer) => !isAnswered(answer));
    assert.deepEqual(
      others.map(({ type }) => type),
      ['flush_done'],
    );
    assert.equal(answers.indexOf(others[0]!), answers.length - 2);
    const sounds = answers.map(({ audio = '' }) => Buffer.from(audio as string, 'base64'));
    assert.equal(Buffer.concat(sounds).length, 2 * samplesIn('Good morning.', RATE));
    const letters = answers.flatMap(({ alignment }) => {
      const parsed = Alignment.parse(alignment ?? {}, STRICT);
      return parsed.ok ? (parsed.value.chars ?? []) : [];
    });
    assert.equal(letters.join(''), 'Good morning.');
  });
});
