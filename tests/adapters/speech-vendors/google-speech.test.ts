import { createPublicKey, createVerify, generateKeyPairSync } from 'node:crypto';
import { assert } from 'chai';
import { googleStt as listener } from '../../../adapters/providers/google/stt.ts';
import { googleTts as speaker } from '../../../adapters/providers/google/tts.ts';
import { encodeMulaw } from '../../../domain/audio/mulaw.ts';
import { wavHeader } from '../../../domain/audio/wav.ts';
import { hand, Listener, say } from '../../contracts/speech-to-text.contract.ts';
import { keeps } from '../../support/contract.ts';
import { synthesisedChunks } from '../../contracts/text-to-speech.contract.ts';
import type { VendorRequest } from '../providers/vendor-server.ts';
import { failureOf } from '../providers/vendor-stands.ts';
import { batch, WHOLE_RECORDINGS, wholeRecordingsContract } from './batch-server.ts';
import { fieldsOf, fromBase64 } from './stt-server.ts';
import { httpTtsServer } from './http-tts-server.ts';
import { listens, speaks } from './promises.ts';

// Short: hundreds of sessions sign with it.
const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 1024 });
const PEM = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const TOKEN = { access_token: 'ya29.token', expires_in: 3_599, token_type: 'Bearer' };

const accountAt = (url: string, more: object = {}): string =>
  JSON.stringify({
    type: 'service_account',
    project_id: 'my-project',
    client_email: 'me@my-project.iam.gserviceaccount.com',
    private_key: PEM,
    token_uri: `${url}/token`,
    ...more,
  });
const settingsAt =
  (more: object) =>
  (url: string): Record<string, unknown> => ({ credentials: accountAt(url), base_url: url, ...more });

const isToken = ({ url }: VendorRequest): boolean => url.pathname === '/token';

const hearer = (more = {}, timed = {}) =>
  batch(
    listener,
    {
      aside: (request) => (isToken(request) ? TOKEN : null),
      pcmOf: ({ body }) => fromBase64(fieldsOf(body)['content']),
      answer: (text) =>
        text === ''
          ? {}
          : { results: [{ alternatives: [{ transcript: text, confidence: 0.9, ...timed }], languageCode: 'en-us' }] },
    },
    settingsAt(more),
    PEM,
  );

interface Synthesis {
  readonly input: { readonly text: string };
  readonly audioConfig: { readonly audioEncoding: string; readonly sampleRateHertz: number };
}

const speakerOf = async (more = {}) => ({
  ...(await httpTtsServer(
    speaker,
    {
      wanted(request, response) {
        if (isToken(request)) {
          response.end(JSON.stringify(TOKEN));
          return null;
        }
        const { input, audioConfig } = fieldsOf(request.body) as unknown as Synthesis;
        const { audioEncoding, sampleRateHertz } = audioConfig;
        return { text: input.text, sampleRate: sampleRateHertz, isMulaw: audioEncoding === 'MULAW' };
      },
      answer(audio, { sampleRate }) {
        const file = Buffer.concat([wavHeader({ sampleRate, channels: 1, dataBytes: audio.length }), audio]);
        return { audioContent: file.toString('base64') };
      },
    },
    settingsAt(more),
  )),
  key: PEM,
});

const WHOLE_CLIPS = {
  'may be tried again when the connection drops, and speaks the next text': 'a text is heard when all of it is made',
};

describe('speech to text: google_speech', () => {
  const exempt = { ...WHOLE_RECORDINGS, 'passes the audio of the telephone on as it is': 'see what it is asked' };
  listens(hearer, exempt);
  keeps(wholeRecordingsContract, hearer);
});

describe('text to speech: google_speech', () => {
  speaks(speakerOf, {
    ...WHOLE_CLIPS,
    'fails as a vendor does when it breaks down, and speaks again': 'see the same with a cut in the middle of the clip',
  });
});

describe('google listening', () => {
  it('tells the times of words where they are needed', async () => {
    const stand = await hearer(
      {},
      { words: [{ word: 'one' }, { word: 'two', startOffset: '0.4s', endOffset: '1.25s' }] },
    );
    const results = new Listener();
    const line = await stand.open(results, { sampleRate: 16_000, language: 'en', wordTimes: true });
    await say(stand, line, 'one');
    await results.next();
    assert.deepEqual(results.transcripts.at(-1)?.words, [{ text: 'two', fromMs: 400, toMs: 1_250 }]);
    const { config } = fieldsOf(stand.server.received.at(-1)!.body);
    assert.deepNestedInclude(config, { 'features.enableWordTimeOffsets': true });
    line.close();
  });

  it('asks for a token with a claim it has signed, and for words with the token', async () => {
    const stand = await hearer({ location: 'eu', model: 'chirp_3', keyterms: ['Aoife'] });
    const sttListener = new Listener();
    const line = await stand.open(sttListener, { sampleRate: 8_000, language: 'zh-TW' });
    const audio = new Int16Array(800).fill(1_000);
    line.startUtterance();
    hand(line, audio, 8_000);
    line.endUtterance();
    await sttListener.next();
    const [tokens, words] = stand.server.received as [VendorRequest, VendorRequest];
    const form = new URLSearchParams(tokens.body.toString());
    const [head, claims, signature] = form.get('assertion')!.split('.') as [string, string, string];
    assert.equal(form.get('grant_type'), 'urn:ietf:params:oauth:grant-type:jwt-bearer');
    assert.isTrue(
      createVerify('RSA-SHA256').update(`${head}.${claims}`).verify(createPublicKey(PEM), signature, 'base64url'),
    );
    assert.deepInclude(JSON.parse(Buffer.from(claims, 'base64url').toString()), {
      iss: 'me@my-project.iam.gserviceaccount.com',
      scope: 'https://www.googleapis.com/auth/cloud-platform',
    });
    assert.equal(words.url.pathname, '/v2/projects/my-project/locations/eu/recognizers/_:recognize');
    assert.equal(words.headers.authorization, 'Bearer ya29.token');
    const { config, content } = fieldsOf(words.body);
    assert.deepEqual([...fromBase64(content)], [...encodeMulaw(audio)]);
    assert.deepEqual(config, {
      model: 'chirp_3',
      languageCodes: ['cmn-Hant-TW'],
      explicitDecodingConfig: { encoding: 'MULAW', sampleRateHertz: 8_000, audioChannelCount: 1 },
      features: { enableAutomaticPunctuation: true },
      adaptation: { phraseSets: [{ inlinePhraseSet: { phrases: [{ value: 'Aoife', boost: 10 }] } }] },
    });
    line.close();
  });

  it('asks for one token for many utterances', async () => {
    const stand = await hearer();
    const sttListener = new Listener();
    const line = await stand.open(sttListener);
    for (const text of ['one', 'two', 'three']) {
      await say(stand, line, text);
      assert.deepEqual(await sttListener.next(), { text });
    }
    assert.lengthOf(stand.server.received.filter(isToken), 1);
    line.close();
  });

  for (const [what, credentials] of [
    ['no JSON', 'AIza-a-key'],
    ['no account', '{}'],
    ['a key that is none', accountAt('http://127.0.0.1:1', { private_key: 'hunter2' })],
    ['a token address that is none', accountAt('file:///etc/passwd#')],
  ] as const)
    it(`fails permanently with ${what}, and repeats nothing of it`, async () => {
      const stand = await hearer({ credentials });
      const { message, retryable, cause } = await failureOf(stand.open(new Listener()));
      assert.deepEqual(
        [message, retryable, cause],
        ['google_speech: credentials must be the JSON of a service account', false, undefined],
      );
    });
});

describe('google listening settings', () => {
  it('refuse a chirp model in the location global, and say where it is', () => {
    assert.throws(
      () => listener.parseSettings({ model: 'chirp_2' }),
      'location must not be global for chirp_2: choose one that has it, such as us-central1, europe-west4 or asia-southeast1',
    );
    assert.throws(() => listener.parseSettings({ model: 'chirp_3', location: 'global' }), 'such as us or eu');
    for (const settings of [{ model: 'chirp_3', location: 'eu' }, { model: 'telephony' }, {}])
      assert.deepEqual(listener.parseSettings(settings), settings);
  });
});

describe('google speaking', () => {
  it('asks for a voice of the language', async () => {
    const { server, open } = await speakerOf({ language: 'no', voice: 'Charon', speed: 1.2 });
    const voice = await open(8_000);
    await synthesisedChunks(voice, ' Hei. ');
    const [, request] = server.received as [VendorRequest, VendorRequest];
    assert.deepEqual(
      [request.url.pathname, request.headers.authorization],
      ['/v1/text:synthesize', 'Bearer ya29.token'],
    );
    assert.deepEqual(fieldsOf(request.body), {
      input: { text: 'Hei.' },
      voice: { languageCode: 'nb-NO', name: 'nb-NO-Chirp3-HD-Charon' },
      audioConfig: { audioEncoding: 'MULAW', sampleRateHertz: 8_000, speakingRate: 1.2 },
    });
    voice.close();
  });

  it('gives pronunciations by phrase, each once, in the languages that take them', async () => {
    const { server, open } = await speakerOf({ language: 'en-GB' });
    const voice = await open();
    const ipa = 'ˈɛndʒɪn|ˈɛks';
    const phonemes = [
      { from: 0, to: 5, ipa },
      { from: 7, to: 12, ipa },
    ];
    await synthesisedChunks(voice, 'nginx, nginx!', undefined, { phonemes });
    assert.deepEqual(fieldsOf(server.received[1]!.body)['input'], {
      text: 'nginx, nginx!',
      customPronunciations: {
        pronunciations: [{ phrase: 'nginx', phoneticEncoding: 'PHONETIC_ENCODING_IPA', pronunciation: 'ˈɛndʒɪnˈɛks' }],
      },
    });
    voice.close();
    for (const [language, speaksIpa] of [
      ['en-GB', true],
      ['pl', false],
    ] as const) {
      const other = await (await speakerOf({ language })).open();
      assert.strictEqual(other.speaksIpa, speaksIpa, language);
      other.close();
    }
  });

  it('takes the full name of a voice as it is', async () => {
    const { server, open } = await speakerOf({ voice: 'en-GB-Neural2-A' });
    const voice = await open();
    await synthesisedChunks(voice, 'Hello.');
    assert.include(server.received[1]?.body.toString(), '"name":"en-GB-Neural2-A"');
    voice.close();
  });

  it('may be tried again when the connection drops in the middle of the clip, and speaks again', async () => {
    const { server, open } = await speakerOf();
    const voice = await open();
    const speaking = failureOf(synthesisedChunks(voice, 'Hello.'));
    await server.requests(2);
    server.cut();
    assert.isTrue((await speaking).retryable);
    assert.isNotEmpty(await synthesisedChunks(voice, 'Hello.'));
    voice.close();
  });
});
