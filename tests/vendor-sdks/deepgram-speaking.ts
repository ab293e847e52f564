import type { Deepgram, DeepgramError } from '@deepgram/sdk';
import { assert } from 'chai';
import { concatAudio, bytesOf } from '../../adapters/providers/_speech/pcm.ts';
import { deepgramTts as speaker } from '../../adapters/providers/deepgram/tts.ts';
import { deepgramServer } from '../adapters/providers/deepgram-server.ts';
import { anywhere } from '../adapters/providers/vendor-stands.ts';
import { synthesisedChunks } from '../contracts/text-to-speech.contract.ts';
import { fluxSpeakingServer } from '../adapters/speech-vendors/flux-tts-server.ts';
import { clientOf, KEY, queryOf } from './support/deepgram.ts';
import { haveFields } from './support/shapes.ts';

async function world() {
  const server = await deepgramServer();
  return { server, client: clientOf(server.url) };
}

describe('deepgram SDK speaking with aura through the scripted server', () => {
  it('gets the audio that our adapter gets, for the same request', async () => {
    const { server, client } = await world();
    const request = {
      text: 'Hola.',
      model: 'aura-2-estrella-es',
      encoding: 'linear16',
      container: 'none',
      sample_rate: 16_000,
      speed: 1.2,
    } as const;
    const audio = await client.speak.v1.audio.generate(request);
    const bytes = new Uint8Array(await audio.arrayBuffer());
    const settings = { api_key: KEY, base_url: server.url, language: 'es', voice: 'estrella', speed: 1.2 };
    const voice = await speaker.open(settings, { sampleRate: 16_000 }, anywhere());
    assert.deepEqual(bytesOf(concatAudio(await synthesisedChunks(voice, 'Hola.'))), bytes);
    voice.close();
    const [theirs, ours] = server.received as [(typeof server.received)[0], (typeof server.received)[0]];
    assert.equal(`${ours.method} ${ours.url.pathname}`, `${theirs.method} ${theirs.url.pathname}`);
    assert.deepEqual(queryOf(ours.url), queryOf(theirs.url));
    assert.deepEqual(JSON.parse(ours.body.toString()), JSON.parse(theirs.body.toString()));
  });

  it('is refused as our adapter is', async () => {
    const { server, client } = await world();
    server.refusals.push(400);
    const refused = await client.speak.v1.audio
      .generate({ text: 'Ciao.', model: 'aura-2-livia-it' }, { maxRetries: 0 })
      .catch((error: unknown) => (error as DeepgramError).statusCode);
    assert.equal(refused, 400);
  });
});

describe('deepgram SDK speaking with flux through the scripted server', () => {
  const ARGS = {
    model: 'flux-haley-en',
    encoding: 'linear16',
    sample_rate: '16000',
    speed: 1.1,
    Authorization: `Token ${KEY}`,
  } as const;
  type VendorMessage =
    | Deepgram.speak.SpeakV2Connected
    | Deepgram.speak.SpeakV2SpeechStarted
    | Deepgram.speak.SpeakV2SpeechMetadata
    | Deepgram.speak.SpeakV2SpeechInterrupted
    | Deepgram.speak.SpeakV2SessionMetadata;

  /** A socket of the SDK, with all messages that it reported and how much audio came before each. */
  async function opened() {
    const server = await fluxSpeakingServer();
    const socket = await clientOf(server.url).speak.v2.connect(ARGS);
    const reported: { message: VendorMessage; audio: number }[] = [];
    const waiting: (() => void)[] = [];
    let audio = 0;
    socket.on('message', (message: unknown) => {
      if (message instanceof Uint8Array || message instanceof ArrayBuffer) audio += message.byteLength;
      else if (message instanceof Blob) audio += message.size;
      else reported.push({ message: message as VendorMessage, audio });
      for (const look of waiting) look();
    });
    socket.connect();
    await socket.waitForOpen();
    const until = (type: string, count = 1): Promise<void> =>
      new Promise((resolve) => {
        const look = (): void => {
          if (reported.filter(({ message }) => message.type === type).length >= count) resolve();
        };
        waiting.push(look);
        look();
      });
    const all = <T extends VendorMessage['type']>(type: T) =>
      reported.flatMap(({ message }) =>
        message.type === type ? [message as Extract<VendorMessage, { type: T }>] : [],
      );
    return { server, socket, reported, until, all };
  }

  it('receives one turn after the other, with all audio between its start and its metadata', async () => {
    const { socket, reported, until, all } = await opened();
    await until('Connected');
    for (const text of ['Good day.', 'How are you?']) {
      socket.sendSpeak({ type: 'Speak', text });
      socket.sendFlush({ type: 'Flush' });
    }
    await until('SpeechMetadata', 2);
    const audioAt = reported.flatMap(({ message, audio }) => (message.type === 'SpeechMetadata' ? [audio] : []));
    assert.deepEqual(
      audioAt,
      [9, 9 + 12].map((letters) => letters * 1_600),
    );
    assert.deepEqual(
      all('SpeechStarted').map(({ speech_id }) => speech_id),
      all('SpeechMetadata').map(({ speech_id }) => speech_id),
    );
    haveFields(all('Connected'), {
      type: true,
      request_id: true,
      model_name: true,
      model_version: true,
      model_uuids: true,
    });
    haveFields(all('SpeechMetadata'), {
      type: true,
      speech_id: true,
      audio_duration_ms: true,
      input_character_count: true,
      billable_character_count: true,
      controls_applied: true,
    });
    socket.sendClose({ type: 'Close' });
    await until('SessionMetadata');
    assert.propertyVal(all('SessionMetadata')[0], 'total_audio_duration_ms', 1_050);
    socket.close();
  });

  it('interrupts a turn, of which nothing more comes, and speaks the next', async () => {
    const { socket, until, all } = await opened();
    socket.sendSpeak({ type: 'Speak', text: 'This is long enough to be interrupted before its end.' });
    socket.sendFlush({ type: 'Flush' });
    await until('SpeechStarted');
    socket.sendInterrupt({ type: 'Interrupt' });
    await until('SpeechInterrupted');
    assert.isEmpty(all('SpeechMetadata'));
    socket.sendSpeak({ type: 'Speak', text: 'Yes.' });
    socket.sendFlush({ type: 'Flush' });
    await until('SpeechMetadata');
    assert.propertyVal(all('SpeechMetadata')[0], 'input_character_count', 4);
    socket.close();
  });

  it('asks for what our adapter asks for, and sends what it sends', async () => {
    const { server, socket, until } = await opened();
    socket.sendSpeak({ type: 'Speak', text: 'Good day.' });
    socket.sendFlush({ type: 'Flush' });
    await until('SpeechMetadata');
    socket.close();
    const settings = { api_key: KEY, base_url: server.url, model: 'flux', voice: 'haley', speed: 1.1 };
    const voice = await speaker.open(settings, { sampleRate: 16_000 }, anywhere());
    await synthesisedChunks(voice, 'Good day.');
    voice.close();
    const [theirs, ours] = server.connections as [(typeof server.connections)[0], (typeof server.connections)[0]];
    assert.deepEqual([ours.url.pathname, ...queryOf(ours.url)], [theirs.url.pathname, ...queryOf(theirs.url)]);
    assert.equal(ours.headers.authorization, theirs.headers.authorization);
    assert.deepEqual(ours.texts, theirs.texts);
  });
});
