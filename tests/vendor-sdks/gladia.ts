import {
  GladiaClient,
  type LiveV2InitRequest,
  type LiveV2TranscriptMessage,
  type LiveV2Utterance,
  type LiveV2WebSocketMessage,
} from '@gladiaio/sdk';
import { assert } from 'chai';
import { bytesOf } from '../../adapters/providers/_speech/pcm.ts';
import { gladiaStt } from '../../adapters/providers/gladia/stt.ts';
import { sound } from '../adapters/providers/letter-audio.ts';
import { anywhere } from '../adapters/providers/vendor-stands.ts';
import { gladiaServer } from '../adapters/speech-vendors/gladia-server.ts';
import { hand, Listener } from '../contracts/speech-to-text.contract.ts';
import { haveFields } from './support/shapes.ts';

const KEY = 'gl-0123456789';
const SILENCE = new Int16Array(8_000);

/** What the SDK's types make of the settings that our adapter is given below. */
const REQUEST: LiveV2InitRequest = {
  model: 'solaria-1',
  encoding: 'wav/pcm',
  bit_depth: 16,
  sample_rate: 16_000,
  channels: 1,
  endpointing: 0.1,
  language_config: { languages: ['tl'], code_switching: false },
  pre_processing: { speech_threshold: 0.7 },
  realtime_processing: { custom_vocabulary: true, custom_vocabulary_config: { vocabulary: ['Aoife'] } },
  messages_config: {
    receive_partial_transcripts: true,
    receive_final_transcripts: true,
    receive_speech_events: true,
    receive_acknowledgments: true,
    receive_errors: true,
    receive_pre_processing_events: false,
    receive_realtime_processing_events: false,
    receive_post_processing_events: false,
    receive_lifecycle_events: false,
  },
};

/** The SDK's session with a scripted server, and every message that it was sent. */
async function world() {
  const server = await gladiaServer();
  const once = { maxAttempts: 1 };
  const client = new GladiaClient({ apiKey: KEY, apiUrl: server.url, region: 'eu-west', httpRetry: once });
  const session = client.liveV2().startSession(REQUEST);
  const reported: LiveV2WebSocketMessage[] = [];
  const waiting: (() => void)[] = [];
  session.on('message', (message) => {
    reported.push(message);
    for (const look of waiting) look();
  });
  const message = (isIt: (message: LiveV2WebSocketMessage) => boolean): Promise<void> =>
    new Promise((resolve) => waiting.push(() => void (reported.some(isIt) && resolve())));
  const ended = new Promise<number>((resolve) => session.on('ended', ({ code }) => resolve(code)));
  const connected = new Promise<void>((resolve) => session.on('connected', () => resolve()));
  return {
    server,
    session,
    reported,
    message,
    ended,
    connected,
    say: (pcm: Int16Array) => session.sendAudio(bytesOf(pcm)),
  };
}

const isTranscript = (message: LiveV2WebSocketMessage): message is LiveV2TranscriptMessage =>
  message.type === 'transcript';
const isFinal = (message: LiveV2WebSocketMessage): boolean => isTranscript(message) && message.data.is_final;
const finals = (reported: readonly LiveV2WebSocketMessage[]): string[] =>
  reported.filter(isTranscript).flatMap(({ data }) => (data.is_final ? [data.utterance.text] : []));

describe('gladia SDK against the scripted server', () => {
  it('receives speech events, transcripts and acknowledgements, and the rest when it stops', async () => {
    const { session, reported, message, ended, connected, say } = await world();
    await connected;
    const partial = message((each) => isTranscript(each) && !each.data.is_final);
    say(sound('a table for two, please'));
    await partial;
    const final = message(isFinal);
    say(SILENCE);
    await final;
    say(sound('good evening'));
    const last = message((each) => isFinal(each) && finals(reported).length === 2);
    session.stopRecording();
    await last;
    assert.equal(await ended, 1000);
    assert.deepEqual(finals(reported), ['a table for two, please', 'good evening']);
    const [first] = reported;
    assert.deepInclude(first, { type: 'speech_start' });
    haveFields<LiveV2WebSocketMessage>(reported, { session_id: true, created_at: true, type: true });
    haveFields<LiveV2Utterance>(
      reported.filter(isTranscript).map(({ data }) => data.utterance),
      { start: true, end: true, confidence: true, channel: true, words: true, text: true, language: true },
    );
    assert.deepEqual(
      reported.flatMap((each) => (each.type === 'audio_chunk' ? [each.data?.byte_range[1]] : [])),
      [7_360, 23_360, 27_200],
    );
  });

  it('is refused where the server refuses a session', async () => {
    const server = await gladiaServer();
    server.refusals.push(401);
    const client = new GladiaClient({ apiKey: KEY, apiUrl: server.url, httpRetry: { maxAttempts: 1 } });
    const session = client.liveV2().startSession(REQUEST);
    const failed = new Promise<Error>((resolve) => session.on('error', resolve));
    assert.propertyVal(await failed, 'status', 401);
  });

  it('does not come back after a permanent closing', async () => {
    const { server, ended, connected } = await world();
    await connected;
    for (const socket of server.sockets) socket.close(4401);
    assert.equal(await ended, 4401);
    assert.lengthOf(server.connections, 1);
  });

  it('ends a session at once', async () => {
    const { server, session, ended, connected, say } = await world();
    await connected;
    say(sound('never mind'));
    session.endSession();
    assert.equal(await ended, 1000);
    for (const socket of server.sockets) await new Promise((resolve) => socket.once('close', resolve));
  });

  it('asks for what our adapter asks for, and sends what it sends', async () => {
    const { server, session, message, ended, connected, say } = await world();
    await connected;
    const final = message(isFinal);
    say(sound('oo'));
    say(SILENCE);
    await final;
    session.stopRecording();
    await ended;
    const listener = new Listener();
    const settings = {
      api_key: KEY,
      base_url: server.url,
      region: 'eu-west',
      keyterms: ['Aoife'],
      speech_threshold: 0.7,
    };
    const ours = await gladiaStt.open(settings, { sampleRate: 16_000, language: 'fil' }, listener, anywhere());
    ours.startUtterance();
    hand(ours, sound('oo'), 16_000);
    ours.endUtterance();
    assert.deepEqual(await listener.next(), { text: 'oo' });
    ours.close();
    for (const socket of server.sockets) await new Promise((resolve) => socket.once('close', resolve));
    const [theirs, sent] = server.connections as [(typeof server.connections)[0], (typeof server.connections)[0]];
    assert.deepEqual(server.sessions[1], server.sessions[0]);
    assert.deepEqual(sent.texts, theirs.texts);
    assert.deepEqual(sent.audio, theirs.audio);
    const [request, , requestByUs] = server.received;
    assert.equal(requestByUs?.headers['x-gladia-key'], request?.headers['x-gladia-key']);
  });
});
