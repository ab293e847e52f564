import { assert } from 'chai';
import type { Transcript, Transcription, TranscriptionListener } from '../../../application/ports/speech-to-text.ts';
import { VendorFailure } from '../../../application/ports/vendor-failure.ts';
import { failoverTranscription } from '../../../application/runtime/failover-transcription.ts';
import type { EndpointingSettings } from '../../../domain/voice/end-of-turn-waits.ts';
import { nullVendorMonitor } from './vendor-monitors.ts';
import { scriptedCall } from './scripted-call.ts';

const AUTO: EndpointingSettings = { mode: 'auto', maxWaitMs: 2_000, waits: [] };

/** A vendor that the test controls. */
class Vendor {
  readonly calls: string[] = [];
  listener: TranscriptionListener | null = null;
  readonly #reportsTurns: boolean;

  constructor(reportsTurns: boolean) {
    this.#reportsTurns = reportsTurns;
  }

  async open(listener: TranscriptionListener): Promise<Transcription> {
    this.listener = listener;
    return {
      ...{ endpointingMs: 400, reportsTurns: this.#reportsTurns },
      write: () => undefined,
      startUtterance: () => void this.calls.push('start'),
      endUtterance: () => void this.calls.push('end'),
      close: () => undefined,
    };
  }

  transcribes(text: string, report: Partial<Transcript> = {}): void {
    this.listener?.transcript({ text, final: false, ...report });
  }
}

/** A call with a fallback. One of its vendors reports turns: the first, unless it is said otherwise. */
function world(isFirst = true) {
  const [first, second] = [new Vendor(isFirst), new Vendor(!isFirst)];
  const candidates = [first, second].map((vendor, index) => ({
    provider: `vendor${index}`,
    open: (listener: TranscriptionListener) => vendor.open(listener),
  }));
  const call = scriptedCall({
    settings: { endpointing: AUTO },
    openTranscription: failoverTranscription(candidates, nullVendorMonitor).open,
  });
  call.run();
  const endings = () =>
    call.channel.events.flatMap((event) =>
      event.type === 'turn_ended'
        ? [`${event.text} ${event.ended_by} ${event.at - call.clock.now().getTime() + call.clock.monotonic()}`]
        : [],
    );
  return { first, second, call, endings };
}

describe('end of turn that a vendor reports', () => {
  it('ends the turn through the failover, without an end of the utterance at the silence before', async () => {
    const { first, call, endings } = world();
    call.channel.streams([2_000, 3_000]);
    await call.passes(2_500);
    first.transcribes('What time');
    await call.passes(1_200);
    assert.deepEqual(first.calls, ['start']);
    assert.isEmpty(endings());
    first.transcribes('What time is it?', { final: true, turn: 'ended' });
    await call.passes(100);
    assert.deepEqual(endings(), ['What time is it? vendor 3700']);
  });

  it('is waited for no longer than the agent allows, and the utterance then ends', async () => {
    const { first, call, endings } = world();
    call.channel.streams([2_000, 3_000]);
    await call.passes(2_500);
    first.transcribes('What time is it');
    await call.passes(3_000);
    assert.deepEqual(endings(), ['What time is it silence 5000']);
    assert.deepEqual(first.calls, ['start', 'end']);
  });

  it('is not waited for after a failover to a vendor that reports none', async () => {
    const { first, second, call, endings } = world();
    call.channel.streams([2_000, 3_000]);
    await call.passes(1_500);
    first.listener?.failed(new VendorFailure('It is down', { retryable: true }));
    await call.passes(1_950);
    assert.deepEqual(second.calls, ['start', 'end']);
    second.transcribes('What time is it?', { final: true });
    await call.passes(100);
    assert.deepEqual(endings(), ['What time is it? silence 3450']);
  });

  it('is not waited for in an utterance that began with a vendor that reports none', async () => {
    const { first, second, call, endings } = world(false);
    call.channel.streams([2_000, 3_000]);
    await call.passes(2_500);
    first.transcribes('What time');
    first.listener?.failed(new VendorFailure('It is down', { retryable: true }));
    await call.passes(950);
    assert.deepEqual(second.calls, ['start', 'end']);
    second.transcribes('What time is it?', { final: true });
    await call.passes(100);
    assert.deepEqual(endings(), ['What time is it? silence 3450']);
  });
});
