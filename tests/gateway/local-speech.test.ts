import { assert } from 'chai';
import { BadRequestError, toFile } from 'openai';
import { closeLocalSpeech } from '../../adapters/providers/local/engines.ts';
import { readWavFile } from '../../adapters/lib/wav-file.ts';
import { wavHeader } from '../../domain/audio/wav.ts';
import { recognised, synthesised, voiced } from '../support/speech.ts';
import { openGateway } from './gateway-fixture.ts';
import { callsOf, modelServer } from './model-server.ts';

const QUESTION = 'what are your opening hours';
const OTHERS = ['your table is booked', 'goodbye', 'yes', 'no'];

const wavOf = (pcm: Int16Array, sampleRate = 16_000, channels = 1): Buffer =>
  Buffer.concat([wavHeader({ sampleRate, channels, dataBytes: pcm.byteLength }), Buffer.from(pcm.buffer)]);

const silence = (seconds: number): number[] => Array.from({ length: seconds * 16_000 }, () => 0);

describe('the built-in speech, through the gateway', function () {
  after(closeLocalSpeech);

  it('synthesises WAV, and raw audio at the rate that clients expect', async () => {
    const { openai } = await openGateway();
    const ask = { model: 'local', voice: 'slt', input: `${QUESTION}?` } as const;
    const wav = await openai.audio.speech.create({ ...ask, response_format: 'wav' });
    assert.equal(wav.headers.get('content-type'), 'audio/wav');
    const file = readWavFile(new Uint8Array(await wav.arrayBuffer()));
    assert.equal(file?.sampleRate, 24_000);
    const pcm = await openai.audio.speech.create({ ...ask, response_format: 'pcm' });
    assert.equal(pcm.headers.get('content-type'), 'audio/pcm');
    const raw = new Int16Array(await pcm.arrayBuffer());
    assert.deepEqual(raw, file?.samples);
    const narrow = Int16Array.from(
      { length: Math.floor((raw.length * 2) / 3) },
      (_, at) => raw[Math.floor((at * 3) / 2)]!,
    );
    assert.equal(await recognised(voiced(narrow), [QUESTION, ...OTHERS]), QUESTION);
  });

  it('serves requests without a model when nothing else is configured', async () => {
    const { openai } = await openGateway();
    const speech = await openai.audio.speech.create({ model: 'default', voice: 'kal16', input: 'Yes.' });
    assert.equal(speech.headers.get('content-type'), 'audio/wav');
    const server = await modelServer();
    const other = await openGateway({ tts: [server.url] });
    await other.openai.audio.speech.create({ model: 'default', voice: 'af_heart', input: 'Yes.' });
    assert.lengthOf(callsOf(server), 1);
    await other.openai.audio.speech.create({ model: 'local', voice: 'slt', input: 'Yes.' });
    assert.lengthOf(callsOf(server), 1);
  });

  it('transcribes a recording with pauses, mono or stereo, at any rate', async () => {
    const { openai } = await openGateway();
    const [first, second] = [await synthesised('slt', QUESTION), await synthesised('slt', 'your table is booked')];
    const mono = Int16Array.from([...silence(0.5), ...first, ...silence(1.5), ...second, ...silence(0.5)]);
    const stereo = Int16Array.from({ length: mono.length * 2 }, (_, at) => mono[at >> 1]!);
    const phrases = { phrases: [QUESTION, ...OTHERS] } as object;
    for (const wav of [wavOf(mono), wavOf(stereo, 16_000, 2)]) {
      const file = await toFile(wav, 'call.wav', { type: 'audio/wav' });
      const { text } = await openai.audio.transcriptions.create({ model: 'local', file, ...phrases });
      assert.equal(text, `${QUESTION} your table is booked`);
    }
    const wide = Int16Array.from({ length: first.length * 3 }, (_, at) => first[Math.floor(at / 3)]!);
    const file = await toFile(wavOf(wide, 48_000), 'call.wav');
    const plain = await openai.audio.transcriptions.create({
      model: 'local',
      file,
      response_format: 'text',
      ...phrases,
    });
    assert.equal(plain.trim(), QUESTION);
  });

  it('transcribes silence as an empty text', async () => {
    const { openai } = await openGateway();
    const file = await toFile(wavOf(new Int16Array(32_000)), 'call.wav');
    assert.deepEqual((await openai.audio.transcriptions.create({ model: 'local', file })).text, '');
  });

  it('rejects unsupported options with a clear message', async () => {
    const { openai } = await openGateway();
    const complaint = async (asking: PromiseLike<unknown>): Promise<string> => {
      const failure = await Promise.resolve(asking).catch((error: unknown) => error);
      assert.instanceOf(failure, BadRequestError);
      return failure.message;
    };
    const say = (more: object) =>
      complaint(openai.audio.speech.create({ model: 'local', voice: 'slt', input: 'Yes.', ...more }));
    for (const format of ['mp3', 'opus', 'aac', 'flac'])
      assert.match(await say({ response_format: format }), /response_format must be wav or pcm/);
    assert.match(await say({ stream_format: 'sse' }), /stream_format must be audio/);
    assert.match(await say({ voice: 'alloy' }), /voice must be one of: kal16, slt, rms, awb/);
    assert.match(await say({ voice: { id: 'x' } }), /voice must be a text/);
    assert.match(await say({ speed: 4 }), /speed must be <= 2/);
    assert.match(await say({ speed: '1' }), /speed must be a number/);
    assert.match(await say({ input: ' ' }), /input must be a text/);
    assert.match(await say({ input: 'a'.repeat(4_097) }), /at most 4096 characters/);

    const write = async (bytes: Uint8Array, more: object = {}) =>
      complaint(
        openai.audio.transcriptions.create({ model: 'local', file: await toFile(bytes, 'x'), ...more } as never),
      );
    const wav = wavOf(new Int16Array(1_600));
    assert.match(await write(Buffer.from('ID3\u0003')), /file must be a WAV file of 16-bit PCM/);
    assert.match(await write(wavOf(new Int16Array(301 * 8_000), 8_000)), /not be longer than 300 seconds/);
    assert.match(await write(wav, { response_format: 'srt' }), /response_format must be json or text/);
    assert.match(await write(wav, { stream: true }), /does not stream/);
    assert.match(await write(wav, { language: 'de' }), /language/);
  });
});
