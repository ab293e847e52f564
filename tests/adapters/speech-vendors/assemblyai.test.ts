import { assert } from 'chai';
import { assemblyaiStt } from '../../../adapters/providers/assemblyai/stt.ts';
import { hand, Listener, speechToTextContract } from '../../contracts/speech-to-text.contract.ts';
import { keeps } from '../../support/contract.ts';
import { manualTimers } from '../../support/manual-timers.ts';
import { sound } from '../providers/letter-audio.ts';
import { failureOf } from '../providers/vendor-stands.ts';
import { vendorServer } from '../providers/vendor-server.ts';
import { assemblyAiServer } from './assemblyai-server.ts';
import { listens } from './promises.ts';
import { sttVendor, KEY, queryOf } from './stands.ts';
import { eventually } from '../../support/eventually.ts';

const fault = (error_code: number) => ({ type: 'Error', error_code, error: KEY });
const FAULTS = [
  { message: fault(3005), retryable: true },
  { message: fault(3006), retryable: false },
  { message: fault(3007), retryable: true },
  { message: fault(3009), retryable: true },
];
const vendor = async (more = {}) => sttVendor(assemblyaiStt, await assemblyAiServer(), more, FAULTS);
const options = { sampleRate: 16_000, language: 'en' };

describe('speech to text: assemblyai', () => {
  listens(vendor);
});

describe('speech to text: assemblyai with turns that are formatted later', () =>
  keeps(speechToTextContract, () => vendor({ model: 'universal-streaming-english' })));

describe('assemblyai listening', () => {
  it('asks for words at short pauses and turns that end no later than two seconds behind ours', async () => {
    const stand = await vendor({ keyterms: ['Aoife'], endpointing_ms: 400 });
    const line = await stand.open(new Listener(), { sampleRate: 8_000, language: 'hi' });
    const [{ url, headers }] = stand.server.connections as [(typeof stand.server.connections)[0]];
    assert.equal(headers.authorization, KEY);
    assert.deepEqual(queryOf(url), {
      sample_rate: '8000',
      encoding: 'pcm_mulaw',
      speech_model: 'universal-3-6-pro',
      language_codes: '["hi"]',
      min_turn_silence: '100',
      max_turn_silence: '2400',
      keyterms_prompt: '["Aoife"]',
    });
    line.close();
  });

  it('leaves the pauses to a mode', async () => {
    const stand = await vendor({ mode: 'min_latency' });
    const line = await stand.open(new Listener());
    const query = queryOf(stand.server.connections[0]?.url);
    assert.propertyVal(query, 'mode', 'min_latency');
    assert.notProperty(query, 'min_turn_silence');
    line.close();
  });

  for (const model of ['universal-streaming-english', 'universal-streaming-multilingual'])
    it(`tells ${model} no language, and to end turns only when it is asked to`, async () => {
      const stand = await vendor({ model });
      const line = await stand.open(new Listener());
      const query = queryOf(stand.server.connections[0]?.url);
      assert.notProperty(query, 'language_codes');
      assert.include(query, {
        format_turns: 'true',
        end_of_turn_confidence_threshold: '1',
        min_turn_silence: '2300',
      });
      line.close();
    });

  it('still refuses a language that the model does not know', async () => {
    const failure = await failureOf(
      (await vendor({ model: 'universal-streaming-english', language: 'hi' })).open(new Listener()),
    );
    assert.equal(failure.message, 'assemblyai does not take hi');
  });

  it('puts the turns together that the vendor made of an utterance, without waiting for another end', async () => {
    const stand = await vendor();
    const listener = new Listener();
    const line = await stand.open(listener);
    const time = manualTimers();
    const pause = new Int16Array(2_400);
    line.startUtterance();
    hand(line, sound('A table for two.'), 16_000);
    hand(line, pause, 16_000);
    await eventually(() => listener.transcripts.some(({ text }) => text === 'A table for two.'), 'the first turn');
    hand(line, sound('Please.'), 16_000);
    hand(line, pause, 16_000);
    await eventually(() => listener.transcripts.at(-1)?.text === 'A table for two. Please.', 'the second turn');
    assert.isEmpty(listener.outcomes);
    line.endUtterance();
    time.pass(299);
    assert.isEmpty(listener.outcomes);
    time.pass(1);
    assert.deepEqual(listener.outcomes, [{ text: 'A table for two. Please.' }]);
    line.close();
  });

  it('waits for words that began behind the last turn', async () => {
    const stand = await vendor();
    const listener = new Listener();
    const line = await stand.open(listener);
    line.startUtterance();
    hand(line, sound('A table for two.'), 16_000);
    hand(line, new Int16Array(2_400), 16_000);
    hand(line, sound('please'), 16_000);
    hand(line, new Int16Array(9_600), 16_000);
    line.endUtterance();
    assert.deepEqual(await listener.next(), { text: 'A table for two. please' });
    line.close();
  });

  for (const [code, retryable] of [
    [3005, true],
    [3006, false],
    [3009, true],
    [4001, false],
  ] as const)
    it(`${retryable ? 'may be tried again' : 'fails permanently'} when the vendor reports ${code} instead of beginning`, async () => {
      const { url } = await vendorServer({ socket: (socket) => socket.send(JSON.stringify(fault(code))) });
      const failure = await failureOf((await vendor({ base_url: url })).open(new Listener(), options));
      assert.deepEqual([failure.message, failure.retryable], [`assemblyai reported a fault (${code})`, retryable]);
    });

  for (const [code, retryable] of [
    [3005, true],
    [3006, false],
    [4001, false],
    [4029, true],
  ] as const)
    it(`${retryable ? 'may be tried again' : 'fails permanently'} when the vendor hangs up with ${code} instead of beginning`, async () => {
      const { url } = await vendorServer({ socket: (socket) => socket.close(code, KEY) });
      const failure = await failureOf(
        sttVendor(assemblyaiStt, await assemblyAiServer(), { base_url: url }).open(new Listener(), options),
      );
      assert.deepEqual([failure.message, failure.retryable], [`assemblyai closed the connection (${code})`, retryable]);
    });
});
