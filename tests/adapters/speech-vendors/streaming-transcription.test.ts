import { assert } from 'chai';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { StreamingSttVendor } from '../../../adapters/providers/_speech/stt-protocol.ts';
import { StreamingTranscription } from '../../../adapters/providers/_speech/streaming-transcription.ts';
import { VendorFailure } from '../../../application/ports/vendor-failure.ts';
import { Listener } from '../../contracts/speech-to-text.contract.ts';
import { manualTimers } from '../../support/manual-timers.ts';
import { fakeStreamedVendor, settled } from './fake-streamed-vendor.ts';

const DOWN = new VendorFailure('it is down', { retryable: true });

setFlagsFromString('--expose-gc');
const sweep = runInNewContext('gc') as () => void;

async function world(more: Partial<StreamingSttVendor> = {}) {
  const time = manualTimers();
  const fake = fakeStreamedVendor(more);
  const listener = new Listener();
  const line = await StreamingTranscription.open(fake.vendor, listener);
  const say = (sample: number): void => {
    line.startUtterance();
    line.write(Int16Array.of(sample));
    line.endUtterance();
  };
  return { ...fake, time, listener, line, say };
}

describe('a streamed transcription', () => {
  it('says again what a vendor told nothing about, over another connection', async () => {
    const { time, links, listener, say } = await world();
    links[0]!.says.message('hello');
    say(7);
    time.pass(1_000);
    await settled();
    assert.deepEqual([links[0]!.isClosed, links[1]?.reported], [true, ['begin', '7', 'finish']]);
    assert.isEmpty(listener.outcomes);
    links[1]!.says.message('final seven');
    assert.deepEqual(listener.outcomes, [{ text: 'seven' }]);
  });

  it('says the next utterance again as well, which began before that was known', async () => {
    const { time, links, listener, line, say } = await world();
    say(1);
    time.pass(900);
    line.startUtterance();
    line.write(Int16Array.of(2));
    time.pass(100);
    await settled();
    line.write(Int16Array.of(3));
    line.endUtterance();
    assert.deepEqual(links[1]!.reported, ['begin', '1', 'finish', 'begin', '2', '3', 'finish']);
    for (const words of ['one', 'two and three']) links[1]!.says.message(`final ${words}`);
    assert.deepEqual(listener.outcomes, [{ text: 'one' }, { text: 'two and three' }]);
  });

  it('fails an utterance without an answer on two connections, and continues with the next', async () => {
    const { time, links, listener, say } = await world();
    say(1);
    for (let twice = 0; twice < 2; twice += 1) {
      time.pass(1_000);
      await settled();
    }
    const [lost] = listener.outcomes;
    assert.isTrue(lost && 'failure' in lost && lost.failure.retryable);
    say(2);
    await settled();
    links.at(-1)!.says.message('final two');
    assert.deepEqual(listener.outcomes[1], { text: 'two' });
  });

  it('takes the words that are known from a vendor who told some and then no more', async () => {
    const { time, links, listener, say } = await world();
    say(1);
    links[0]!.says.message('partial on');
    time.pass(1_000);
    assert.deepEqual(listener.outcomes, [{ text: 'on' }]);
  });

  it('hears no words where a vendor who tells nothing of such utterances is there and tells nothing', async () => {
    const { time, links, listener, say } = await world({ isSilentWithoutWords: true });
    say(1);
    assert.equal(links[0]!.reported.at(-1), 'ping');
    links[0]!.says.alive!();
    time.pass(1_000);
    assert.deepEqual(listener.outcomes, [{ text: '' }]);
    say(2);
    await settled();
    time.pass(1_000);
    await settled();
    assert.deepEqual(links[2]?.reported, ['begin', '2', 'finish', 'ping']);
  });

  it('takes no pong for an answer from a vendor who tells something of every utterance', async () => {
    const { time, links, say } = await world();
    say(1);
    links[0]!.says.alive!();
    time.pass(1_000);
    await settled();
    assert.lengthOf(links, 2);
  });

  it('gives an utterance that is said again its time anew', async () => {
    const { time, links, listener, say } = await world();
    say(1);
    time.pass(1_000);
    await settled();
    time.pass(999);
    links[1]!.says.message('final late');
    assert.deepEqual(listener.outcomes, [{ text: 'late' }]);
  });

  it('says again no faster than the vendor takes it, and waits for the answer only then', async () => {
    const { time, links, listener, line } = await world({ replaySpeed: 2 });
    const frames = (count: number): void => {
      for (let frame = 0; frame < count; frame += 1) line.write(new Int16Array(320));
    };
    const text = (): number => links[1]!.reported.length - 1;
    line.startUtterance();
    frames(100);
    links[0]!.says.closed(DOWN);
    await settled();
    assert.equal(text(), 50);
    time.pass(100);
    assert.equal(text(), 60);
    frames(10);
    line.endUtterance();
    assert.equal(text(), 60);
    time.pass(400);
    assert.equal(text(), 100);
    time.pass(100);
    assert.deepEqual([text(), links[1]!.reported.at(-1)], [111, 'finish']);
    time.pass(999);
    links[1]!.says.message('final late');
    assert.deepEqual(listener.outcomes, [{ text: 'late' }]);
    line.startUtterance();
    frames(10);
    assert.equal(text(), 122);
  });

  it('says nothing more of what was to be said again when that connection is lost as well', async () => {
    const { time, links, listener, line } = await world({ replaySpeed: 2 });
    line.startUtterance();
    for (let frame = 0; frame < 100; frame += 1) line.write(new Int16Array(320));
    links[0]!.says.closed(DOWN);
    await settled();
    links[1]!.says.closed(DOWN);
    await settled();
    const { length } = links[1]!.reported;
    time.pass(5_000);
    assert.lengthOf(links[1]!.reported, length);
    assert.property(listener.outcomes[0], 'failure');
  });

  it('reconnects at once when the connection is lost between utterances, then with growing backoff', async () => {
    const fake = await world();
    const { time, links, refusals } = fake;
    refusals.push(DOWN, DOWN, DOWN);
    links[0]!.says.closed(DOWN);
    await settled();
    assert.equal(fake.attempts(), 2);
    for (const [waitMs, attempts] of [
      [499, 2],
      [1, 3],
      [999, 3],
      [1, 4],
      [2_000, 5],
    ] as const) {
      time.pass(waitMs);
      await settled();
      assert.equal(fake.attempts(), attempts, `${waitMs} ms later`);
    }
    assert.isEmpty(fake.listener.outcomes);
    fake.say(1);
    links[1]!.says.message('final one');
    assert.deepEqual(fake.listener.outcomes, [{ text: 'one' }]);
    links[1]!.says.closed(DOWN);
    await settled();
    assert.equal(fake.attempts(), 6);
  });

  it('does not reconnect before the next utterance after a permanent failure, nor after close', async () => {
    const { time, links, line } = await world();
    links[0]!.says.closed(new VendorFailure('no such key', { retryable: false }));
    time.pass(60_000);
    await settled();
    assert.lengthOf(links, 1);
    line.startUtterance();
    await settled();
    links[1]!.says.closed(DOWN);
    line.close();
    time.pass(60_000);
    await settled();
    assert.isTrue(links.at(-1)!.isClosed);
    assert.lengthOf(links, 3);
  });

  it('reconnects at once when an utterance starts during the backoff', async () => {
    const { links, refusals, say } = await world();
    refusals.push(DOWN);
    links[0]!.says.closed(DOWN);
    await settled();
    say(1);
    await settled();
    assert.deepEqual(links[1]?.reported, ['begin', '1', 'finish']);
  });

  it('keeps no audio of what was answered', async () => {
    const { received, links, listener, line } = await world();
    for (let utterance = 0; utterance < 30; utterance += 1) {
      line.startUtterance();
      for (let frame = 0; frame < 100; frame += 1) line.write(new Int16Array(320));
      line.endUtterance();
      links[0]!.says.message('final words');
      await settled();
    }
    assert.lengthOf(listener.outcomes, 30);
    sweep();
    const kept = received.filter((audio) => audio.deref() !== undefined).length;
    assert.isBelow(kept, 20, `of ${received.length} frames`);
  });
});
