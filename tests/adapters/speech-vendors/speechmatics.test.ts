import { assert } from 'chai';
import { speechmaticsStt } from '../../../adapters/providers/speechmatics/stt.ts';
import { manualTimers } from '../../support/manual-timers.ts';
import { Listener } from '../../contracts/speech-to-text.contract.ts';
import { failureOf } from '../providers/vendor-stands.ts';
import { vendorServer } from '../providers/vendor-server.ts';
import { listens } from './promises.ts';
import { speechmaticsServer } from './speechmatics-server.ts';
import { sttVendor, KEY } from './stands.ts';
import { eventually } from '../../support/eventually.ts';

const FAULTS = [
  { message: { message: 'Error', type: 'job_error', reason: KEY }, retryable: true },
  { message: { message: 'Error', type: 'not_authorised', reason: KEY }, retryable: false },
];
const vendor = async (more = {}) => sttVendor(speechmaticsStt, await speechmaticsServer(), more, FAULTS);

describe('speech to text: speechmatics', () => {
  listens(vendor);
});

describe('speechmatics listening', () => {
  it('starts with what it wants, with the key in a header', async () => {
    const stand = await vendor({ keyterms: ['Aoife'], domain: 'medical', max_delay: 0.8 });
    const line = await stand.open(new Listener(), { sampleRate: 8_000, language: 'en-GB' });
    const [{ url, headers, texts }] = stand.server.connections as [(typeof stand.server.connections)[0]];
    assert.deepEqual([url.pathname, headers.authorization], ['/v2', `Bearer ${KEY}`]);
    assert.deepEqual(JSON.parse(texts[0]!), {
      message: 'StartRecognition',
      audio_format: { type: 'raw', encoding: 'mulaw', sample_rate: 8_000 },
      transcription_config: {
        language: 'en',
        output_locale: 'en-GB',
        model: 'enhanced',
        enable_partials: true,
        max_delay: 0.8,
        domain: 'medical',
        additional_vocab: [{ content: 'Aoife' }],
      },
    });
    line.close();
  });

  it('calls Mandarin by the code of the vendor', async () => {
    const stand = await vendor();
    const line = await stand.open(new Listener(), { sampleRate: 16_000, language: 'zh-CN' });
    assert.include(stand.server.connections[0]?.texts[0], '"language":"cmn"');
    line.close();
  });

  it('is waited for 15 seconds with a vocabulary, which it has to take in first, and 5 without', async () => {
    const time = manualTimers();
    for (const [keyterms, startMs, late] of [
      [['Aoife'], 14_900, 15_000],
      [[], 4_900, 5_000],
    ] as const) {
      const slow = await speechmaticsServer(startMs);
      const opening = sttVendor(speechmaticsStt, slow, { keyterms }).open(new Listener());
      await eventually(() => slow.connections[0]?.texts.length === 1, 'the start');
      time.pass(startMs);
      (await opening).close();
      const silent = await speechmaticsServer(60_000);
      const failed = failureOf(sttVendor(speechmaticsStt, silent, { keyterms }).open(new Listener()));
      await eventually(() => silent.connections[0]?.texts.length === 1, 'the start');
      time.pass(late);
      assert.equal((await failed).message, 'speechmatics does not answer');
    }
  });

  for (const [type, retryable] of [
    ['not_authorised', false],
    ['invalid_language', false],
    ['quota_exceeded', true],
    ['timelimit_exceeded', false],
    ['job_error', true],
  ] as const)
    it(`${retryable ? 'may be tried again' : 'fails permanently'} after ${type}`, async () => {
      const { url } = await vendorServer({
        socket: (socket) => socket.send(JSON.stringify({ message: 'Error', type, reason: KEY })),
      });
      const failure = await failureOf((await vendor({ base_url: url })).open(new Listener()));
      assert.equal(failure.retryable, retryable);
      assert.include(failure.message, `speechmatics reported a fault (${type}): `);
    });
});
