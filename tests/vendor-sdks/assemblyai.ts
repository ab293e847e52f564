import {
  StreamingTranscriber,
  type StreamingTranscriberParams,
  type StreamingWord,
  type SpeechStartedEvent,
  type TurnEvent,
} from 'assemblyai';
import { assert } from 'chai';
import { bytesOf } from '../../adapters/providers/_speech/pcm.ts';
import { assemblyaiStt } from '../../adapters/providers/assemblyai/stt.ts';
import { sound } from '../adapters/providers/letter-audio.ts';
import { anywhere } from '../adapters/providers/vendor-stands.ts';
import { assemblyAiServer } from '../adapters/speech-vendors/assemblyai-server.ts';
import { hand, Listener } from '../contracts/speech-to-text.contract.ts';
import { haveFields } from './support/shapes.ts';

const KEY = 'aai-0123456789';
/** As much audio as our adapter sends in whole pieces. In samples. */
const CHUNK = 1_920;

/** What the SDK's types make of the settings that our adapter is given below. */
const PARAMS = {
  apiKey: KEY,
  sampleRate: 16_000,
  encoding: 'pcm_s16le',
  speechModel: 'universal-3-6-pro',
  languageCodes: ['de'],
  minTurnSilence: 100,
  maxTurnSilence: 2_300,
  keytermsPrompt: ['Aoife'],
  prompt: 'A clinic.',
  filterProfanity: true,
  maxConnectionRetries: 0,
} satisfies StreamingTranscriberParams;

/** The SDK's client of a scripted server. It takes secure sockets only, so that its address is made one without. */
async function client(params: StreamingTranscriberParams = PARAMS) {
  const server = await assemblyAiServer();
  const websocketBaseUrl = `${server.url.replace('http', 'wss')}/v3/ws`;
  const it = new StreamingTranscriber({ ...params, websocketBaseUrl });
  const inside = it as unknown as { connectionUrl(): URL; send(message: string): void };
  const secure = inside.connectionUrl.bind(it);
  inside.connectionUrl = () => new URL(secure().href.replace('wss:', 'ws:'));
  const turns: TurnEvent[] = [];
  const waiting: (() => void)[] = [];
  it.on('turn', (turn) => {
    turns.push(turn);
    for (const look of waiting) look();
  });
  const turn = (isIt: (turn: TurnEvent) => boolean): Promise<void> =>
    new Promise((resolve) => waiting.push(() => void (turns.some(isIt) && resolve())));
  const say = (text: string, silence = 0): void => {
    const audio = new Int16Array(Math.max(CHUNK, sound(text).length + silence));
    audio.set(sound(text));
    it.sendAudio(bytesOf(audio).slice().buffer);
  };
  return { server, it, turns, turn, say, send: (message: string) => inside.send(message) };
}

const closing = (it: StreamingTranscriber): Promise<number> =>
  new Promise((resolve) => it.on('close', (code) => resolve(code)));

describe('assemblyai SDK against the scripted server', () => {
  it('begins, receives interim transcripts, forces an end of turn, and terminates with the rest', async () => {
    const { it, turns, turn, say } = await client();
    const begin = await it.connect();
    haveFields([begin], { type: true, id: true, expires_at: true });
    const partial = turn(({ end_of_turn }) => !end_of_turn);
    say('a table for two with a view');
    await partial;
    const end = turn(({ end_of_turn }) => end_of_turn);
    it.keepAlive();
    it.forceEndpoint();
    await end;
    assert.include(turns.at(-1), { transcript: 'a table for two with a view', turn_is_formatted: true, turn_order: 0 });
    const rest = turn(({ turn_order, end_of_turn }) => turn_order === 1 && end_of_turn);
    say('please');
    await Promise.all([it.close(), rest]);
    assert.equal(turns.at(-1)?.transcript, 'please');
    haveFields<TurnEvent>(turns, {
      type: true,
      turn_order: true,
      turn_is_formatted: true,
      end_of_turn: true,
      transcript: true,
      end_of_turn_confidence: true,
      words: true,
    });
    haveFields<StreamingWord>(
      turns.flatMap(({ words }) => words),
      { start: true, end: true, confidence: true, text: true, word_is_final: true },
    );
  });

  it('receives SpeechStarted, and a turn that the model ends after a sentence', async () => {
    const { it, turns, turn, say } = await client();
    await it.connect();
    const started = new Promise<SpeechStartedEvent>((resolve) =>
      // The SDK emits this event, but its overloads leave it out.
      it.on('speechStarted' as 'turn', resolve as never),
    );
    const end = turn(({ end_of_turn }) => end_of_turn);
    say('A table for two.', 2_400);
    haveFields([await started], { type: true, timestamp: true });
    await end;
    assert.equal(turns.at(-1)?.transcript, 'A table for two.');
    await it.close();
  });

  it('receives an error for audio that is too long, and its close code', async () => {
    const { it } = await client();
    await it.connect();
    const failed = new Promise<Error & { code?: number }>((resolve) => it.on('error', resolve));
    const closed = closing(it);
    it.sendAudio(new ArrayBuffer(64_000));
    assert.equal((await failed).code, 3007);
    assert.equal(await closed, 3007);
    await it.close();
  });

  it('receives a close code for an invalid message', async () => {
    const { it, send } = await client();
    await it.connect();
    const closed = closing(it);
    send('{"type":"Hello"}');
    assert.equal(await closed, 3006);
    await it.close();
  });

  for (const [name, params, settings, turns] of [
    ['universal-3-6-pro', PARAMS, { prompt: 'A clinic.', profanity_filter: true }],
    [
      'universal-streaming-multilingual',
      {
        apiKey: KEY,
        sampleRate: 16_000,
        encoding: 'pcm_s16le',
        speechModel: 'universal-streaming-multilingual',
        formatTurns: true,
        endOfTurnConfidenceThreshold: 1,
        minTurnSilence: 2_300,
        maxTurnSilence: 2_300,
        keytermsPrompt: ['Aoife'],
        mode: 'balanced',
        maxConnectionRetries: 0,
      },
      { mode: 'balanced' },
    ],
    [
      'u3-rt-pro',
      {
        ...{ apiKey: KEY, sampleRate: 16_000, encoding: 'pcm_s16le', speechModel: 'u3-rt-pro', languageCodes: ['de'] },
        ...{ keytermsPrompt: ['Aoife'], maxConnectionRetries: 0 },
      },
      {},
      { turns: 'vendor' },
    ],
    [
      'universal-streaming-english',
      {
        ...{ apiKey: KEY, sampleRate: 16_000, encoding: 'pcm_s16le', speechModel: 'universal-streaming-english' },
        ...{ formatTurns: true, keytermsPrompt: ['Aoife'], maxConnectionRetries: 0 },
      },
      { language: 'en' },
      { turns: 'vendor' },
    ],
  ] satisfies readonly (readonly [string, StreamingTranscriberParams, object, { turns: 'vendor' }?])[])
    it(`asks ${name}${turns ? ' that ends turns' : ''} for what our adapter asks for, and sends what it sends`, async () => {
      const { server, it, say, turn } = await client(params);
      await it.connect();
      const end = turn(({ end_of_turn, turn_is_formatted }) => end_of_turn && turn_is_formatted);
      say('yes');
      it.forceEndpoint();
      await end;
      await it.close();
      const listener = new Listener();
      const all = { api_key: KEY, base_url: server.url, model: name, keyterms: ['Aoife'], ...settings };
      const ours = await assemblyaiStt.open(
        all,
        { sampleRate: 16_000, language: 'de', ...turns },
        listener,
        anywhere(),
      );
      ours.startUtterance();
      hand(ours, sound('yes'), 16_000);
      hand(ours, new Int16Array(CHUNK - 640), 16_000);
      ours.endUtterance();
      assert.deepEqual(await listener.next(), { text: 'yes' });
      ours.close();
      for (const socket of server.sockets) await new Promise((resolve) => socket.once('close', resolve));
      const [theirs, sent] = server.connections as [(typeof server.connections)[0], (typeof server.connections)[0]];
      assert.deepEqual(sent.texts, theirs.texts);
      assert.deepEqual(sent.audio, theirs.audio);
      assert.equal(sent.headers.authorization, theirs.headers.authorization);
      assert.deepEqual(Object.fromEntries(sent.url.searchParams), Object.fromEntries(theirs.url.searchParams));
    });
});
