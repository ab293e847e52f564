import { assert } from 'chai';
import type { Transcription, TranscriptionListener } from '../../../application/ports/speech-to-text.ts';
import { VendorFailure } from '../../../application/ports/vendor-failure.ts';
import { failoverTranscription } from '../../../application/runtime/failover-transcription.ts';
import { recordingVendorMonitor, nullVendorMonitor } from '../../support/null-monitors.ts';

const DOWN = new VendorFailure('It is down', { retryable: true });
const REFUSED = new VendorFailure('No such key', { retryable: false });
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** A vendor that the test controls, and that records its requests. */
class Vendor {
  readonly reported: string[] = [];
  listener: TranscriptionListener | null = null;
  refusal: Error | null = null;

  async open(listener: TranscriptionListener): Promise<Transcription> {
    if (this.refusal) throw this.refusal;
    this.listener = listener;
    const report = (line: string) => () => void this.reported.push(line);
    return {
      endpointingMs: 250,
      write: ([sample]) => void this.reported.push(`${sample}`),
      startUtterance: report('begin'),
      endUtterance: report('finish'),
      close: report('close'),
    };
  }
}

async function world(refusal: Error | null = null) {
  const [one, two] = [new Vendor(), new Vendor()];
  one.refusal = refusal;
  const received: string[] = [];
  const { watch, notes } = recordingVendorMonitor();
  const candidates = [one, two].map((vendor, index) => ({
    provider: ['one', 'two'][index]!,
    open: (listener: TranscriptionListener) => vendor.open(listener),
  }));
  const hearing = failoverTranscription(candidates, watch);
  const line = await hearing.open({
    transcript: ({ text, final }) => received.push(`${text}${final ? '.' : ''}`),
    failed: ({ message, retryable }) => received.push(`${message}${retryable ? '' : ' for good'}`),
  });
  const write = (from: number, to: number): void => {
    for (let frame = from; frame <= to; frame += 1) line.write(Int16Array.of(frame));
  };
  return { one, two, received, hearing, line, write, notes };
}

describe('failoverTranscription', () => {
  it('uses the first vendor while it works', async () => {
    const { one, two, received, hearing, line, write } = await world();
    line.startUtterance();
    write(1, 2);
    line.endUtterance();
    one.listener?.transcript({ text: 'hello', final: true });
    assert.deepEqual(one.reported, ['begin', '1', '2', 'finish']);
    assert.deepEqual([received, two.reported, hearing.provider(), line.endpointingMs], [['hello.'], [], 'one', 250]);
  });

  it('replays unfinished utterances and their pre-roll to the next vendor', async () => {
    const { one, two, received, hearing, line, write, notes } = await world();
    write(1, 20);
    line.startUtterance();
    write(21, 22);
    one.listener?.failed(REFUSED);
    write(23, 23);
    await settled();
    write(24, 24);
    line.endUtterance();
    two.listener?.transcript({ text: 'hello', final: true });
    assert.deepEqual(two.reported, ['begin', ...Array.from({ length: 19 }, (_, index) => `${index + 6}`), 'finish']);
    assert.equal(one.reported.at(-1), 'close');
    assert.deepEqual([received, hearing.provider(), notes], [['hello.'], 'two', ['instead of one']]);
  });

  it('replays all utterances without a final transcript and no others', async () => {
    const { one, two, line, write } = await world();
    line.startUtterance();
    write(1, 1);
    line.endUtterance();
    one.listener?.transcript({ text: 'done', final: true });
    for (const frame of [2, 3]) {
      line.startUtterance();
      write(frame, frame);
      line.endUtterance();
    }
    one.listener?.failed(DOWN);
    await settled();
    assert.deepEqual(two.reported, ['begin', '1', '2', 'finish', 'begin', '1', '2', '3', 'finish']);
  });

  it('reports an utterance as lost when both vendors fail, and continues', async () => {
    const { one, two, received, line, write } = await world();
    line.startUtterance();
    one.listener?.failed(DOWN);
    await settled();
    two.listener?.failed(DOWN);
    await settled();
    assert.deepEqual(received, ['It is down']);
    line.startUtterance();
    write(1, 1);
    assert.deepEqual(two.reported.slice(-2), ['begin', '1']);
  });

  it('returns to the first vendor when the second fails at another utterance', async () => {
    const { one, two, received, hearing, line } = await world();
    one.listener?.failed(DOWN);
    await settled();
    line.startUtterance();
    two.listener?.failed(REFUSED);
    await settled();
    one.listener?.transcript({ text: 'hello', final: false });
    assert.deepEqual([received, hearing.provider()], [['hello'], 'one']);
  });

  it('replays only the unfinished part of long speech', async () => {
    const { one, two, received, line, write } = await world();
    line.startUtterance();
    write(1, 1_500);
    one.listener?.transcript({ text: 'on and on', final: true });
    one.listener?.failed(DOWN);
    await settled();
    write(1_501, 1_502);
    line.endUtterance();
    two.listener?.transcript({ text: 'to the end', final: true });
    assert.deepEqual(
      one.reported.filter((reported) => !/\d/.test(reported)),
      ['begin', 'finish', 'begin', 'close'],
    );
    const rest = Array.from({ length: 52 }, (_, at) => `${at + 1_451}`);
    assert.deepEqual(two.reported, ['begin', ...rest, 'finish']);
    assert.deepEqual(received, ['on and on.', 'to the end.']);
  });

  it('ignores results of a failed vendor', async () => {
    const { one, received } = await world();
    const { listener } = one;
    listener?.failed(DOWN);
    listener?.transcript({ text: 'late', final: true });
    listener?.failed(DOWN);
    await settled();
    assert.isEmpty(received);
  });

  it('fails permanently when no vendor can be opened', async () => {
    const { one, two, received } = await world();
    one.refusal = two.refusal = REFUSED;
    one.listener?.failed(DOWN);
    await settled();
    assert.deepEqual(received, ['It is down for good']);
  });

  for (const refusal of [REFUSED, DOWN])
    it(`opens the second vendor if the first cannot be opened, ${refusal.retryable ? 'now' : 'ever'}`, async () => {
      const { two, hearing, line } = await world(refusal);
      assert.equal(hearing.provider(), 'two');
      line.startUtterance();
      assert.deepEqual(two.reported, ['begin']);
    });

  it('closes a vendor that opens too late', async () => {
    const { one, two, line } = await world();
    one.listener?.failed(DOWN);
    line.close();
    await settled();
    assert.deepEqual(two.reported, ['close']);
  });

  it('uses a single vendor directly', async () => {
    const vendor = new Vendor();
    const received: string[] = [];
    const open = (listener: TranscriptionListener) => vendor.open(listener);
    const only = failoverTranscription([{ provider: 'one', open }], nullVendorMonitor);
    await only.open({ transcript: () => undefined, failed: ({ message }) => received.push(message) });
    vendor.listener?.failed(DOWN);
    assert.deepEqual([received, vendor.reported, only.provider()], [['It is down'], [], 'one']);
  });
});
