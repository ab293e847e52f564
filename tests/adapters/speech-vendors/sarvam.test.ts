import { assert } from 'chai';
import { sarvamStt as listener } from '../../../adapters/providers/sarvam/stt.ts';
import { sarvamTts as speaker } from '../../../adapters/providers/sarvam/tts.ts';
import { Listener } from '../../contracts/speech-to-text.contract.ts';
import { synthesisedChunks } from '../../contracts/text-to-speech.contract.ts';
import { failureOf } from '../providers/vendor-stands.ts';
import { vendorServer } from '../providers/vendor-server.ts';
import { listens, speaks } from './promises.ts';
import { bulbul, saaras } from './sarvam-server.ts';
import { sttVendor, KEY, queryOf, speaking } from './stands.ts';
import { eventually } from '../../support/eventually.ts';

const FAULTS = [
  { message: { event: 'error', code: 'internal_error', is_fatal: true, message: KEY }, retryable: true },
  { message: { event: 'error', status_code: 403, is_fatal: true, message: KEY }, retryable: false },
];
const hearer = async (more = {}) => sttVendor(listener, await saaras(), more, FAULTS);
const speakerOf = async (more = {}) => speaking(speaker, await bulbul(), more);

describe('speech to text: sarvam', () => {
  listens(hearer);
});

describe('text to speech: sarvam', () => {
  speaks(speakerOf);
});

describe('sarvam listening', () => {
  it('asks for turns that are ended by us, in the code of the language, with the key in a header', async () => {
    const vendor = await hearer({ mode: 'codemix', prompt: 'A clinic.' });
    const line = await vendor.open(new Listener(), { sampleRate: 8_000, language: 'or' });
    const [{ url, headers }] = vendor.server.connections as [(typeof vendor.server.connections)[0]];
    assert.equal(url.pathname, '/speech-to-text-realtime/ws');
    assert.equal(headers['api-subscription-key'], KEY);
    assert.deepEqual(queryOf(url), {
      model: 'saaras:v3-realtime',
      language_code: 'or-IN',
      stream_type: 'fast',
      mode: 'codemix',
      endpointing: 'manual',
      encoding: 'mulaw',
      sample_rate: '8000',
      prompt: 'A clinic.',
    });
    line.close();
  });

  it('begins and ends every turn, and says goodbye', async () => {
    const vendor = await hearer({ language: 'multi' });
    const sttListener = new Listener();
    const line = await vendor.open(sttListener);
    line.startUtterance();
    line.endUtterance();
    assert.deepEqual(await sttListener.next(), { text: '' });
    line.close();
    const [{ url, texts }] = vendor.server.connections as [(typeof vendor.server.connections)[0]];
    await eventually(() => texts.length === 3, 'the goodbye');
    assert.deepEqual(texts, ['{"event":"speech_start"}', '{"event":"speech_end"}', '{"event":"end"}']);
    assert.equal(url.searchParams.get('language_code'), 'auto');
  });

  for (const [fault, retryable] of [
    [{ code: 'invalid_api_key', status_code: 403 }, false],
    [{ code: 'overloaded', status_code: 503 }, true],
    [{ code: 'internal_error' }, true],
  ] as const)
    it(`${retryable ? 'may be tried again' : 'fails permanently'} when the session is refused with ${JSON.stringify(fault)}`, async () => {
      const { url } = await vendorServer({
        socket: (socket) => socket.send(JSON.stringify({ event: 'error', message: KEY, is_fatal: true, ...fault })),
      });
      const failure = await failureOf((await hearer({ base_url: url })).open(new Listener()));
      assert.equal(failure.retryable, retryable);
      assert.notInclude(failure.message, KEY);
    });
});

describe('sarvam speaking', () => {
  it('says first how it is to speak, then each text with its end', async () => {
    const vendor = await speakerOf({ language: 'or', voice: 'ritu', pace: 1.2, temperature: 0.4 });
    const voice = await vendor.open(8_000);
    await synthesisedChunks(voice, ' One. ');
    await synthesisedChunks(voice, 'Two.');
    const [{ url, headers, texts }] = vendor.server.connections as [(typeof vendor.server.connections)[0]];
    assert.deepEqual(queryOf(url), { model: 'bulbul:v3', send_completion_event: 'true' });
    assert.equal(headers['api-subscription-key'], KEY);
    assert.deepEqual(
      texts.map((text) => JSON.parse(text) as unknown),
      [
        {
          type: 'config',
          data: {
            model: 'bulbul:v3',
            language_code: 'od-IN',
            speaker: 'ritu',
            pace: 1.2,
            temperature: 0.4,
            enable_preprocessing: true,
            speech_sample_rate: 8000,
            output_audio_codec: 'mulaw',
          },
        },
        { type: 'text', data: { text: 'One.' } },
        { type: 'flush' },
        { type: 'text', data: { text: 'Two.' } },
        { type: 'flush' },
      ],
    );
    assert.lengthOf(vendor.server.connections, 1);
    voice.close();
  });

  it('closes the connection of an interrupted text and has the next one ready', async () => {
    const vendor = await speakerOf();
    const voice = await vendor.open();
    const stop = new AbortController();
    for await (const piece of voice.synthesise('Interrupt me now, please, I am long.', stop.signal))
      if (piece.length > 0) stop.abort();
    await eventually(() => vendor.server.connections.length === 2 && vendor.server.sockets.size === 1, 'the next one');
    await synthesisedChunks(voice, 'Yes.');
    assert.lengthOf(vendor.server.connections, 2);
    voice.close();
  });

  it('takes the names that other clients of the vendor write', () => {
    assert.deepEqual(speaker.parseSettings({ model: 'bulbul:v3-beta', speed: 1.2 }), { model: 'bulbul:v3', pace: 1.2 });
    for (const model of ['saaras:v4', 'saaras:v4-realtime'])
      assert.deepEqual(listener.parseSettings({ model, language: 'od-IN' }), { model, language: 'or' });
    assert.deepEqual(listener.parseSettings({ model: 'saaras:v3', language: 'unknown' }), {
      model: 'saaras:v3-realtime',
      language: 'multi',
    });
  });

  it('says what to use instead of a model that the vendor has withdrawn', () => {
    assert.throws(
      () => listener.parseSettings({ model: 'saarika:v2.5', language: 'hi-IN' }),
      'model saarika:v2.5 was withdrawn by the vendor: use saaras:v3-realtime',
    );
    assert.throws(() => speaker.parseSettings({ model: 'bulbul:v1' }), 'withdrawn by the vendor: use bulbul:v3');
  });

  it('speaks by the default persona of v4-flash in its own languages only', () => {
    const model = 'bulbul:v4-flash';
    assert.throws(
      () => speaker.parseSettings({ model, language: 'ta-IN' }),
      'voice is required for ta: a persona of bulbul:v4-flash that speaks it',
    );
    assert.doesNotThrow(() => speaker.parseSettings({ model, language: 'ta', voice: 'meera_ta_customer' }));
    for (const language of ['hi', 'en', 'en-IN']) assert.doesNotThrow(() => speaker.parseSettings({ model, language }));
    const { settings = {} } = speaker.declaration.capabilities![model]!;
    assert.equal(settings['hi']?.['voice']?.default, 'shubh_enhi_ads');
    assert.notProperty(settings['ta']?.['voice'], 'default');
  });

  it('refuses a speaker of another model, and takes one that it does not know', () => {
    assert.throws(
      () => speaker.parseSettings({ model: 'bulbul:v3', voice: 'anushka' }),
      'voice anushka is not one of bulbul:v3: choose one of that model',
    );
    assert.throws(
      () => speaker.parseSettings({ model: 'bulbul:v4-flash', voice: 'shubh' }),
      'voice shubh is not one of',
    );
    assert.doesNotThrow(() => speaker.parseSettings({ model: 'bulbul:v3', voice: 'amelia' }));
  });

  it('refuses what the model cannot be told', () => {
    assert.throws(() => speaker.parseSettings({ pitch: 0.1 }), 'pitch and loudness are not settings of bulbul:v3');
    assert.throws(
      () => speaker.parseSettings({ model: 'bulbul:v2', temperature: 0.5 }),
      'temperature is not a setting of bulbul:v2',
    );
    assert.doesNotThrow(() => speaker.parseSettings({ model: 'bulbul:v4-flash', pitch: 0.1, voice: 'any_hi_ads' }));
  });
});
