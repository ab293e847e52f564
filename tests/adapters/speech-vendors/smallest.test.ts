import { assert } from 'chai';
import { smallest } from '../../../adapters/providers/tts/smallest.ts';
import { spoken } from '../../contracts/text-to-speech.contract.ts';
import { failureOf } from '../providers/vendor-stands.ts';
import { fieldsOf } from './hearing-server.ts';
import { speaks } from './promises.ts';
import { speakingServer } from './speaking-server.ts';
import { KEY, speaking } from './stands.ts';

/** `/waves/v1/tts/live`: one message for each text, chunks, and `complete`. */
const server = () =>
  speakingServer(() => {
    let format = { sampleRate: 0, isMulaw: false };
    return {
      understand(message) {
        const { text, sample_rate, output_format } = fieldsOf(message);
        format = { sampleRate: Number(sample_rate), isMulaw: output_format === 'ulaw' };
        return { say: { name: '', text: String(text) } };
      },
      format: () => format,
      chunk: (_, audio) => ({ session_id: 's', request_id: 'r', status: 'chunk', data: { audio } }),
      end: () => ({ session_id: 's', request_id: 'r', status: 'complete', message: 'All chunks sent', done: true }),
    };
  });

const vendor = async (more = {}) => speaking(smallest, await server(), more);

describe('text to speech: smallest', () => {
  speaks(vendor);
});

describe('smallest speaking', () => {
  it('asks for each text in one message, with the key in a header', async () => {
    const stand = await vendor({ language: 'ta', speed: 1.2 });
    const voice = await stand.open(8_000);
    await spoken(voice, ' Vanakkam. ');
    const [{ url, headers, texts }] = stand.server.connections as [(typeof stand.server.connections)[0]];
    assert.deepEqual([url.pathname, headers.authorization], ['/waves/v1/tts/live', `Bearer ${KEY}`]);
    assert.deepEqual(JSON.parse(texts[0]!), {
      text: 'Vanakkam.',
      model: 'lightning_v3.1_pro',
      voice_id: 'meher',
      language: 'ta',
      speed: 1.2,
      sample_rate: 8_000,
      output_format: 'ulaw',
      continue: false,
      flush: true,
    });
    voice.close();
  });

  it('takes the first voice of a model', async () => {
    const stand = await vendor({ model: 'lightning_v3.1' });
    const voice = await stand.open();
    await spoken(voice, 'Hello.');
    assert.include(stand.server.connections[0]?.texts[0], '"voice_id":"sophia"');
    voice.close();
  });

  for (const [words, retryable] of [
    ['Invalid API key', false],
    ['Insufficient credits', false],
    ['Internal error', true],
  ] as const)
    it(`${retryable ? 'may be tried again' : 'has failed for good'} after “${words}”`, async () => {
      const stand = await vendor();
      stand.server.manner.slowMs = 50;
      const voice = await stand.open();
      const failing = failureOf(spoken(voice, 'Hello.'));
      for (const socket of stand.server.sockets)
        socket.send(JSON.stringify({ status: 'error', message: words, error: KEY }));
      const { message, ...failure } = await failing;
      assert.deepEqual([message, failure.retryable], ['smallest reported a fault', retryable]);
      voice.close();
    });
});
