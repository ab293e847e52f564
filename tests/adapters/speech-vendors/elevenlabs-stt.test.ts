import { assert } from 'chai';
import { elevenlabsStt } from '../../../adapters/providers/elevenlabs/stt.ts';
import { Listener } from '../../contracts/speech-to-text.contract.ts';
import { failureOf } from '../providers/vendor-stands.ts';
import { vendorServer } from '../providers/vendor-server.ts';
import { listens } from './promises.ts';
import { scribe } from './scribe-server.ts';
import { sttVendor, KEY, queryOf } from './stands.ts';

const FAULTS = [
  { message: { message_type: 'rate_limited', error: KEY }, retryable: true },
  { message: { message_type: 'quota_exceeded', error: KEY }, retryable: false },
];
const vendor = async (more = {}) => sttVendor(elevenlabsStt, await scribe(), more, FAULTS);

describe('speech to text: elevenlabs', () => {
  listens(vendor);
});

describe('elevenlabs listening', () => {
  it('asks for turns that it commits itself, with the key in a header', async () => {
    const { server, open } = await vendor({ keyterms: ['Aoife', 'Niamh'], no_verbatim: true });
    const line = await open(new Listener(), { sampleRate: 8_000, language: 'en-GB' });
    const [{ url, headers }] = server.connections as [(typeof server.connections)[0]];
    assert.equal(url.pathname, '/v1/speech-to-text/realtime');
    assert.equal(headers['xi-api-key'], KEY);
    assert.deepEqual(url.searchParams.getAll('keyterms'), ['Aoife', 'Niamh']);
    url.searchParams.delete('keyterms');
    assert.deepEqual(queryOf(url), {
      model_id: 'scribe_v2_realtime',
      audio_format: 'ulaw_8000',
      language_code: 'en',
      commit_strategy: 'manual',
      no_verbatim: 'true',
    });
    line.close();
  });

  it('tells no language when it is to be found out', async () => {
    const { server, open } = await vendor({ language: 'multi' });
    const line = await open(new Listener());
    assert.notProperty(queryOf(server.connections[0]?.url), 'language_code');
    line.close();
  });

  for (const [message_type, retryable] of [
    ['auth_error', false],
    ['quota_exceeded', false],
    ['invalid_request', false],
    ['rate_limited', true],
    ['queue_overflow', true],
  ] as const)
    it(`${retryable ? 'may be tried again' : 'fails permanently'} after ${message_type}`, async () => {
      const { url } = await vendorServer({
        socket: (socket) => socket.send(JSON.stringify({ message_type, error: KEY })),
      });
      const failure = await failureOf((await vendor({ base_url: url })).open(new Listener()));
      assert.equal(failure.retryable, retryable);
      assert.include(failure.message, `elevenlabs reported a fault (${message_type}): `);
    });
});
