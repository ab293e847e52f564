import { assert } from 'chai';
import type { SpeechSynthesiser } from '../../../application/ports/text-to-speech.ts';
import { VendorFailure } from '../../../application/ports/vendor-failure.ts';
import { TIMEOUTS_MS } from '../../../domain/voice/call-timeouts.ts';
import { failoverSynthesiser } from '../../../application/runtime/failover-vendors.ts';
import { fakeClock } from '../../support/fake-clock.ts';
import { pause, ScriptedSynthesiser } from './fake-vendors.ts';
import { nullVendorMonitor } from './vendor-monitors.ts';

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

describe('failoverSynthesiser, waits of a speech', () => {
  /** A first vendor that never answers, and a fallback that opens and answers after these times. */
  async function world(openMs: number, firstAudioMs = 100) {
    const clock = fakeClock();
    const voices = [
      new ScriptedSynthesiser(clock, { deliveries: ['hangs', 'hangs'] }),
      new ScriptedSynthesiser(clock, { firstAudioMs }),
    ];
    let openings = 0;
    const candidates = voices.map((voice, index) => ({
      provider: `${index + 1}`,
      async open() {
        if (index === 0) return voice;
        openings += 1;
        await pause(clock, openMs);
        return voice;
      },
    }));
    const { service, provider } = await failoverSynthesiser(candidates, clock, nullVendorMonitor);
    /** When the first audio of a text arrives, which is requested once more after a retryable failure. */
    const firstAudio = async (): Promise<number | null> => {
      for (let attempt = 1; attempt <= 2; attempt += 1)
        try {
          for await (const _ of service.synthesise('One.', new AbortController().signal)) return clock.monotonic();
        } catch (error) {
          assert.isTrue((error as VendorFailure).retryable);
        }
      return null;
    };
    return { clock, service, provider, voices, firstAudio, openings: () => openings };
  }

  it('fit together even if the fallback is slow to open and slow to answer', async () => {
    const { output_before_failover, fallback_opening, first_audio } = TIMEOUTS_MS;
    const { clock, firstAudio } = await world(fallback_opening - 1, output_before_failover - 1);
    const arrivesAt = firstAudio();
    await clock.advanceAsync(first_audio - 1);
    assert.equal(await arrivesAt, 2 * output_before_failover + fallback_opening - 2);
    assert.isBelow(2 * output_before_failover + fallback_opening, first_audio);
  });

  it('do not include a fallback that opens too late, which serves the next text', async () => {
    const { clock, service, provider, voices, firstAudio, openings } = await world(11_000);
    const first = firstAudio();
    await clock.advanceAsync(TIMEOUTS_MS.output_before_failover + TIMEOUTS_MS.fallback_opening);
    assert.equal(provider(), '1');
    await clock.advanceAsync(TIMEOUTS_MS.output_before_failover + 1_200);
    assert.deepEqual([await first, provider(), openings()], [null, '2', 1]);
    const before = clock.monotonic();
    const second = firstAudio();
    await clock.advanceAsync(200);
    assert.equal(await second, before + 100);
    service.close();
    assert.deepEqual(
      voices.map(({ closed }) => closed),
      [true, true],
    );
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
