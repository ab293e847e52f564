import { assert } from 'chai';
import { assemblyaiStt } from '../../../adapters/providers/assemblyai/stt.ts';
import { cartesiaStt } from '../../../adapters/providers/cartesia/stt.ts';
import { EndOfTurnSttProtocol } from '../../../adapters/providers/cartesia/end-of-turn-stt-protocol.ts';
import { wireCodec } from '../../../adapters/providers/_speech/wire-codec.ts';
import { sonioxSttProtocol } from '../../../adapters/providers/soniox/stt-protocol.ts';
import { sonioxStt } from '../../../adapters/providers/soniox/stt.ts';
import { eventually } from '../../support/eventually.ts';
import { assemblyAiServer } from './assemblyai-server.ts';
import { ink } from './cartesia-server.ts';
import { sonioxServer } from './soniox-server.ts';
import { turnsOf } from './end-of-turn-stand.ts';

describe('soniox that ends turns', () => {
  const token = (text: string, is_final: boolean, language?: string) => ({ text, is_final, language, confidence: 0.9 });
  const open = async (language = 'en') => turnsOf(sonioxStt, await sonioxServer(), {}, language);

  it('is asked for endpoint detection, and for the language where the agent has none', async () => {
    for (const [language, isDetected] of [
      ['en', undefined],
      ['multi', true],
    ] as const) {
      const { server, transcription } = await open(language);
      await eventually(() => server.connections[0]!.texts.length > 0, 'the configuration');
      const config = JSON.parse(server.connections[0]!.texts[0]!) as Record<string, unknown>;
      assert.isTrue(config['enable_endpoint_detection']);
      assert.equal(config['enable_language_identification'], isDetected);
      transcription.close();
    }
  });

  it('ends the utterance at the end token, with the language of its words by its canonical id', async () => {
    const { transcription, send, reports } = await open('multi');
    transcription.startUtterance();
    await send({ tokens: [token('Magandang', false, 'tl')] });
    await send({ tokens: [token('Magandang araw', true, 'tl'), token('<end>', true)] });
    transcription.endUtterance();
    transcription.startUtterance();
    await send({ tokens: [token('Yes', false, 'en')] });
    assert.deepEqual(reports(), ['0 Magandang fil', '0 Magandang araw ended fil final', '1 Yes en']);
    transcription.close();
  });

  it('ends no later utterance when it confirms an end that it found itself before', () => {
    const options = {
      wire: wireCodec(16_000),
      sampleRate: 16_000,
      trailingSilenceMs: 300,
      endsTurns: true,
      languageOf: () => undefined,
    };
    const protocol = sonioxSttProtocol(options);
    const read = (...tokens: object[]) => protocol.read(JSON.stringify({ tokens }));
    protocol.startUtterance();
    protocol.endUtterance();
    protocol.startUtterance();
    assert.deepEqual(read(token('Yes', true), token('<end>', true)), { utterance: 0, text: 'Yes', final: true });
    assert.isNull(read(token('<fin>', true)));
    assert.deepEqual(read(token('No', false)), { utterance: 1, text: 'No', final: false });
    protocol.endUtterance();
    assert.deepEqual(read(token('No', true), token('<fin>', true)), { utterance: 1, text: 'No', final: true });
  });
});

describe('cartesia that ends turns', () => {
  const event = (type: string, transcript?: string) => ({ type: `turn.${type}`, transcript, request_id: 'r' });
  const open = async () => turnsOf(cartesiaStt, await ink());

  it('is reached at its address for turns, which takes no language', async () => {
    const { server, query, transcription } = await open();
    assert.equal(server.connections[0]?.url.pathname, '/stt/turns/websocket');
    assert.deepEqual(query, { model: 'ink-2', encoding: 'pcm_s16le', sample_rate: '16000' });
    transcription.close();
    await eventually(() => server.connections[0]!.texts.length > 0, 'the last message');
    assert.deepEqual(server.connections[0]?.texts, ['{"type":"close"}']);
  });

  it('reports the probable end, the resumption and the end of a turn', async () => {
    const { transcription, send, reports } = await open();
    transcription.startUtterance();
    await send(event('start'), event('update', 'A table'));
    await send(event('eager_end', 'A table.'));
    await send(event('resume'));
    await send(event('end', 'A table. For two.'));
    transcription.endUtterance();
    assert.deepEqual(reports(), [
      '0 A table',
      '0 A table. likely_ended',
      '0 A table. resumed',
      '0 A table. For two. ended final',
    ]);
    transcription.close();
  });

  it('gives a turn that starts between two utterances to the second one', async () => {
    const { transcription, server, send, reports } = await open();
    transcription.startUtterance();
    await send(event('start'), event('end', 'Yes.'));
    for (const socket of server.sockets) socket.send(JSON.stringify(event('start')));
    transcription.startUtterance();
    await send(event('update', 'And no'));
    assert.deepEqual(reports(), ['0 Yes. ended final', '1 And no']);
    transcription.close();
  });

  it('gives later words of a turn to the next utterance when we ended the first one', () => {
    const protocol = new EndOfTurnSttProtocol(wireCodec(16_000));
    const read = (type: string, transcript?: string) => protocol.read(JSON.stringify(event(type, transcript)));
    protocol.startUtterance();
    read('start');
    read('update', 'One');
    protocol.endUtterance();
    assert.deepEqual(read('update', 'One two'), { utterance: 0, text: 'One two', final: false });
    protocol.startUtterance();
    const words = { utterance: 1, text: ' three', final: true };
    assert.deepEqual(read('end', 'One two three'), { ...words, turn: 'ended' });
  });

  it('does not take the end of a turn that we ended before as one that the vendor found', () => {
    const protocol = new EndOfTurnSttProtocol(wireCodec(16_000));
    protocol.startUtterance();
    protocol.read(JSON.stringify(event('start')));
    protocol.endUtterance();
    assert.deepEqual(protocol.read(JSON.stringify(event('end', 'One'))), { utterance: 0, text: 'One', final: true });
  });
});

describe('assemblyai that ends turns', () => {
  const turn = (transcript: string, start: number, end: number, more = {}) => ({
    ...{ type: 'Turn', transcript, end_of_turn: false, turn_is_formatted: false },
    words: [{ text: transcript, start, end }],
    ...more,
  });
  const ENDED = { end_of_turn: true, turn_is_formatted: true };

  it('is asked for turns with its own pauses, and for the language where the agent has none', async () => {
    const { query, transcription } = await turnsOf(assemblyaiStt, await assemblyAiServer(), { model: 'u3-rt-pro' });
    for (const name of ['min_turn_silence', 'max_turn_silence', 'language_detection']) assert.notProperty(query, name);
    assert.isNull(transcription.interimGapMs);
    transcription.close();
    const model = 'universal-streaming-multilingual';
    const multi = await turnsOf(assemblyaiStt, await assemblyAiServer(), { model }, 'multi');
    assert.propertyVal(multi.query, 'language_detection', 'true');
    assert.notProperty(multi.query, 'end_of_turn_confidence_threshold');
    assert.isUndefined(multi.transcription.interimGapMs);
    multi.transcription.close();
  });

  it('ends the utterance with the turn, and gives later words to the next one', async () => {
    const { transcription, send, reports } = await turnsOf(assemblyaiStt, await assemblyAiServer());
    transcription.startUtterance();
    transcription.write(new Int16Array(16_000));
    await send(turn('a table', 100, 300));
    await send(turn('A table.', 100, 300, { ...ENDED, language_code: 'en' }));
    transcription.endUtterance();
    transcription.startUtterance();
    await send(turn('for two', 500, 700));
    assert.deepEqual(reports(), ['0 a table', '0 A table. ended en final', '1 for two']);
    transcription.close();
  });

  it('takes a turn whose words are formatted later for a probable end', async () => {
    const settings = { model: 'universal-streaming-english' };
    const { transcription, send, reports } = await turnsOf(assemblyaiStt, await assemblyAiServer(), settings);
    transcription.startUtterance();
    transcription.write(new Int16Array(16_000));
    await send(turn('a table', 100, 300, { end_of_turn: true }));
    await send(turn('A table.', 100, 300, ENDED));
    assert.deepEqual(reports(), ['0 a table likely_ended', '0 A table. ended final']);
    transcription.close();
  });
});
