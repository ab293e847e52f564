import { assert } from 'chai';
import { groqStt } from '../../../adapters/providers/groq/stt.ts';
import { Listener, say } from '../../contracts/speech-to-text.contract.ts';
import { keeps } from '../../support/contract.ts';
import { formOf } from '../providers/openai-server.ts';
import { batch, WHOLE_RECORDINGS, wholeRecordingsContract } from './batch-server.ts';
import { listens } from './promises.ts';
import { KEY } from './stands.ts';

const vendor = (more = {}) =>
  batch(
    groqStt,
    {
      pcmOf: (request) => formOf(request).wav.subarray(44),
      answer: (text) => ({ text: ` ${text}`, x_groq: { id: 'r' } }),
    },
    (url) => ({ api_key: KEY, base_url: url, ...more }),
    KEY,
  );

describe('speech to text: groq', () => {
  listens(vendor, WHOLE_RECORDINGS);
  keeps(wholeRecordingsContract, vendor);
});

describe('groq listening', () => {
  it('sends each utterance as a file with what belongs to it, and the key in a header', async () => {
    const stand = await vendor({ prompt: 'A clinic.', temperature: 0.2 });
    const listener = new Listener();
    const line = await stand.open(listener, { sampleRate: 16_000, language: 'jv' });
    await say(stand, line, 'one');
    await listener.next();
    const [request] = stand.server.received as [(typeof stand.server.received)[0]];
    assert.deepEqual([request.url.pathname, request.headers.authorization], ['/audio/transcriptions', `Bearer ${KEY}`]);
    assert.deepEqual(formOf(request).fields, {
      model: 'whisper-large-v3-turbo',
      language: 'jv',
      prompt: 'A clinic.',
      temperature: '0.2',
      response_format: 'json',
    });
    line.close();
  });
});
