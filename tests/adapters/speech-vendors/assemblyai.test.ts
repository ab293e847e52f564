import { assert } from 'chai';
import { assemblyai } from '../../../adapters/providers/stt/assemblyai.ts';
import { Listener, speechToTextContract } from '../../contracts/speech-to-text.contract.ts';
import { keeps } from '../../support/contract.ts';
import { failureOf } from '../providers/vendor-stands.ts';
import { vendorServer } from '../providers/vendor-server.ts';
import { fieldsOf, hearingServer, type Heard } from './hearing-server.ts';
import { listens } from './promises.ts';
import { hearing, KEY, queryOf } from './stands.ts';

const turn = ({ text, utterance, start, end }: Heard, more: object) => ({
  type: 'Turn',
  turn_order: utterance,
  transcript: text,
  words: text === '' ? [] : [{ text, start: (start + 0.01) * 1000, end: end * 1000, word_is_final: true }],
  end_of_turn_confidence: 0.5,
  ...more,
});

/** `/v3/ws`: a turn that no word was in is not told. */
const server = () =>
  hearingServer((url) => {
    const isFormatted = url.searchParams.get('format_turns') !== 'true';
    return {
      greeting: [{ type: 'Begin', id: 's', expires_at: 1 }],
      understand(message, isBinary) {
        if (isBinary) return message.length >= 1_600 || isTelephone(url) ? { audio: message } : { bye: true };
        const { type } = fieldsOf(message);
        return { finish: type === 'ForceEndpoint', bye: type === 'Terminate' };
      },
      partial: (heard) => [turn(heard, { end_of_turn: false, turn_is_formatted: false })],
      final: (heard) =>
        heard.text === ''
          ? []
          : [
              ...(isFormatted ? [] : [turn({ ...heard, text: 'rough' }, { end_of_turn: true })]),
              turn(heard, { end_of_turn: true, turn_is_formatted: true }),
            ],
    };
  });

const isTelephone = (url: URL): boolean => url.searchParams.get('encoding') === 'pcm_mulaw';
const FAULTS = [{ message: { type: 'Error', error_code: 3005, error: KEY }, retryable: true }];
const vendor = async (more = {}) => hearing(assemblyai, await server(), more, FAULTS);
const options = { sampleRate: 16_000, language: 'en' };

describe('speech to text: assemblyai', () => {
  listens(vendor);
});

describe('speech to text: assemblyai with turns that are formatted later', () =>
  keeps(speechToTextContract, () => vendor({ model: 'universal-streaming-english' })));

describe('assemblyai listening', () => {
  it('asks for turns that end no sooner than ours, with the bare key in a header', async () => {
    const stand = await vendor({ keyterms: ['Aoife'], mode: 'min_latency', endpointing_ms: 400 });
    const line = await stand.open(new Listener(), { sampleRate: 8_000, language: 'hi' });
    const [{ url, headers }] = stand.server.connections as [(typeof stand.server.connections)[0]];
    assert.equal(headers.authorization, KEY);
    assert.deepEqual(queryOf(url), {
      sample_rate: '8000',
      encoding: 'pcm_mulaw',
      speech_model: 'universal-3-6-pro',
      language_codes: '["hi"]',
      min_turn_silence: '2400',
      max_turn_silence: '2400',
      mode: 'min_latency',
      keyterms_prompt: '["Aoife"]',
    });
    line.close();
  });

  it('tells no language to a model that knows only one', async () => {
    const stand = await vendor({ model: 'universal-streaming-english' });
    const line = await stand.open(new Listener());
    const query = queryOf(stand.server.connections[0]?.url);
    assert.notProperty(query, 'language_codes');
    assert.include(query, { format_turns: 'true', end_of_turn_confidence_threshold: '1' });
    line.close();
  });

  for (const [code, retryable] of [
    [4001, false],
    [4029, true],
  ] as const)
    it(`${retryable ? 'may be tried again' : 'has failed for good'} when the vendor hangs up with ${code} instead of beginning`, async () => {
      const { url } = await vendorServer({ socket: (socket) => socket.close(code, KEY) });
      const failure = await failureOf(
        hearing(assemblyai, await server(), { base_url: url }).open(new Listener(), options),
      );
      assert.deepEqual([failure.message, failure.retryable], [`assemblyai closed the connection (${code})`, retryable]);
    });
});
