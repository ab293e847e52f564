import { assert } from 'chai';
import { RealtimeSttProtocol } from '../../../adapters/providers/openai/realtime-protocol.ts';
import { openaiStt as listener } from '../../../adapters/providers/openai/stt.ts';
import { hand, Listener, speechToTextContract } from '../../contracts/speech-to-text.contract.ts';
import { keeps } from '../../support/contract.ts';
import { openAiServer } from './openai-server.ts';
import { sound } from './letter-audio.ts';
import { vendorServer } from './vendor-server.ts';
import { anywhere, failureOf, transcriptions } from './vendor-stands.ts';
import { eventually } from '../../support/eventually.ts';

const KEY = 'sk-0123456789';
const openAi = (server: { url: string }, more: object = {}) => ({
  api_key: KEY,
  base_url: `${server.url}/v1`,
  ...more,
});

describe('speech to text: openai live', () =>
  keeps(speechToTextContract, async () => {
    const server = await openAiServer();
    return transcriptions(listener, server, openAi(server));
  }));

describe('openai listening live', () => {
  it('opens a transcription session with manual turn ends', async () => {
    const messages: string[] = [];
    const server = await vendorServer({
      socket: (socket) =>
        socket.on('message', (raw: Buffer) => {
          if (messages.push(raw.toString()) === 1) socket.send('{"type":"session.updated"}');
        }),
    });
    const settings = openAi(server, { prompt: 'A bakery.' });
    const line = await listener.open(settings, { sampleRate: 8000, language: 'en-IN' }, new Listener(), anywhere());
    line.startUtterance();
    hand(line, new Int16Array(320), 8000);
    line.endUtterance();
    await eventually(() => messages.length === 4, 'all messages');
    const [{ url, headers }] = server.received as [(typeof server.received)[0]];
    assert.equal(`${url.pathname}${url.search}`, '/v1/realtime?intent=transcription');
    assert.equal(headers.authorization, `Bearer ${KEY}`);
    const frame = { type: 'input_audio_buffer.append', audio: Buffer.alloc(160, 0xff).toString('base64') };
    assert.deepEqual(
      messages.map((message) => JSON.parse(message) as object),
      [
        {
          type: 'session.update',
          session: {
            type: 'transcription',
            audio: {
              input: {
                format: { type: 'audio/pcmu' },
                transcription: { model: 'gpt-live-transcribe', languages: ['en'], prompt: 'A bakery.' },
                turn_detection: null,
              },
            },
          },
        },
        frame,
        frame,
        { type: 'input_audio_buffer.commit' },
      ],
    );
    line.close();
    await eventually(() => server.sockets.size === 0, 'the end of the connection');
  });

  it('names a single language, the delay and no prompt to gpt-realtime-whisper, and none to a model that finds it out', async () => {
    for (const [more, expected] of [
      [
        { model: 'gpt-realtime-whisper', delay: 'high', prompt: 'A bakery.' },
        { language: 'en', delay: 'high' },
      ],
      [{ model: 'gpt-live-transcribe', language: 'multi' }, {}],
    ] as const) {
      const messages: string[] = [];
      const server = await vendorServer({
        socket: (socket) =>
          socket.on('message', (raw: Buffer) => {
            messages.push(raw.toString());
            socket.send('{"type":"session.updated"}');
          }),
      });
      const options = { sampleRate: 16_000, language: 'en' };
      const line = await listener.open(openAi(server, more), options, new Listener(), anywhere());
      const update = JSON.parse(messages[0]!) as { session: { audio: { input: { transcription: object } } } };
      assert.deepEqual(update.session.audio.input.transcription, { model: more.model, ...expected });
      line.close();
    }
  });

  it('hears all but the telephone at the only rate of PCM', async () => {
    const messages: string[] = [];
    const server = await vendorServer({
      socket: (socket) =>
        socket.on('message', (raw: Buffer) => {
          if (messages.push(raw.toString()) === 1) socket.send('{"type":"session.updated"}');
        }),
    });
    const options = { sampleRate: 16_000, language: 'en' };
    const line = await listener.open(openAi(server), options, new Listener(), anywhere());
    line.startUtterance();
    line.write(new Int16Array(320));
    await eventually(() => messages.length === 2, 'all messages');
    assert.include(messages[0], '"format":{"type":"audio/pcm","rate":24000}');
    const frame = { type: 'input_audio_buffer.append', audio: Buffer.alloc(960).toString('base64') };
    assert.deepEqual(JSON.parse(messages[1]!), frame);
    line.close();
  });

  it('hears no words in what is too short for the vendor, nor in garbage', async () => {
    const server = await openAiServer();
    const sttListener = new Listener();
    const line = await listener.open(openAi(server), { sampleRate: 16_000, language: 'en' }, sttListener, anywhere());
    for (const socket of server.sockets)
      for (const garbage of ['{', 'null', '{"type":"error"}', '{"type":7,"item_id":7}']) socket.send(garbage);
    line.startUtterance();
    line.endUtterance();
    assert.deepEqual(await sttListener.next(), { text: '' });
    line.startUtterance();
    hand(line, sound('and now some words'), 16_000);
    line.endUtterance();
    assert.deepEqual(await sttListener.next(), { text: 'and now some words' });
    assert.isTrue(sttListener.transcripts.some(({ final }) => !final));
    line.close();
  });

  for (const [code, retryable, meaning] of [
    ['model_not_found', false, 'it does not know the model'],
    ['rate_limit_exceeded', true, 'there are too many requests at the moment'],
  ] as const)
    it(`reports a rejected session before the call starts: ${code}`, async () => {
      const error = { type: 'invalid_request_error', code, message: KEY };
      const server = await vendorServer({ socket: (socket) => socket.send(JSON.stringify({ type: 'error', error })) });
      const options = { sampleRate: 16_000, language: 'en' };
      const failure = await failureOf(listener.open(openAi(server), options, new Listener(), anywhere()));
      assert.deepEqual(
        [failure.message, failure.retryable],
        [`openai reported a fault (${code}): ${meaning}`, retryable],
      );
    });

  it('hears no words in what the vendor cannot understand', () => {
    const line = new RealtimeSttProtocol(16_000);
    line.startUtterance();
    line.endUtterance();
    const type = 'conversation.item.input_audio_transcription.failed';
    const error = { type: 'transcription_error', code: 'audio_unintelligible' };
    const reported = line.read(JSON.stringify({ type, item_id: 'a', error }));
    assert.deepEqual(reported, { utterance: 0, text: '', final: true });
  });

  for (const [status, retryable] of [
    [401, false],
    [503, true],
  ] as const)
    it(`${retryable ? 'may be tried again' : 'fails permanently'} when it is answered ${status}`, async () => {
      const server = await openAiServer();
      server.refusals.push(status);
      const options = { sampleRate: 16_000, language: 'en' };
      const failure = await failureOf(listener.open(openAi(server), options, new Listener(), anywhere()));
      assert.equal(failure.retryable, retryable);
      assert.match(failure.message, new RegExp(`^openai answered ${status}(: |$)`));
    });
});
