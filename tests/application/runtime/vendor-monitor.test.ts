import { assert } from 'chai';
import type { LanguageModel } from '../../../application/ports/language-model.ts';
import type { SpeechSynthesiser } from '../../../application/ports/text-to-speech.ts';
import { VendorFailure } from '../../../application/ports/vendor-failure.ts';
import { failoverModel, failoverSynthesiser } from '../../../application/runtime/failover-vendors.ts';
import { fakeClock } from '../../support/fake-clock.ts';
import { ScriptedModel } from './fake-vendors.ts';
import { recordingVendorMonitor } from './vendor-monitors.ts';

const REFUSED = new VendorFailure('No such key', { retryable: false });

describe('VendorMonitor', () => {
  it('receives each request, its failure, its usage and failovers', async () => {
    const clock = fakeClock();
    const { watch, notes } = recordingVendorMonitor();
    const usage = { input: 12, output: 3 };
    const two: LanguageModel = {
      model: 'second',
      async *generate() {
        yield { type: 'text', text: 'Yes.' };
        yield { type: 'finished', reason: 'stop', usage };
      },
      close: () => undefined,
    };
    const candidates = [new ScriptedModel(clock, [{ ends: REFUSED }]), two].map((model, index) => ({
      provider: ['one', 'two'][index]!,
      open: async () => model,
    }));
    const { service } = await failoverModel(candidates, clock, watch);
    const generate = async (): Promise<void> => {
      for await (const _ of service.generate({ messages: [], tools: [] }, new AbortController().signal));
    };
    const refused = generate().catch(() => undefined);
    await clock.advanceAsync(1_000);
    await refused;
    await generate();
    assert.deepEqual(notes, [
      'asked one scripted-1',
      'one final',
      'instead of one',
      'one ended',
      'asked two second',
      'two begun',
      'two stop 12 3',
      'two ended',
    ]);
  });

  it('receives no fault when the consumer stops', async () => {
    const { watch, notes } = recordingVendorMonitor();
    const voice: SpeechSynthesiser = {
      sampleRate: 8_000,
      async *synthesise() {
        yield Int16Array.of(1);
        yield Int16Array.of(2);
      },
      close: () => undefined,
    };
    const { service } = await failoverSynthesiser([{ provider: 'one', open: async () => voice }], fakeClock(), watch);
    for await (const _ of service.synthesise('Hi.', new AbortController().signal)) break;
    assert.deepEqual(notes, ['asked one ', 'one begun', 'one ended']);
  });

  it('receives a timeout of the synthesiser', async () => {
    const { watch, notes } = recordingVendorMonitor();
    const clock = fakeClock();
    const stopped: string[] = [];
    const silent: SpeechSynthesiser = {
      sampleRate: 8_000,
      async *synthesise(_, signal) {
        signal.addEventListener('abort', () => stopped.push('stopped'));
        await new Promise(() => undefined);
        yield Int16Array.of(1);
      },
      close: () => undefined,
    };
    const { service } = await failoverSynthesiser([{ provider: 'one', open: async () => silent }], clock, watch);
    const speech = service.synthesise('Hi.', new AbortController().signal);
    const outcome = (async () => {
      for await (const _ of speech);
    })().catch((error: Error) => error.message);
    await clock.advanceAsync(4_900);
    assert.deepEqual(notes, ['asked one ']);
    await clock.advanceAsync(100);
    assert.equal(await outcome, 'one took too long to answer');
    assert.deepEqual([notes, stopped], [['asked one ', 'one retryable', 'one ended'], ['stopped']]);
  });
});
