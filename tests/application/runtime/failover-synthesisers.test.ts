import { assert } from 'chai';
import type { SpeechSynthesiser } from '../../../application/ports/text-to-speech.ts';
import { VendorFailure } from '../../../application/ports/vendor-failure.ts';
import { failoverSynthesiser } from '../../../application/runtime/failover-vendors.ts';
import { fakeClock } from '../../support/fake-clock.ts';
import { pause, ScriptedSynthesiser } from '../../support/fake-vendors.ts';
import { nullVendorMonitor } from '../../support/null-monitors.ts';

const DOWN = new VendorFailure('It is down', { retryable: true });

const failing = (voice: SpeechSynthesiser, text: string): Promise<unknown> =>
  (async () => {
    for await (const _ of voice.synthesise(text, new AbortController().signal));
  })().catch((error: unknown) => error);

describe('failoverSynthesiser, prepared texts', () => {
  it('passes prepared texts and the end of a speech to the current vendor', async () => {
    const clock = fakeClock();
    const reported: string[] = [];
    const voices = [DOWN, 'whole' as const].map((delivery, index) =>
      Object.assign(new ScriptedSynthesiser(clock, { deliveries: [delivery] }), {
        prepare: (text: string) => void reported.push(`${index} prepares ${text}`),
        endSpeech: () => void reported.push(`${index} finishes`),
      }),
    );
    const candidates = voices.map((voice, index) => ({ provider: `${index}`, open: async () => voice }));
    const { service } = await failoverSynthesiser(candidates, clock, nullVendorMonitor);
    service.prepare?.('Two.', {});
    const refused = failing(service, 'One.');
    await clock.advanceAsync(200);
    await refused;
    service.prepare?.('Two.', {});
    service.endSpeech?.({});
    assert.deepEqual(reported, ['0 prepares Two.', '1 prepares Two.', '1 finishes']);
  });
});

describe('failoverSynthesiser, three vendors', () => {
  for (const [how, firstAudioMs] of [
    ['at once', [100, 100]],
    ['one after the other', [100, 700]],
  ] as const)
    it(`opens the second once and never the third when the first fails at two texts ${how}`, async () => {
      const clock = fakeClock();
      const opened: string[] = [];
      const waits = [...firstAudioMs];
      const first: SpeechSynthesiser = {
        sampleRate: 8_000,
        async *synthesise() {
          await pause(clock, waits.shift()!);
          yield* [] as Int16Array[];
          throw DOWN;
        },
        close: () => undefined,
      };
      const candidates = [first, ...['two', 'three'].map(() => new ScriptedSynthesiser(clock))].map((voice, index) => ({
        provider: `${index + 1}`,
        async open() {
          opened.push(`${index + 1}`);
          if (index > 0) await pause(clock, 300);
          return voice;
        },
      }));
      const { service, provider } = await failoverSynthesiser(candidates, clock, nullVendorMonitor);
      const failures = [failing(service, 'One.'), failing(service, 'Two.')];
      await clock.advanceAsync(2_000);
      for (const failure of await Promise.all(failures)) assert.isTrue((failure as VendorFailure).retryable);
      assert.deepEqual([provider(), opened], ['2', ['1', '2']]);
    });
});
