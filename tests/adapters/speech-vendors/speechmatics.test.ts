import { assert } from 'chai';
import { speechmatics } from '../../../adapters/providers/stt/speechmatics.ts';
import { Listener } from '../../contracts/speech-to-text.contract.ts';
import { failureOf } from '../providers/vendor-stands.ts';
import { vendorServer } from '../providers/vendor-server.ts';
import { fieldsOf, hearingServer } from './hearing-server.ts';
import { listens } from './promises.ts';
import { hearing, KEY } from './stands.ts';

const transcript = (message: string, text: string) => ({
  message,
  format: '2.9',
  metadata: { start_time: 0, end_time: 1, transcript: text },
  results: [],
});

/** `/v2`: started first, then transcripts, and `EndOfUtterance` behind what was forced. */
const server = () =>
  hearingServer(() => ({
    understand(message, isBinary, answer) {
      if (isBinary) return { audio: message };
      const { message: kind } = fieldsOf(message);
      if (kind === 'StartRecognition') answer({ message: 'RecognitionStarted', id: 'i' });
      return { finish: kind === 'ForceEndOfUtterance' };
    },
    partial: ({ text }) => [{ message: 'AudioAdded', seq_no: 1 }, transcript('AddPartialTranscript', text)],
    final: ({ text }) => [
      transcript('AddTranscript', text.slice(0, 4)),
      transcript('AddTranscript', text.slice(4)),
      { message: 'EndOfUtterance', metadata: { start_time: 1, end_time: 1 } },
    ],
  }));

const FAULTS = [
  { message: { message: 'Error', type: 'job_error', reason: KEY }, retryable: true },
  { message: { message: 'Error', type: 'not_authorised', reason: KEY }, retryable: false },
];
const vendor = async (more = {}) => hearing(speechmatics, await server(), more, FAULTS);

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

  for (const [type, retryable] of [
    ['not_authorised', false],
    ['invalid_language', false],
    ['quota_exceeded', true],
    ['job_error', true],
  ] as const)
    it(`${retryable ? 'may be tried again' : 'has failed for good'} after ${type}`, async () => {
      const { url } = await vendorServer({
        socket: (socket) => socket.send(JSON.stringify({ message: 'Error', type, reason: KEY })),
      });
      const failure = await failureOf((await vendor({ base_url: url })).open(new Listener()));
      assert.deepEqual([failure.message, failure.retryable], [`speechmatics reported a fault (${type})`, retryable]);
    });
});
