import { assert } from 'chai';
import { smallestTts } from '../../../adapters/providers/smallest/tts.ts';
import { synthesisedChunks } from '../../contracts/text-to-speech.contract.ts';
import { timedVoiceContract } from '../../contracts/word-timing.contract.ts';
import { keeps } from '../../support/contract.ts';
import { failureOf } from '../providers/vendor-stands.ts';
import { fieldsOf } from './stt-server.ts';
import { speaks, speaksAsVendor } from './promises.ts';
import { ttsServer } from './tts-server.ts';
import { KEY, speaking } from './stands.ts';

/** What may be asked, and what it is when it is not: the vendor's own AsyncAPI file, `tts-ws.yaml`. */
const REQUEST: Record<string, (value: unknown) => boolean> = {
  voice_id: (value) => typeof value === 'string' && value !== '',
  text: (value) => typeof value === 'string',
  model: (value) => value === 'lightning_v3.1' || value === 'lightning_v3.1_pro',
  max_buffer_flush_ms: (value) => isWithin(value, 0, 1_000),
  continue: (value) => typeof value === 'boolean',
  flush: (value) => typeof value === 'boolean',
  complete_backoff_ms: (value) => isWithin(value, 0, 10_000),
  language: (value) => LANGUAGES.has(String(value)),
  sample_rate: (value) => [8_000, 16_000, 24_000, 44_100].includes(Number(value)),
  speed: (value) => isWithin(value, 0.5, 2),
  word_timestamps: (value) => typeof value === 'boolean',
};
const LANGUAGES = new Set(
  'auto en hi mr kn ta bn gu te ml pa or es de fr it nl sv pt ru el fi no pl ar zh id ja ko ms tr vi'.split(' '),
);
/** The voices that tell the times of words. */
const TIMED_VOICES = new Set(['meher', 'devansh', 'kartik', 'maithili', 'liam', 'avery']);

const isWithin = (value: unknown, least: number, most: number): boolean =>
  typeof value === 'number' && value >= least && value <= most;

const REFUSED = { status: 'error', error: { message: 'Invalid request', code: 'invalid_request' } };
const IDS = { session_id: 'ws_1', request_id: 'task_1' };

/** `/waves/v1/tts/live`: one message for each text, chunks of PCM with the times of words, and `complete`. */
const server = () =>
  ttsServer(() => {
    let request: Record<string, unknown> = {};
    return {
      understand(message, answer) {
        request = fieldsOf(message);
        const isValid = Object.entries(request).every(([name, value]) => REQUEST[name]?.(value));
        if (isValid && 'voice_id' in request && 'text' in request)
          return { say: { name: '', text: String(request['text']) } };
        answer(REFUSED);
        return null;
      },
      format: () => ({ sampleRate: Number(request['sample_rate'] ?? 44_100), isMulaw: false }),
      chunk(_, audio, { words }) {
        const isTimed = request['word_timestamps'] === true && TIMED_VOICES.has(String(request['voice_id']));
        const times = isTimed ? words : [];
        return [
          { ...IDS, status: 'chunk', data: { audio } },
          ...times.map(({ text: word, start, end }, id) => ({
            ...IDS,
            status: 'word_timestamp',
            data: { id, word, start, end },
          })),
        ];
      },
      pauseMs: () => Number(request['complete_backoff_ms'] ?? 4_000),
      end: () => ({ ...IDS, status: 'complete' }),
    };
  });

const vendor = async (more = {}) => speaking(smallestTts, await server(), more);
/** The vendor documents that it hangs up behind every text; clients of it rely on connections that stay. */
const hurried = async () => {
  const stand = await vendor();
  stand.server.manner.hangsUp = true;
  return stand;
};

describe('text to speech: smallest', () => {
  speaks(vendor);
  keeps(timedVoiceContract, vendor);
});

describe('text to speech: smallest when it hangs up behind every text', () => speaksAsVendor(hurried));

describe('smallest speaking', () => {
  it('asks for each text in one message, with the key in a header', async () => {
    const stand = await vendor({ language: 'ta', speed: 1.2 });
    const voice = await stand.open(8_000);
    await synthesisedChunks(voice, ' Vanakkam. ');
    const [{ url, headers, texts }] = stand.server.connections as [(typeof stand.server.connections)[0]];
    assert.deepEqual([url.pathname, url.search], ['/waves/v1/tts/live', '?timeout=300']);
    assert.equal(headers.authorization, `Bearer ${KEY}`);
    assert.deepEqual(JSON.parse(texts[0]!), {
      text: 'Vanakkam.',
      model: 'lightning_v3.1_pro',
      voice_id: 'meher',
      language: 'auto',
      speed: 1.2,
      sample_rate: 8_000,
      word_timestamps: true,
      complete_backoff_ms: 0,
      continue: false,
      flush: true,
    });
    voice.close();
  });

  it('leaves the language to the vendor where an offered voice has another, named or not, and tells it to other voices', async () => {
    for (const [settings, language] of [
      [{ language: 'en-GB' }, 'en'],
      [{ language: 'hi' }, 'hi'],
      [{ language: 'de' }, 'auto'],
      [{ language: 'de', voice: 'lena' }, 'de'],
      [{ language: 'ta', voice: 'meher' }, 'auto'],
      [{ language: 'hi', voice: 'meher' }, 'hi'],
      [{ model: 'lightning_v3.1', language: 'bn', voice: 'magnus' }, 'auto'],
    ] as const) {
      const stand = await vendor(settings);
      const voice = await stand.open();
      await synthesisedChunks(voice, 'Hello.');
      assert.include(stand.server.connections[0]?.texts[0], `"language":"${language}"`);
      voice.close();
    }
  });

  it('speaks no Hebrew, and Arabic with its Pro model alone', () => {
    const languagesOf = (model: string) => Object.keys(smallestTts.declaration.capabilities?.[model]?.languages ?? {});
    assert.includeMembers(languagesOf('lightning_v3.1_pro'), ['ar', 'en', 'sv']);
    assert.includeMembers(languagesOf('lightning_v3.1'), ['en', 'sv']);
    assert.notIncludeMembers(languagesOf('lightning_v3.1'), ['ar', 'he']);
    assert.notInclude(languagesOf('lightning_v3.1_pro'), 'he');
    assert.throws(() => smallestTts.parseSettings({ language: 'he' }), 'language must be one of');
    assert.throws(
      () => smallestTts.parseSettings({ model: 'lightning_v3.1', language: 'ar' }),
      'language must be one that lightning_v3.1 speaks',
    );
    assert.doesNotThrow(() => smallestTts.parseSettings({ language: 'ar' }));
  });

  it('takes the first voice of a model', async () => {
    const stand = await vendor({ model: 'lightning_v3.1' });
    const voice = await stand.open();
    await synthesisedChunks(voice, 'Hello.');
    assert.include(stand.server.connections[0]?.texts[0], '"voice_id":"sophia"');
    voice.close();
  });

  it('says that the vendor has withdrawn the model, and is not tried again', async () => {
    const error = {
      status: 'error',
      error_code: 'MODEL_DEPRECATED',
      message: 'This model is retired. Please migrate to lightning_v3.1_pro.',
    };
    const stand = await vendor({ model: 'lightning_v3.1' });
    stand.server.manner.slowMs = 50;
    const voice = await stand.open();
    const failing = failureOf(synthesisedChunks(voice, 'Hello.'));
    for (const socket of stand.server.sockets) socket.send(JSON.stringify(error));
    const { message, retryable } = await failing;
    assert.equal(message, 'smallest reported a fault (model_deprecated): it has withdrawn the model: choose another');
    assert.isFalse(retryable);
    voice.close();
  });

  it('speaks with lightning_v3.1_pro when no model is named, and says when the other is withdrawn', () => {
    const { model } = smallestTts.declaration.fields;
    assert.equal(model?.default, 'lightning_v3.1_pro');
    assert.include(model?.description, 'lightning_v3.1 on 30 November 2026');
  });

  for (const [words, retryable] of [
    ['Invalid API key', false],
    ['Insufficient credits', false],
    ['Internal error', true],
  ] as const)
    it(`${retryable ? 'may be tried again' : 'fails permanently'} after “${words}”`, async () => {
      const stand = await vendor();
      stand.server.manner.slowMs = 50;
      const voice = await stand.open();
      const failing = failureOf(synthesisedChunks(voice, 'Hello.'));
      for (const socket of stand.server.sockets)
        socket.send(JSON.stringify({ status: 'error', message: words, error: KEY }));
      const { message, ...failure } = await failing;
      assert.deepEqual([message, failure.retryable], ['smallest reported a fault', retryable]);
      voice.close();
    });
});
