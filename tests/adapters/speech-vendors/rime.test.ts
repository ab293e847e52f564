import { assert } from 'chai';
import { rimeTts } from '../../../adapters/providers/rime/tts.ts';
import { piece } from '../../contracts/reply.contract.ts';
import { synthesisedChunks } from '../../contracts/text-to-speech.contract.ts';
import { timedVoiceContract } from '../../contracts/word-timing.contract.ts';
import { keeps } from '../../support/contract.ts';
import { failureOf } from '../providers/vendor-stands.ts';
import { fieldsOf } from './stt-server.ts';
import { speaks } from './promises.ts';
import { ttsServer } from './tts-server.ts';
import { KEY, queryOf, speaking } from './stands.ts';

/** `/ws3` with segments of ours: what is flushed is spoken, with the times of its words since it began. */
const server = () =>
  ttsServer((url) => {
    const buffered = { name: '', text: '' };
    return {
      understand(message) {
        const { text, contextId, operation } = fieldsOf(message);
        if (operation !== 'flush') {
          Object.assign(buffered, { name: String(contextId), text: buffered.text + String(text) });
          return null;
        }
        const say = { name: buffered.name, text: buffered.text.trimEnd() };
        buffered.text = '';
        return { say };
      },
      format: () => ({
        sampleRate: Number(url.searchParams.get('samplingRate')),
        isMulaw: url.searchParams.get('audioFormat') === 'mulaw',
      }),
      chunk: (contextId, data, { words }) => [
        { type: 'chunk', data, contextId },
        {
          type: 'timestamps',
          contextId,
          word_timestamps: {
            words: words.map(({ text }) => text),
            start: words.map(({ start }) => start),
            end: words.map(({ end }) => end),
          },
        },
      ],
      end: (contextId) => ({ type: 'done', contextId, done: true }),
    };
  });

const vendor = async (more = {}) => speaking(rimeTts, await server(), more);

describe('text to speech: rime', () => {
  speaks(vendor);
  keeps(timedVoiceContract, vendor);
});

describe('rime speaking', () => {
  it('asks for raw audio, µ-law on the telephone, with the key in a header', async () => {
    const stand = await vendor({ language: 'de', voice: 'lorelei' });
    const voice = await stand.open(8_000);
    await synthesisedChunks(voice, ' Guten Tag. ');
    const [{ url, headers, texts }] = stand.server.connections as [(typeof stand.server.connections)[0]];
    assert.deepEqual([url.pathname, headers.authorization], ['/ws3', `Bearer ${KEY}`]);
    assert.deepEqual(queryOf(url), {
      speaker: 'lorelei',
      modelId: 'coda',
      lang: 'deu',
      audioFormat: 'mulaw',
      samplingRate: '8000',
      segment: 'never',
    });
    assert.deepEqual(texts, ['{"text":"Guten Tag. ","contextId":"utterance-1"}', '{"operation":"flush"}']);
    assert.isTrue(voice.needsNormalisation, 'the vendor writes numbers out in English only');
    voice.close();
  });

  for (const [model, factor, speedAlpha] of [
    ['coda', 2, '0.5'],
    ['mistv3', 0.8, '1.25'],
    ['mistv2', 2, '2'],
    ['mistv2', 1, undefined],
  ] as const)
    it(`asks ${model} for ${factor} times the length by ${speedAlpha ? `speedAlpha ${speedAlpha}` : 'saying nothing'}, as its socket knows no time scale`, async () => {
      const stand = await vendor({ model, time_scale_factor: factor });
      const voice = await stand.open();
      assert.isFalse(voice.needsNormalisation);
      const query = queryOf(stand.server.connections[0]!.url);
      assert.equal(query['speedAlpha'], speedAlpha);
      assert.notProperty(query, 'timeScaleFactor');
      voice.close();
    });

  it('sends the next text of a reply while the last is still spoken', async () => {
    const { open, server: rimes } = await vendor();
    const voice = await open();
    await piece(voice, 'I will look it up for you.', { speech: {}, next: 'One moment.' });
    assert.include(rimes.connections[0]!.texts.join(), 'One moment.');
    voice.close();
  });

  for (const [words, retryable] of [
    ['Invalid speaker', false],
    ['Internal failure', true],
  ] as const)
    it(`${retryable ? 'may be tried again' : 'fails permanently'} after "${words}", and repeats no key`, async () => {
      const stand = await vendor();
      stand.server.manner.slowMs = 50;
      const voice = await stand.open();
      const failing = failureOf(synthesisedChunks(voice, 'Hello.'));
      for (const socket of stand.server.sockets)
        socket.send(JSON.stringify({ type: 'error', message: `${words} ${KEY}` }));
      const { message, ...failure } = await failing;
      assert.deepEqual([message, failure.retryable], ['rime reported a fault', retryable]);
      voice.close();
    });

  it('wants a voice for every language but English, and a model that speaks the language', () => {
    assert.doesNotThrow(() => rimeTts.parseSettings({ language: 'en-GB' }));
    assert.throws(() => rimeTts.parseSettings({ language: 'es' }), 'voice is required for es');
    assert.throws(
      () => rimeTts.parseSettings({ model: 'mistv3', language: 'ja', voice: 'v' }),
      'language must be one that mistv3 speaks',
    );
  });
});
