import { assert } from 'chai';
import type { LanguageModel, GenerationChunk } from '../../../application/ports/language-model.ts';
import type { Resampling } from '../../../application/ports/resampler.ts';
import type { SpeechSynthesiser } from '../../../application/ports/text-to-speech.ts';
import { VendorFailure } from '../../../application/ports/vendor-failure.ts';
import { failoverModel, failoverSynthesiser } from '../../../application/runtime/failover-vendors.ts';
import { SpeechPlayer } from '../../../application/runtime/speech-player.ts';
import { Playout } from '../../../application/runtime/playout.ts';
import { GenerationRunner } from '../../../application/runtime/generation-runner.ts';
import { fakeClock } from '../../support/fake-clock.ts';
import { FakeChannel, fakeResampling } from './fake-channel.ts';
import { ScriptedModel, ScriptedSynthesiser, type ScriptedAnswer } from './fake-vendors.ts';
import { nullVendorMonitor } from './vendor-monitors.ts';

const REFUSED = new VendorFailure('No such key', { retryable: false });
const DOWN = new VendorFailure('It is down', { retryable: true });

/** A model by two vendors, a generation runner over it, what that reports, and which vendors were opened when. */
function world(first: ScriptedAnswer[] | Error, second: ScriptedAnswer[] | Error) {
  const clock = fakeClock();
  const opened: string[] = [];
  const reported: string[] = [];
  const models = [first, second].map((script) => (script instanceof Error ? script : new ScriptedModel(clock, script)));
  const candidate = (provider: string, model: LanguageModel | Error) => ({
    provider,
    async open() {
      opened.push(provider);
      if (model instanceof Error) throw model;
      return model;
    },
  });
  const open = () =>
    failoverModel([candidate('one', models[0]!), candidate('two', models[1]!)], clock, nullVendorMonitor);
  const report = (line: string): void => void reported.push(`${clock.monotonic()} ${line}`);
  const ask = (model: LanguageModel, generation: number) => {
    const runner = new GenerationRunner(model, clock, {
      text: (_, text) => report(text),
      toolCalled: () => undefined,
      retrieved: () => undefined,
      done: () => report('done'),
      failed: (_, message) => report(`failed: ${message}`),
      firstChunk: () => undefined,
    });
    runner.start({ generation, messages: [], tools: [] });
    return runner;
  };
  return { clock, opened, reported, models, open, ask };
}

describe('Failover, language model', () => {
  it('uses the first vendor while it works and does not open the second', async () => {
    const { clock, opened, reported, open, ask } = world([{ says: ['Yes.'] }], []);
    const { service, provider } = await open();
    ask(service, 1);
    await clock.advanceAsync(1_000);
    assert.deepEqual(reported, ['200 Yes.', '200 done']);
    assert.deepEqual([opened, provider()], [['one'], 'one']);
    assert.equal(clock.waiting, 0);
  });

  it('switches when the first vendor fails before its first chunk, and stays there', async () => {
    const { clock, opened, reported, open, ask } = world(
      [{ ends: REFUSED }],
      [{ says: ['Yes.'] }, { says: ['Again.'] }],
    );
    const { service, provider } = await open();
    ask(service, 1);
    await clock.advanceAsync(1_000);
    assert.equal(provider(), 'two');
    ask(service, 2);
    await clock.advanceAsync(1_000);
    assert.deepEqual(reported, ['200 Yes.', '200 done', '1200 Again.', '1200 done']);
    assert.deepEqual(opened, ['one', 'two']);
  });

  it('switches after 4 s without a chunk', async () => {
    const { clock, reported, open, ask } = world([{ ends: 'hangs' }], [{ says: ['Yes.'] }]);
    ask((await open()).service, 1);
    await clock.advanceAsync(5_000);
    assert.deepEqual(reported, ['4200 Yes.', '4200 done']);
  });

  it('fails without switching after the first chunk', async () => {
    const { clock, opened, reported, open, ask } = world([{ says: ['Well'], ends: DOWN }], []);
    ask((await open()).service, 1);
    await clock.advanceAsync(1_000);
    assert.deepEqual(reported, ['200 Well', '200 failed: It is down']);
    assert.deepEqual(opened, ['one']);
  });

  it('returns to the first vendor when the second fails', async () => {
    const { clock, reported, open, ask } = world(
      [{ ends: DOWN }, { says: ['Back.'] }],
      [{ says: ['Yes.'] }, { ends: REFUSED }],
    );
    const { service } = await open();
    ask(service, 1);
    await clock.advanceAsync(1_000);
    ask(service, 2);
    await clock.advanceAsync(1_000);
    assert.deepEqual(reported, ['200 Yes.', '200 done', '1200 Back.', '1200 done']);
  });

  it('opens the second vendor if the first cannot be opened', async () => {
    const { open } = world(REFUSED, []);
    assert.equal((await open()).provider(), 'two');
  });

  it('fails to open with the first vendor’s error if neither opens', async () => {
    const { open } = world(REFUSED, DOWN);
    const outcome: unknown = await open().catch((error: unknown) => error);
    assert.equal(outcome, REFUSED);
  });

  it('fails with the first vendor’s error if the second cannot be opened', async () => {
    const { clock, reported, open, ask } = world([{ ends: REFUSED }], DOWN);
    ask((await open()).service, 1);
    await clock.advanceAsync(1_000);
    assert.deepEqual(reported, ['0 failed: No such key']);
  });

  it('closes all opened vendors', async () => {
    const { clock, models, open, ask } = world([{ ends: DOWN }], [{ says: ['Yes.'] }]);
    const runner = ask((await open()).service, 1);
    await clock.advanceAsync(1_000);
    runner.close();
    assert.deepEqual(
      models.map((model) => model instanceof ScriptedModel && model.closed),
      [true, true],
    );
  });

  it('cancels the request to a slow vendor', async () => {
    const clock = fakeClock();
    const stopped: boolean[] = [];
    const slow: LanguageModel = {
      model: 'slow',
      async *generate(_, signal): AsyncGenerator<GenerationChunk> {
        signal.addEventListener('abort', () => stopped.push(true));
        await new Promise(() => undefined);
        yield { type: 'text', text: '' };
      },
      close: () => undefined,
    };
    const candidates = [slow, new ScriptedModel(clock)].map((model) => ({ provider: '', open: async () => model }));
    const { service } = await failoverModel(candidates, clock, nullVendorMonitor);
    const thoughts = service.generate({ messages: [], tools: [] }, new AbortController().signal);
    const outcome = (async () => {
      for await (const _ of thoughts);
    })().catch((error: unknown) => error);
    await clock.advanceAsync(4_000);
    assert.isTrue(((await outcome) as VendorFailure).retryable);
    assert.deepEqual(stopped, [true]);
    assert.equal(service.model, 'scripted-1');
  });

  it('sets no timeout for a single vendor', async () => {
    const clock = fakeClock();
    const model = new ScriptedModel(clock, [{ ends: REFUSED }]);
    const { service } = await failoverModel([{ provider: 'one', open: async () => model }], clock, nullVendorMonitor);
    const outcome: unknown = await (async () => {
      for await (const _ of service.generate({ messages: [], tools: [] }, new AbortController().signal));
    })().catch((error: unknown) => error);
    assert.equal(outcome, REFUSED);
  });
});

describe('Failover, synthesiser', () => {
  it('has the sample rate of the current vendor', async () => {
    const clock = fakeClock();
    const voices: SpeechSynthesiser[] = [
      new ScriptedSynthesiser(clock, { deliveries: [REFUSED], sampleRate: 24_000 }),
      new ScriptedSynthesiser(clock, { sampleRate: 8_000 }),
    ];
    const candidates = voices.map((voice, index) => ({ provider: `${index}`, open: async () => voice }));
    const { service } = await failoverSynthesiser(candidates, clock, nullVendorMonitor);
    const speak = async () => {
      const samples: number[] = [];
      for await (const chunk of service.synthesise('Hi.', new AbortController().signal)) samples.push(chunk.length);
      return samples;
    };
    assert.equal(service.sampleRate, 24_000);
    const refused = speak().catch((error: unknown) => error);
    await clock.advanceAsync(200);
    assert.isTrue(((await refused) as VendorFailure).retryable);
    assert.equal(service.sampleRate, 8_000);
    const speech = speak();
    await clock.advanceAsync(200);
    assert.deepEqual(await speech, [800, 640]);
  });

  it('plays a segment of the second vendor, resampled', async () => {
    const clock = fakeClock();
    const channel = new FakeChannel(clock);
    const voices: SpeechSynthesiser[] = [
      new ScriptedSynthesiser(clock, { deliveries: ['hangs'], sampleRate: 24_000 }),
      new ScriptedSynthesiser(clock, { sampleRate: 8_000 }),
    ];
    const candidates = voices.map((voice, index) => ({ provider: `${index}`, open: async () => voice }));
    const { service: synthesiser } = await failoverSynthesiser(candidates, clock, nullVendorMonitor);
    const rates: number[] = [];
    const reported: string[] = [];
    const resampling: Resampling = {
      open(from, to) {
        rates.push(from);
        return fakeResampling.open(from, to);
      },
    };
    const playout = new Playout(channel, { agent: () => undefined, cut: () => undefined });
    const player = new SpeechPlayer(
      { synthesiser, playout, clock, resampling, outputRate: channel.outputRate },
      {
        ...{
          started: () => undefined,
          segmentSent: () => undefined,
          segmentPlayed: () => undefined,
          firstAudio: () => undefined,
        },
        completed: (_, recognised) => reported.push(recognised),
        failed: (_, __, message) => reported.push(`failed: ${message}`),
      },
    );
    player.say(1, 'One.');
    player.end(1);
    for (let passed = 0; passed < 6_000; passed += 10) {
      await clock.advanceAsync(10);
      playout.pump(clock.monotonic());
    }
    assert.deepEqual(reported, ['One.']);
    // The resampler opens with the first audio, which the first vendor never sent.
    assert.deepEqual(rates, [8_000]);
  });
});
