import { assert } from 'chai';
import { sonioxStt } from '../../../adapters/providers/soniox/stt.ts';
import { Listener } from '../../contracts/speech-to-text.contract.ts';
import { listens } from './promises.ts';
import { sonioxServer } from './soniox-server.ts';
import { sttVendor, KEY } from './stands.ts';
import { eventually } from '../../support/eventually.ts';

const token = (text: string, is_final: boolean) => ({ text, is_final, confidence: 0.9 });

const FAULTS = [
  { message: { error_code: 503, error_message: KEY }, retryable: true },
  { message: { error_code: 402, error_message: KEY }, retryable: false },
];
const vendor = async (more = {}) => sttVendor(sonioxStt, await sonioxServer(), more, FAULTS);

describe('speech to text: soniox', () => {
  listens(vendor);
});

describe('soniox listening', () => {
  it('says first what it will hear, with the key in a header and nowhere else', async () => {
    const stand = await vendor({ language_hints_strict: true, context: 'A clinic.', keyterms: ['Aoife'] });
    const line = await stand.open(new Listener(), { sampleRate: 8_000, language: 'fil' });
    const [{ url, headers, texts }] = stand.server.connections as [(typeof stand.server.connections)[0]];
    await eventually(() => texts.length === 1, 'the configuration');
    assert.deepEqual([url.pathname, headers.authorization], ['/transcribe-websocket', `Bearer ${KEY}`]);
    assert.deepEqual(JSON.parse(texts[0]!), {
      model: 'stt-rt-v5',
      audio_format: 'mulaw',
      sample_rate: 8_000,
      num_channels: 1,
      language_hints: ['tl'],
      language_hints_strict: true,
      context: { text: 'A clinic.', terms: ['Aoife'] },
    });
    line.close();
  });

  it('says how much silence it sent behind the words that are to be final', async () => {
    const stand = await vendor({ endpointing_ms: 450 });
    const listener = new Listener();
    const line = await stand.open(listener);
    line.startUtterance();
    line.endUtterance();
    await listener.next();
    assert.equal(stand.server.connections[0]?.texts[1], '{"type":"finalize","trailing_silence_ms":450}');
    line.close();
  });

  it('gives no hints when the language is to be found out, and ends with an empty message', async () => {
    const stand = await vendor({ language: 'multi' });
    const line = await stand.open(new Listener());
    line.close();
    const { texts } = stand.server.connections[0]!;
    await eventually(() => texts.length === 2, 'the goodbye');
    assert.notProperty(JSON.parse(texts[0]!), 'language_hints');
    assert.equal(texts[1], '');
  });

  it('keeps words for the next utterance that come behind the end of one', async () => {
    const stand = await vendor();
    const listener = new Listener();
    const line = await stand.open(listener);
    const send = (tokens: object[]): void => {
      for (const socket of stand.server.sockets) socket.send(JSON.stringify({ tokens }));
    };
    line.startUtterance();
    line.startUtterance();
    send([token('one', true)]);
    await eventually(() => listener.transcripts.length === 1, 'the first word');
    send([token('<fin>', true), token('two', false)]);
    assert.deepEqual(await listener.next(), { text: 'one' });
    line.close();
  });

  for (const [error_code, retryable] of [
    [401, false],
    [402, false],
    [503, true],
  ] as const)
    it(`${retryable ? 'loses the utterance twice' : 'fails permanently'} after an error ${error_code}`, async () => {
      const stand = await vendor();
      const listener = new Listener();
      const line = await stand.open(listener);
      line.startUtterance();
      for (const socket of stand.server.sockets) socket.send(JSON.stringify({ error_code, error_message: KEY }));
      stand.server.refusals.push(503);
      const outcome = await listener.next();
      assert.isTrue('failure' in outcome && outcome.failure.retryable === retryable);
      assert.match(
        String('failure' in outcome && outcome.failure.message),
        new RegExp(`^soniox answered ${error_code}(: |$)`),
      );
      line.close();
    });
});
