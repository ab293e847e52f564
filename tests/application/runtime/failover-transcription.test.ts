import { assert } from 'chai';
import type { Transcript, Transcription, TranscriptionListener } from '../../../application/ports/speech-to-text.ts';
import { VendorFailure } from '../../../application/ports/vendor-failure.ts';
import { failoverTranscription } from '../../../application/runtime/failover-transcription.ts';
import { recordingVendorMonitor, nullVendorMonitor } from './vendor-monitors.ts';

const DOWN = new VendorFailure('It is down', { retryable: true });
const REFUSED = new VendorFailure('No such key', { retryable: false });
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** A vendor that the test controls, and that records its requests. */
class Vendor {
  readonly reported: string[] = [];
  listener: TranscriptionListener | null = null;
  refusal: Error | null = null;
  readonly #abilities: Partial<Transcription>;

  constructor(abilities: Partial<Transcription> = {}) {
    this.#abilities = abilities;
  }

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
      ...this.#abilities,
    };
  }
}

async function world(refusal: Error | null = null, [one, two] = [new Vendor(), new Vendor()]) {
  one.refusal = refusal;
  const received: string[] = [];
  const transcripts: Transcript[] = [];
  const { watch, notes } = recordingVendorMonitor();
  const candidates = [one, two].map((vendor, index) => ({
    provider: ['one', 'two'][index]!,
    open: (listener: TranscriptionListener) => vendor.open(listener),
  }));
  const transcription = failoverTranscription(candidates, watch);
  const line = await transcription.open({
    transcript(result) {
      transcripts.push(result);
      received.push(`${result.text}${result.final ? '.' : ''}`);
    },
    failed: ({ message, retryable }) => received.push(`${message}${retryable ? '' : ' permanently'}`),
  });
  const write = (from: number, to: number): void => {
    for (let frame = from; frame <= to; frame += 1) line.write(Int16Array.of(frame));
  };
  return { one, two, received, transcripts, transcription, line, write, notes };
}

describe('failoverTranscription', () => {
  it('uses the first vendor while it works', async () => {
    const { one, two, received, transcription, line, write } = await world();
    line.startUtterance();
    write(1, 2);
    line.endUtterance();
    one.listener?.transcript({ text: 'hello', final: true });
    assert.deepEqual(one.reported, ['begin', '1', '2', 'finish']);
    assert.deepEqual(
      [received, two.reported, transcription.provider(), line.endpointingMs],
      [['hello.'], [], 'one', 250],
    );
  });

  it('replays unfinished utterances and their pre-roll to the next vendor', async () => {
    const { one, two, received, transcription, line, write, notes } = await world();
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
    assert.deepEqual([received, transcription.provider(), notes], [['hello.'], 'two', ['instead of one']]);
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
    const { one, two, received, transcription, line } = await world();
    one.listener?.failed(DOWN);
    await settled();
    line.startUtterance();
    two.listener?.failed(REFUSED);
    await settled();
    one.listener?.transcript({ text: 'hello', final: false });
    assert.deepEqual([received, transcription.provider()], [['hello'], 'one']);
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

  it('numbers utterances across vendors, and passes on what a vendor reports of turns', async () => {
    const { one, two, transcripts, line } = await world();
    line.startUtterance();
    one.listener?.transcript({ text: 'yes', final: true, turn: 'ended', utterance: 0 });
    line.startUtterance();
    one.listener?.transcript({ text: 'a', final: false, turn: 'likely_ended', language: 'en', utterance: 1 });
    one.listener?.failed(DOWN);
    await settled();
    two.listener?.transcript({ text: 'a table', final: true, utterance: 0 });
    assert.deepEqual(transcripts, [
      { text: 'yes', final: true, turn: 'ended', utterance: 0 },
      { text: 'a', final: false, turn: 'likely_ended', language: 'en', utterance: 1 },
      { text: 'a table', final: true, utterance: 1 },
    ]);
  });

  it('reports what the current vendor can do, and nothing while the next one opens', async () => {
    const probed: string[] = [];
    const abilities = (line: Transcription) => [line.reportsTurns, line.interimGapMs, line.probe !== undefined];
    const { one, line } = await world(null, [
      new Vendor({ reportsTurns: true, interimGapMs: 250 }),
      new Vendor({ interimGapMs: null, probe: () => void probed.push('two') }),
    ]);
    assert.deepEqual(abilities(line), [true, 250, false]);
    one.listener?.failed(DOWN);
    assert.deepEqual(abilities(line), [false, undefined, false]);
    await settled();
    assert.deepEqual(abilities(line), [false, null, true]);
    line.probe?.();
    assert.deepEqual(probed, ['two']);
  });

  it('takes a second start for the same utterance while it has not ended', async () => {
    const { one, two, transcripts, line, write } = await world();
    line.startUtterance();
    write(1, 1);
    line.startUtterance();
    write(2, 2);
    one.listener?.failed(DOWN);
    await settled();
    two.listener?.transcript({ text: 'yes', final: true });
    assert.deepEqual(two.reported, ['begin', '1', '2']);
    assert.deepEqual(transcripts, [{ text: 'yes', final: true, utterance: 0 }]);
  });

  it('does not replay an utterance whose turn the vendor ended, nor what follows it', async () => {
    const { one, two, line, write } = await world();
    line.startUtterance();
    write(1, 1);
    one.listener?.transcript({ text: 'yes', final: true, turn: 'ended' });
    write(2, 2);
    line.endUtterance();
    one.listener?.failed(DOWN);
    await settled();
    assert.isEmpty(two.reported);
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
    assert.deepEqual(received, ['It is down permanently']);
  });

  for (const refusal of [REFUSED, DOWN])
    it(`opens the second vendor if the first cannot be opened, ${refusal.retryable ? 'now' : 'ever'}`, async () => {
      const { two, transcription, line } = await world(refusal);
      assert.equal(transcription.provider(), 'two');
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
