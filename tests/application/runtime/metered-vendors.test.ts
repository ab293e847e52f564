import { assert } from 'chai';
import type { GenerationChunk, LanguageModel } from '../../../application/ports/language-model.ts';
import type { Transcription } from '../../../application/ports/speech-to-text.ts';
import type { SpeechSynthesiser } from '../../../application/ports/text-to-speech.ts';
import { VendorFailure } from '../../../application/ports/vendor-failure.ts';
import { meteredModel, meteredSynthesiser, meterTranscription } from '../../../application/runtime/metered-vendors.ts';
import { UsageMeter } from '../../../application/runtime/usage-meter.ts';

const ABOUT = { provider: 'acme', model: 'small' };
const REQUEST = { messages: [{ role: 'user' as const, content: 'Hello' }], tools: [] };
/** The estimated tokens of the request: 35 characters of JSON. */
const REQUEST_TOKENS = Math.ceil(JSON.stringify(REQUEST.messages).length / 4);

async function* chunksOf(chunks: readonly (GenerationChunk | Error)[]): AsyncGenerator<GenerationChunk> {
  for (const chunk of chunks) {
    if (chunk instanceof Error) throw chunk;
    yield chunk;
  }
}

const modelOf = (...chunks: (GenerationChunk | Error)[]): LanguageModel => ({
  model: 'small',
  generate: () => chunksOf(chunks),
  close: () => undefined,
});

const quantities = (meter: UsageMeter): Record<string, number> =>
  Object.fromEntries(meter.lines().map(({ metric, quantity }) => [metric, quantity]));
const isEstimated = (meter: UsageMeter): boolean => meter.lines().every(({ estimated }) => estimated === true);

describe('a metered model', () => {
  const text = { type: 'text', text: 'Hello you' } as const;
  async function read(model: LanguageModel, chunks = Infinity): Promise<void> {
    let seen = 0;
    for await (const _ of model.generate(REQUEST, new AbortController().signal)) if ((seen += 1) === chunks) return;
  }

  it('counts the tokens that the vendor reports, cached ones apart', async () => {
    const meter = new UsageMeter();
    const usage = { input: 100, output: 20, cached: 60, cacheWrites: 10 };
    const model = meteredModel(modelOf(text, { type: 'finished', reason: 'stop', usage }), meter, ABOUT);
    await read(model);
    await read(model);
    assert.deepEqual(quantities(meter), {
      input_tokens: 60,
      cached_input_tokens: 120,
      cache_write_tokens: 20,
      output_tokens: 40,
    });
    assert.isTrue(meter.lines().every(({ estimated, provider }) => estimated === undefined && provider === 'acme'));
  });

  it('counts an estimate where the vendor reports nothing', async () => {
    const meter = new UsageMeter();
    await read(meteredModel(modelOf(text, { type: 'finished', reason: 'stop', usage: null }), meter, ABOUT));
    assert.deepEqual(quantities(meter), { input_tokens: REQUEST_TOKENS, output_tokens: 3 });
    assert.isTrue(isEstimated(meter));
  });

  it('counts an estimate of a generation that was interrupted or is under way', async () => {
    const meter = new UsageMeter();
    const usage = { input: 100, output: 20 };
    await read(meteredModel(modelOf(text, { type: 'finished', reason: 'stop', usage }), meter, ABOUT), 1);
    assert.deepEqual(quantities(meter), { input_tokens: REQUEST_TOKENS, output_tokens: 3 });
    assert.isTrue(isEstimated(meter));
  });

  it('counts nothing of a request that the vendor refused', async () => {
    const meter = new UsageMeter();
    const refusal = new VendorFailure('Too many requests', { retryable: true });
    await read(meteredModel(modelOf(refusal), meter, ABOUT)).then(
      () => assert.fail('It was refused'),
      () => undefined,
    );
    assert.deepEqual(meter.lines(), []);
  });
});

describe('a metered synthesiser', () => {
  const voice: SpeechSynthesiser = {
    sampleRate: 16_000,
    async *synthesise() {
      yield new Int16Array(320);
    },
    prepare: () => undefined,
    close: () => undefined,
  };
  const signal = new AbortController().signal;

  it('counts the characters of each text, and an announced text once', () => {
    const meter = new UsageMeter();
    const metered = meteredSynthesiser(voice, meter, ABOUT);
    const speech = {};
    metered.synthesise('Hello', signal, { speech });
    metered.prepare?.('Good day', speech);
    metered.synthesise('Good day', signal, { speech });
    metered.synthesise('Good day', signal, { speech });
    metered.prepare?.('never spoken', speech);
    assert.deepEqual(quantities(meter), { characters: 5 + 8 + 8 + 12 });
  });

  it('counts a character outside the basic plane once', () => {
    const meter = new UsageMeter();
    meteredSynthesiser(voice, meter, ABOUT).synthesise('a😀', signal);
    assert.deepEqual(quantities(meter), { characters: 2 });
  });

  it('announces nothing to a synthesiser that waits for its text', () => {
    const { prepare: _prepare, ...waiting } = voice;
    assert.isUndefined(meteredSynthesiser(waiting, new UsageMeter(), ABOUT).prepare);
  });
});

describe('a metered transcription', () => {
  const transcription = (sentMs?: number): Transcription => ({
    endpointingMs: 300,
    interimGapMs: 100,
    reportsTurns: true,
    ...(sentMs !== undefined && { sentMs }),
    write: () => undefined,
    startUtterance: () => undefined,
    endUtterance: () => undefined,
    close: () => undefined,
  });

  it('counts all audio that is written, silence too', () => {
    const meter = new UsageMeter();
    const metered = meterTranscription(transcription(), meter, ABOUT, 16_000);
    for (let frame = 0; frame < 50; frame += 1) metered.write(new Int16Array(320));
    assert.deepEqual(quantities(meter), { audio_ms: 1_000 });
  });

  it('counts what was sent where that is known', () => {
    const meter = new UsageMeter();
    meterTranscription(transcription(240), meter, ABOUT, 16_000).write(new Int16Array(16_000));
    assert.deepEqual(quantities(meter), { audio_ms: 240 });
  });

  it('tells what the transcription can do', () => {
    const { endpointingMs, interimGapMs, reportsTurns, probe } = meterTranscription(
      ...([transcription(), new UsageMeter(), ABOUT, 16_000] as const),
    );
    assert.deepEqual(
      { endpointingMs, interimGapMs, reportsTurns },
      { endpointingMs: 300, interimGapMs: 100, reportsTurns: true },
    );
    assert.isUndefined(probe);
  });
});

describe('the meter of a call', () => {
  it('counts the leg of a carrier in whole seconds from its start', () => {
    let now = 5_000;
    const meter = new UsageMeter();
    meter.callLeg({ provider: 'plivo', isOutbound: false }, () => now);
    assert.deepEqual(meter.lines(), []);
    now += 61_001;
    assert.deepEqual(meter.lines(), [
      { kind: 'telephony', provider: 'plivo', model: null, metric: 'inbound_seconds', quantity: 62 },
    ]);
  });

  it('adds up the same model and keeps others apart', () => {
    const meter = new UsageMeter();
    meter.characters(ABOUT, 3);
    meter.characters(ABOUT, 4);
    meter.characters({ ...ABOUT, model: 'large' }, 5);
    assert.deepEqual(
      meter.lines().map(({ model, quantity }) => [model, quantity]),
      [
        ['small', 7],
        ['large', 5],
      ],
    );
  });
});
