import { assert } from 'chai';
import { bhashiniStt as listener } from '../../../adapters/providers/bhashini/stt.ts';
import { bhashiniTts as speaker } from '../../../adapters/providers/bhashini/tts.ts';
import { VendorFailure } from '../../../application/ports/vendor-failure.ts';
import { wavHeader } from '../../../domain/audio/wav.ts';
import { Listener, say } from '../../contracts/speech-to-text.contract.ts';
import { synthesisedChunks } from '../../contracts/text-to-speech.contract.ts';
import { keeps } from '../../support/contract.ts';
import { vendorServer, type VendorRequest } from '../providers/vendor-server.ts';
import { anywhere, failureOf } from '../providers/vendor-stands.ts';
import { batch, WHOLE_RECORDINGS, wholeRecordingsContract } from './batch-server.ts';
import { fieldsOf, fromBase64 } from './stt-server.ts';
import { httpTtsServer } from './http-tts-server.ts';
import { listens, speaks } from './promises.ts';
import { KEY } from './stands.ts';
import { samplesIn } from './tts-server.ts';

interface Call {
  readonly pipelineTasks: readonly [{ readonly taskType: string; readonly config: { readonly samplingRate: number } }];
  readonly inputData: {
    readonly input?: readonly [{ readonly source: string }];
    readonly audio?: readonly [{ readonly audioContent: string }];
  };
}

const callOf = ({ body }: VendorRequest): Call => fieldsOf(body) as unknown as Call;
const settingsAt =
  (more: object) =>
  (url: string): Record<string, unknown> => ({ api_key: KEY, base_url: url, language: 'hi', ...more });

/** The pipeline compute call of one task, as Bhashini's pages "Request Payload" and "Response Payload" tell it. */
const hearer = (more = {}) =>
  batch(
    listener,
    {
      pcmOf: (request) => fromBase64(callOf(request).inputData.audio![0].audioContent).subarray(44),
      answer: (source) => ({
        pipelineResponse: [
          {
            taskType: 'asr',
            config: { language: { sourceLanguage: 'hi', sourceScriptCode: '' }, encoding: null },
            output: [{ source }],
            audio: null,
          },
        ],
      }),
    },
    settingsAt(more),
    KEY,
  );

const clip = (audio: Buffer, sampleRate: number) => {
  const file = Buffer.concat([wavHeader({ sampleRate, channels: 1, dataBytes: audio.length }), audio]);
  const config = { audioFormat: 'wav', encoding: 'base64', samplingRate: sampleRate };
  const made = [{ audioContent: file.toString('base64'), audioUri: null }];
  return { pipelineResponse: [{ taskType: 'tts', config, output: null, audio: made }] };
};

const speakerOf = (more = {}) =>
  httpTtsServer(
    speaker,
    {
      wanted(request) {
        const { pipelineTasks, inputData } = callOf(request);
        const { samplingRate: sampleRate } = pipelineTasks[0].config;
        return { text: inputData.input![0].source, sampleRate, isMulaw: false };
      },
      answer: (audio, { sampleRate }) => clip(audio, sampleRate),
    },
    settingsAt(more),
  );

describe('speech to text: bhashini', () => {
  listens(hearer, WHOLE_RECORDINGS);
  keeps(wholeRecordingsContract, hearer);
});

describe('text to speech: bhashini', () => {
  speaks(speakerOf, {
    'speaks at the rate of the telephone for the telephone':
      'not every service heeds the rate that it is asked for, so it is asked for one that loses nothing',
    'may be tried again when the connection drops, and speaks the next text': 'a text is heard when all of it is made',
    'fails as a vendor does when it breaks down, and speaks again': 'see the same with a cut in the middle of the clip',
  });
});

describe('bhashini listening', () => {
  const requested = async (more: object, language = 'hi') => {
    const stand = await hearer(more);
    const sttListener = new Listener();
    const line = await stand.open(sttListener, { sampleRate: 8_000, language });
    await say(stand, line, 'one');
    await sttListener.next();
    line.close();
    return stand.server.received[0]!;
  };

  it('asks for one task by the pipeline compute call, with the inference key in its header', async () => {
    const request = await requested({ denoise: true, keyterms: ['पत्रिका'] });
    assert.deepEqual([request.method, request.url.pathname], ['POST', '/services/inference/pipeline']);
    assert.equal(request.headers.authorization, KEY);
    const { pipelineTasks, inputData } = callOf(request);
    assert.deepEqual<object>(pipelineTasks, [
      {
        taskType: 'asr',
        config: {
          language: { sourceLanguage: 'hi' },
          serviceId: 'bhashini/ai4bharat/conformer-multilingual-asr',
          audioFormat: 'wav',
          samplingRate: 8_000,
          preProcessors: ['denoiser'],
          postProcessors: [{ hotword_list: ['पत्रिका'] }, 'itn', 'punctuation'],
        },
      },
    ]);
    assert.hasAllKeys(inputData, ['audio']);
    assert.equal(fromBase64(inputData.audio![0].audioContent).subarray(0, 4).toString(), 'RIFF');
  });

  it('sends processors and key terms only where they are set and supported', async () => {
    const plain = { punctuation: false, numerals: false, keyterms: ['சென்னை'] };
    const { config } = callOf(await requested({ ...plain, language: 'ta' })).pipelineTasks[0];
    assert.hasAllKeys(config, ['language', 'serviceId', 'audioFormat', 'samplingRate']);
  });

  for (const [settings, language, code] of [
    [{ language: undefined }, 'kok', 'gom'],
    [{ language: undefined, model: 'bhashini/bodhan/asr-transcribe-flex' }, 'en-IN', 'en'],
    [{ language: undefined, model: 'bhashini/new/asr' }, 'en', 'en'],
  ] as const)
    it(`names ${language} as ${code} with ${JSON.stringify(settings)}`, async () => {
      const { config } = callOf(await requested(settings, language)).pipelineTasks[0];
      assert.nestedInclude(config, { 'language.sourceLanguage': code });
    });

  it('is not opened for a language that the service does not take', async () => {
    const stand = await hearer({ language: undefined });
    const failure = await failureOf(stand.open(new Listener(), { sampleRate: 16_000, language: 'en' }));
    assert.deepEqual([failure.message, failure.retryable], ['bhashini does not take en', false]);
  });
});

describe('bhashini speaking', () => {
  it('asks for one task by the pipeline compute call', async () => {
    const { server, open } = await speakerOf({ language: 'or', gender: 'male', speed: 1.2, text_normalization: true });
    const voice = await open(8_000);
    assert.equal(voice.sampleRate, 24_000);
    await synthesisedChunks(voice, ' One. ');
    const [request] = server.received as [VendorRequest];
    assert.equal(request.headers.authorization, KEY);
    assert.deepEqual<object>(callOf(request), {
      pipelineTasks: [
        {
          taskType: 'tts',
          config: {
            language: { sourceLanguage: 'or' },
            serviceId: 'Bhashini/IITM/TTS',
            gender: 'male',
            speed: 1.2,
            samplingRate: 24_000,
            preProcessors: ['text-normalization'],
          },
        },
      ],
      inputData: { input: [{ source: 'One.' }] },
    });
    voice.close();
  });

  const answering = async (answer: object) => {
    const { url } = await vendorServer({ http: (_, response) => void response.end(JSON.stringify(answer)) });
    return speaker.open({ api_key: KEY, base_url: url }, { sampleRate: 16_000 }, anywhere());
  };

  it('raises audio that comes at a lower rate than was asked for', async () => {
    const samples = samplesIn('Good day.', 22_050);
    const voice = await answering(clip(Buffer.from(new Int16Array(samples).fill(5_000).buffer), 22_050));
    const made = (await synthesisedChunks(voice, 'Good day.')).reduce((sum, { length }) => sum + length, 0);
    assert.closeTo(made, samplesIn('Good day.', 24_000), 2);
    voice.close();
  });

  it('fails permanently when audio comes at a higher rate than was asked for', async () => {
    const voice = await answering(clip(Buffer.alloc(96_000), 48_000));
    const failure = await failureOf(synthesisedChunks(voice, 'Good day.'));
    assert.deepEqual(
      [failure.message, failure.retryable],
      ['bhashini answered 48000 Hz where 24000 was asked for', false],
    );
    voice.close();
  });

  it('fails as a vendor does at an answer without audio', async () => {
    for (const answer of [{}, { pipelineResponse: [] }, { pipelineResponse: [{ audio: [{ audioContent: 'AAAA' }] }] }])
      assert.instanceOf(await failureOf(synthesisedChunks(await answering(answer), 'Good day.')), VendorFailure);
  });

  it('may be tried again when the connection drops in the middle of the clip, and speaks again', async () => {
    const { server, open } = await speakerOf();
    const voice = await open();
    const speaking = failureOf(synthesisedChunks(voice, 'Hello.'));
    await server.requests(1);
    server.cut();
    assert.isTrue((await speaking).retryable);
    assert.isNotEmpty(await synthesisedChunks(voice, 'Hello.'));
    voice.close();
  });
});
