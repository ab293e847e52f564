import { assert } from 'chai';
import {
  AudioConfig,
  AudioFormatTag,
  AudioInputStream,
  AudioStreamFormat,
  CancellationErrorCode,
  CancellationReason,
  PhraseListGrammar,
  ProfanityOption,
  ResultReason,
  SpeechConfig,
  SpeechRecognizer,
  SpeechSynthesisOutputFormat,
  type PushAudioInputStream,
} from 'microsoft-cognitiveservices-speech-sdk';
import { WebsocketMessageAdapter } from 'microsoft-cognitiveservices-speech-sdk/distrib/lib/src/common.browser/WebsocketMessageAdapter.js';
import { AudioOutputFormatImpl } from 'microsoft-cognitiveservices-speech-sdk/distrib/lib/src/sdk/Audio/AudioOutputFormat.js';
import { azureStt as listener } from '../../adapters/providers/azure/stt.ts';
import { azureTts as speaker } from '../../adapters/providers/azure/tts.ts';
import { encodeMulaw } from '../../domain/audio/mulaw.ts';
import { sound } from '../adapters/providers/letter-audio.ts';
import { anywhere } from '../adapters/providers/vendor-stands.ts';
import { recogniser, speechRequestIn, type ClientMessage } from '../adapters/speech-vendors/azure-server.ts';
import { httpTtsServer } from '../adapters/speech-vendors/http-tts-server.ts';
import { Listener } from '../contracts/speech-to-text.contract.ts';
import { synthesisedChunks } from '../contracts/text-to-speech.contract.ts';
import { atEndOfTest } from '../support/temporary.ts';
import { eventually } from '../support/eventually.ts';

const KEY = 'sk-0123456789abcdef';

// Where there is a global WebSocket the SDK takes it for a browser's, and puts the key into the address.
WebsocketMessageAdapter.forceNpmWebSocket = true;

const bytesOf = ({ buffer, byteOffset, byteLength }: Int16Array | Uint8Array): ArrayBuffer =>
  Uint8Array.from(new Uint8Array(buffer, byteOffset, byteLength)).buffer;

/** Recognition by the SDK, and what it told, in order. */
function recognition({ url }: { url: string }, format = AudioStreamFormat.getWaveFormatPCM(16_000, 16, 1)) {
  const config = SpeechConfig.fromHost(new URL(url.replace('http', 'ws')), KEY);
  config.speechRecognitionLanguage = 'nb-NO';
  config.setProfanity(ProfanityOption.Raw);
  const stream: PushAudioInputStream = AudioInputStream.createPushStream(format);
  const recognizer = new SpeechRecognizer(config, AudioConfig.fromStreamInput(stream));
  PhraseListGrammar.fromRecognizer(recognizer).addPhrase('Aoife');
  const reported: string[] = [];
  const errors: CancellationErrorCode[] = [];
  recognizer.recognizing = (_, { result }) => reported.push(`recognizing ${result.text}`);
  recognizer.recognized = (_, { result }) => reported.push(`${ResultReason[result.reason]} ${result.text ?? ''}`);
  recognizer.speechStartDetected = () => reported.push('speechStartDetected');
  recognizer.speechEndDetected = () => reported.push('speechEndDetected');
  recognizer.sessionStopped = () => reported.push('sessionStopped');
  recognizer.canceled = (_, { reason, errorCode }) => {
    reported.push(`canceled ${CancellationReason[reason]}`);
    errors.push(errorCode);
  };
  let closing: Promise<void> | null = null;
  const close = (): Promise<void> => (closing ??= new Promise((resolve) => recognizer.close(resolve, () => resolve())));
  atEndOfTest(close);
  const start = () =>
    new Promise<void>((resolve, reject) => recognizer.startContinuousRecognitionAsync(resolve, reject));
  const stop = () => new Promise<void>((resolve, reject) => recognizer.stopContinuousRecognitionAsync(resolve, reject));
  return { stream, reported, errors, start, stop, close };
}

describe('azure speech SDK against the scripted recognition server', () => {
  it('receives interim transcripts, the phrase, and the end of the turn', async () => {
    const server = await recogniser();
    const { stream, reported, start } = recognition(server);
    await start();
    stream.write(bytesOf(sound('a table for two')));
    stream.close();
    await eventually(() => reported.includes('sessionStopped'), 'the end of the session');
    assert.deepEqual(
      reported.filter((event) => !event.startsWith('recognizing')),
      [
        'speechStartDetected',
        'speechEndDetected',
        'RecognizedSpeech a table for two',
        'canceled EndOfStream',
        'sessionStopped',
      ],
    );
    assert.isTrue(reported.some((event) => event.startsWith('recognizing a ')));
  });

  it('receives NoMatch for silence', async () => {
    const { stream, reported, start } = recognition(await recogniser());
    await start();
    stream.write(new ArrayBuffer(16_000));
    stream.close();
    await eventually(() => reported.includes('sessionStopped'), 'the end of the session');
    assert.deepEqual(reported, ['NoMatch ', 'canceled EndOfStream', 'sessionStopped']);
  });

  it('ends a turn in the middle, and closes the connection', async () => {
    const server = await recogniser();
    const { stream, reported, start, stop, close } = recognition(server);
    await start();
    stream.write(bytesOf(sound('a table for two, and another one')));
    await eventually(() => reported.some((event) => event.startsWith('recognizing')), 'words on the way');
    await stop();
    await close();
    await eventually(() => server.sockets.size === 0, 'the end of the connection');
    assert.include(reported, 'sessionStopped');
  });

  it('fails when every connection is refused', async () => {
    const server = await recogniser();
    server.refusals.push(...Array<number>(20).fill(401));
    const { stream, reported, errors, start } = recognition(server);
    start().catch(() => undefined);
    stream.write(bytesOf(sound('hello')));
    stream.close();
    await eventually(() => errors.length > 0, 'the failure');
    assert.include(reported, 'canceled Error');
    assert.equal(errors[0], CancellationErrorCode.ConnectionFailure);
  });
});

describe('azure speech SDK', () => {
  for (const [rate, format] of [
    [16_000, AudioStreamFormat.getWaveFormatPCM(16_000, 16, 1)],
    [8_000, AudioStreamFormat.getWaveFormat(8_000, 8, 1, AudioFormatTag.MuLaw)],
  ] as const)
    it(`asks and says what the adapter asks and says of audio of ${rate} Hz`, async () => {
      const log: ClientMessage[][] = [];
      const server = await recogniser(log);
      const { stream, reported, start } = recognition(server, format);
      await start();
      const pcm = new Int16Array(rate / 10).fill(500);
      stream.write(bytesOf(rate === 8_000 ? encodeMulaw(pcm) : pcm));
      stream.close();
      await eventually(() => reported.includes('sessionStopped'), 'the end of the session');
      const settings = { api_key: KEY, base_url: server.url, keyterms: ['Aoife'] };
      const sttListener = new Listener();
      const line = await listener.open(settings, { sampleRate: rate, language: 'no' }, sttListener, anywhere());
      line.startUtterance();
      line.write(pcm);
      line.endUtterance();
      await sttListener.next();
      line.close();
      const [theirs, ours] = server.connections;
      assert.equal(ours?.url.pathname, theirs?.url.pathname);
      assert.equal(ours?.headers['ocp-apim-subscription-key'], theirs?.headers['ocp-apim-subscription-key']);
      for (const name of ['language', 'format', 'profanity'])
        assert.equal(ours?.url.searchParams.get(name), theirs?.url.searchParams.get(name), name);
      const [their, our] = log as [ClientMessage[], ClientMessage[]];
      assert.deepEqual([...new Set(our.map(({ path }) => path))], ['speech.config', 'speech.context', 'audio']);
      assert.nestedProperty(jsonOf(our, 'speech.config'), 'context.system');
      assert.deepInclude(jsonOf(their, 'speech.config')['context'], jsonOf(our, 'speech.config')['context']);
      assert.deepEqual(jsonOf(our, 'speech.context')['dgi'], jsonOf(their, 'speech.context')['dgi']);
      assert.deepEqual(fileOf(our), fileOf(their));
      assert.isEmpty(our.at(-1)?.body);
    });

  it('knows every format that the adapter asks speech in', async () => {
    const names = Object.values(SpeechSynthesisOutputFormat)
      .filter((format) => typeof format === 'number')
      .map((format) => AudioOutputFormatImpl.fromSpeechSynthesisOutputFormat(format)?.requestAudioFormatString);
    const { server } = await httpTtsServer(speaker, { wanted: speechRequestIn }, (url) => ({
      api_key: KEY,
      base_url: url,
    }));
    for (const sampleRate of [8_000, 16_000, 22_050, 24_000, 48_000]) {
      const voice = await speaker.open({ api_key: KEY, base_url: server.url }, { sampleRate }, anywhere());
      await synthesisedChunks(voice, 'Hello.');
      voice.close();
      assert.include(names, String(server.received.at(-1)?.headers['x-microsoft-outputformat']));
    }
  });
});

const jsonOf = (messages: readonly ClientMessage[], wanted: string) =>
  JSON.parse(messages.find(({ path }) => path === wanted)!.body.toString()) as Record<string, object>;

/** The file of the audio, without the sizes in its header, which are unknown while it streams. */
function fileOf(messages: readonly ClientMessage[]): Buffer {
  const file = Buffer.concat(messages.filter(({ path }) => path === 'audio').map(({ body }) => body));
  return Buffer.concat([file.subarray(8, 40), file.subarray(44)]);
}
