import { assert } from 'chai';
import { rime } from '../../../adapters/providers/tts/rime.ts';
import { spoken } from '../../contracts/text-to-speech.contract.ts';
import { fieldsOf } from './hearing-server.ts';
import { speakingByHttp } from './http-speaking.ts';
import { speaks } from './promises.ts';
import { KEY } from './stands.ts';

/** `/v1/rime-tts`: the audio as it is made, in the format of the accept header. */
const vendor = (more = {}) =>
  speakingByHttp(
    rime,
    {
      wanted({ body, headers }) {
        const { text, samplingRate } = fieldsOf(body);
        return {
          text: String(text),
          sampleRate: Number(samplingRate),
          isMulaw: headers.accept === 'audio/PCMU',
        };
      },
    },
    (url) => ({ api_key: KEY, base_url: url, ...more }),
  );

describe('text to speech: rime', () => {
  speaks(vendor);
});

describe('rime speaking', () => {
  it('asks for raw audio, µ-law on the telephone, with the key in a header', async () => {
    const { server, open } = await vendor({ language: 'de', voice: 'lorelei', time_scale_factor: 1.1 });
    const voice = await open(8_000);
    await spoken(voice, ' Guten Tag. ');
    const [{ method, url, headers, body }] = server.asked as [(typeof server.asked)[0]];
    assert.deepEqual([method, url.pathname], ['POST', '/v1/rime-tts']);
    assert.deepEqual([headers.authorization, headers.accept], [`Bearer ${KEY}`, 'audio/PCMU']);
    assert.deepEqual(fieldsOf(body), {
      text: 'Guten Tag.',
      speaker: 'lorelei',
      modelId: 'coda',
      lang: 'ger',
      samplingRate: 8_000,
      timeScaleFactor: 1.1,
    });
    voice.close();
  });

  it('wants a voice for every language but English, and a model that speaks the language', () => {
    assert.doesNotThrow(() => rime.parseSettings({ language: 'en-GB' }));
    assert.throws(() => rime.parseSettings({ language: 'es' }), 'voice is required for es');
    assert.throws(
      () => rime.parseSettings({ model: 'mistv3', language: 'ja', voice: 'v' }),
      'language must be one that mistv3 speaks',
    );
  });
});
