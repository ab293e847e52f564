import { InworldTTS, type StreamWithTimestampsOptions, type TtsOptions } from '@inworld/tts';
import { assert } from 'chai';
import { inworldTts } from '../../adapters/providers/inworld/tts.ts';
import { anywhere } from '../adapters/providers/vendor-stands.ts';
import { inworldServer } from '../adapters/speech-vendors/inworld-server.ts';
import { samplesIn } from '../adapters/speech-vendors/tts-server.ts';
import { synthesisedChunks } from '../contracts/text-to-speech.contract.ts';

const KEY = 'a2V5OnNlY3JldA==';
const RATE = 16_000;
const TEXT = 'Good morning. We open at nine.';
const WANTED: StreamWithTimestampsOptions = {
  text: TEXT,
  voice: 'Ashley',
  model: 'inworld-tts-2',
  encoding: 'PCM',
  sampleRate: RATE,
  speakingRate: 1.1,
  deliveryMode: 'STABLE',
  language: 'en-US',
  timestampType: 'WORD',
};

async function client(apiKey = KEY) {
  const server = await inworldServer();
  return { server, tts: InworldTTS({ apiKey, baseUrl: server.url, maxRetries: 0, timeout: 5_000 }) };
}

// The SDK speaks over HTTP alone, and has no way to cancel. What it sends and reads there is what the socket calls `create` and `audioChunk`.
describe('inworld SDK against the scripted voices', () => {
  it('hears a text whole, and the time of each word', async () => {
    const { tts } = await client();
    const audio: Uint8Array[] = [];
    const words: [string, number][] = [];
    for await (const { audio: piece, timestamps } of tts.streamWithTimestamps(WANTED)) {
      audio.push(piece);
      const { words: reported = [], wordEndTimeSeconds: ends = [] } = timestamps?.wordAlignment ?? {};
      words.push(...reported.map((word, at): [string, number] => [word, Math.round(ends[at]! * RATE)]));
    }
    assert.equal(Buffer.concat(audio).length, 2 * samplesIn(TEXT, RATE));
    assert.isTrue(audio.some(({ length }) => length % 2 === 1));
    assert.deepEqual(
      words,
      [...TEXT.matchAll(/\S+/g)].map(({ 0: word, index }) => [
        word,
        samplesIn(TEXT.slice(0, index + word.length), RATE),
      ]),
    );
  });

  it('takes a refusal for what it is', async () => {
    const { server, tts } = await client();
    server.refusals.push(401);
    const failure: unknown = await (async () => {
      for await (const piece of tts.stream(WANTED)) assert.isEmpty(piece);
    })().catch((reason: unknown) => reason);
    assert.include(failure, { name: 'ApiError', code: 401 });
  });

  it('asks for what our adapter asks for when it creates a context, and with the same key', async () => {
    const { server, tts } = await client();
    for await (const piece of tts.streamWithTimestamps(WANTED)) assert.isAbove(piece.audio.length, 0);
    const settings = {
      api_key: KEY,
      base_url: server.url,
      speaking_rate: 1.1,
      delivery_mode: 'STABLE',
      voice: 'Ashley',
    };
    const voice = await inworldTts.open(settings, { sampleRate: RATE }, anywhere());
    await synthesisedChunks(voice, TEXT);
    voice.close();
    const [{ headers, body }] = server.received as [(typeof server.received)[0]];
    // Of the fields that they alone send, one is the text, and of the other inworld-tts-2 takes no notice.
    const { text, temperature, ...theirs } = JSON.parse(body.toString()) as TtsOptions;
    const [first] = server.connections[0]!.texts;
    assert.deepEqual((JSON.parse(first!) as { create: object }).create, theirs);
    assert.deepEqual([text, temperature], [TEXT, 1]);
    assert.equal(server.connections[0]!.headers.authorization, headers.authorization);
  });
});
