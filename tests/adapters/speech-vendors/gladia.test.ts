import { assert } from 'chai';
import { GladiaSttProtocol } from '../../../adapters/providers/gladia/stt-protocol.ts';
import { wireCodec } from '../../../adapters/providers/_speech/wire-codec.ts';
import { gladiaStt } from '../../../adapters/providers/gladia/stt.ts';
import { hand, Listener } from '../../contracts/speech-to-text.contract.ts';
import { sound } from '../providers/letter-audio.ts';
import { failureOf } from '../providers/vendor-stands.ts';
import { vendorServer } from '../providers/vendor-server.ts';
import { gladiaServer } from './gladia-server.ts';
import { listens } from './promises.ts';
import { sttVendor, KEY } from './stands.ts';
import { eventually } from '../../support/eventually.ts';

const FAULTS = [
  { message: { type: 'audio_chunk', acknowledged: false, error: { message: KEY }, data: null }, retryable: true },
  { message: { type: 'error', error: { message: KEY } }, retryable: true },
];
const vendor = async (more = {}) => sttVendor(gladiaStt, await gladiaServer(), more, FAULTS);

describe('speech to text: gladia', () => {
  listens(vendor);
});

const SILENCE = 0.5;
const RATE = 8_000;

/** A line of the telephone, and the vendor's words for it. */
function telephone() {
  const line = new GladiaSttProtocol(wireCodec(RATE), RATE);
  const sent = { samples: 0 };
  const say = (type: string, data: object, more: object = {}) => line.read(JSON.stringify({ type, data, ...more }));
  return {
    line,
    /** Half a second of an utterance, and the silence behind it. */
    speak() {
      line.startUtterance();
      line.audio(new Int16Array(RATE / 2));
      line.endUtterance();
      sent.samples += RATE / 2 + RATE * SILENCE;
    },
    take: (samples = sent.samples) => say('audio_chunk', { byte_range: [0, samples] }, { acknowledged: true }),
    start: (time: number) => say('speech_start', { time, channel: 0 }),
    write: (text: string, start: number) =>
      say('transcript', { id: '0', is_final: true, utterance: { text, start, end: start + 0.2 } }),
  };
}

describe('a line to gladia', () => {
  it('is not held up by speech that is never written', () => {
    const { speak, take, start, write } = telephone();
    speak();
    start(0.1);
    assert.isNull(take());
    speak();
    start(1.1);
    assert.isNull(take());
    assert.deepEqual(write('hello', 1.1), { utterance: 1, text: 'hello', final: true });
    speak();
    start(2.1);
    write('again', 2.1);
    assert.deepEqual(take(), { utterance: 2, text: 'again', final: true });
  });

  it('waits a little longer when all audio was acknowledged without a speech event', () => {
    const { line, speak, take, start, write } = telephone();
    speak();
    assert.isNull(take());
    const [moment] = line.unblocked();
    assert.lengthOf(moment!, RATE / 10);
    assert.isEmpty(line.unblocked());
    start(0.1);
    assert.isNull(take(RATE + RATE / 10));
    assert.deepEqual(write('hello', 0.1), { utterance: 0, text: 'hello', final: true });
  });

  it('hears no words where none were spoken', () => {
    const { speak, take } = telephone();
    speak();
    take();
    assert.deepEqual(take(RATE + RATE / 10), { utterance: 0, text: '', final: true });
  });

  it('ignores rejected audio between utterances', () => {
    const { line } = telephone();
    assert.isNull(line.read('{"type":"audio_chunk","acknowledged":false,"data":null}'));
  });
});

describe('gladia listening', () => {
  it('asks for a session with what it wants, and connects to where it is', async () => {
    const stand = await vendor({ region: 'eu-west', keyterms: ['Aoife'], speech_threshold: 0.7 });
    const line = await stand.open(new Listener(), { sampleRate: 8_000, language: 'fil' });
    const [request, connected] = stand.server.received as [
      (typeof stand.server.received)[0],
      (typeof stand.server.received)[0],
    ];
    assert.deepEqual(
      [request.method, request.url.pathname, request.headers['x-gladia-key']],
      ['POST', '/v2/live', KEY],
    );
    assert.equal(connected.url.search, '?token=t');
    assert.notProperty(connected.headers, 'x-gladia-key');
    const { messages_config, ...session } = stand.server.sessions[0]!;
    assert.include(messages_config, { receive_partial_transcripts: true, receive_acknowledgments: true });
    assert.deepEqual(session, {
      model: 'solaria-1',
      encoding: 'wav/ulaw',
      bit_depth: 8,
      sample_rate: 8_000,
      channels: 1,
      endpointing: 0.1,
      language_config: { languages: ['tl'], code_switching: false },
      pre_processing: { speech_threshold: 0.7 },
      realtime_processing: { custom_vocabulary: true, custom_vocabulary_config: { vocabulary: ['Aoife'] } },
      region: 'eu-west',
    });
    line.close();
  });

  it('switches between all languages when none is set', async () => {
    const stand = await vendor({ language: 'multi' });
    const line = await stand.open(new Listener());
    assert.deepEqual(stand.server.sessions[0]?.['language_config'], { languages: [], code_switching: true });
    line.close();
  });

  it('puts together what the vendor took for several utterances', async () => {
    const stand = await vendor();
    const listener = new Listener();
    const line = await stand.open(listener);
    line.startUtterance();
    hand(line, sound('a table'), 16_000);
    hand(line, new Int16Array(4_800), 16_000);
    hand(line, sound('for two'), 16_000);
    line.endUtterance();
    assert.deepEqual(await listener.next(), { text: 'a table for two' });
    line.close();
  });

  it('says goodbye', async () => {
    const stand = await vendor();
    const line = await stand.open(new Listener());
    line.close();
    const { texts } = stand.server.connections[0]!;
    await eventually(() => texts.length === 1, 'the goodbye');
    assert.deepEqual(texts, ['{"type":"stop_recording"}']);
  });

  for (const [code, retryable] of [
    [1011, true],
    [4399, true],
    [4401, false],
    [4500, true],
  ] as const)
    it(`${retryable ? 'may be tried again' : 'fails permanently'} when the session is closed with ${code}`, async () => {
      const stand = await vendor();
      const listener = new Listener();
      const line = await stand.open(listener);
      line.startUtterance();
      stand.server.refusals.push(503);
      for (const socket of stand.server.sockets) socket.close(code);
      const outcome = await listener.next();
      assert.isTrue('failure' in outcome && outcome.failure.retryable === retryable);
      line.close();
    });

  it('may be tried again when the answer holds no session', async () => {
    const { url } = await vendorServer({ http: (_, response) => void response.end('{"url":"https://example.com"}') });
    const failure = await failureOf((await vendor({ base_url: url })).open(new Listener()));
    assert.deepEqual([failure.message, failure.retryable], ['gladia answered without a session', true]);
  });
});
