import { setImmediate as iteration } from 'node:timers/promises';
import { assert } from 'chai';
import { connected, payload, START } from '../adapters/media/dialled-stream.ts';
import { burstQueue } from '../support/burst-queue.ts';
import { browser, rtvi } from './flooding-browser.ts';

describe('burst on a media socket', () => {
  it('leaves the event loop to others every 2 ms while many browsers type, and does not delay a text of another organisation', async () => {
    let now = 0;
    const handled: string[] = [];
    const { queue } = burstQueue(() => now);
    const typing = (key: string) =>
      browser({ queue, key }, (text) => {
        now += 1;
        handled.push(`${key} ${text}`);
      });
    for (const peer of Array.from({ length: 20 }, () => typing('hostile')))
      for (let nth = 0; nth < 10; nth += 1) peer.send(rtvi('send-text', { content: String(nth) }));
    assert.deepEqual(handled, ['hostile 0', 'hostile 1']);
    typing('other').send(rtvi('send-text', { content: 'hello' }));
    assert.equal(handled.at(-1), 'other hello');
    for (let iterations = 0; handled.length < 201; iterations += 1) {
      const before = handled.length;
      await iteration();
      assert.isAtMost(handled.length - before, 2);
      assert.isBelow(iterations, 201);
    }
    const perSocket = Array.from({ length: 20 }, () => Array.from({ length: 10 }, (_, nth) => `hostile ${nth}`)).flat();
    assert.deepEqual(
      handled.filter((each) => each !== 'other hello'),
      perSocket,
    );
  });

  it('leaves the event loop to others every 2 ms while many telephones send audio, and stays in order', async () => {
    let now = 0;
    let handled = 0;
    const { queue } = burstQueue(() => now);
    const levels: number[][] = [];
    for (let nth = 0; nth < 20; nth += 1) {
      const { channel, text } = await connected('twilio', START['twilio'], { queue, key: 'hostile' });
      const received: number[] = [];
      levels.push(received);
      channel.listen({
        audio(pcm) {
          now += 1;
          handled += 1;
          received.push(pcm.length / 8);
        },
        ...{ text: () => undefined, markPlayed: () => undefined, closed: () => received.push(-1) },
        dtmf: (key) => received.push(Number(key)),
      });
      for (let count = 0; count < 30; count += 1)
        text({
          event: 'media',
          media: { track: 'inbound', payload: payload(Array<number>(80 + 8 * count).fill(255)) },
        });
      text({ event: 'dtmf', dtmf: { digit: '7' } });
      text({ event: 'stop' });
    }
    // What comes as fast as a network brings it is handled on arrival.
    assert.isAtMost(handled, 20 * 10 + 2);
    for (let iterations = 0; levels.some((received) => received.at(-1) !== -1); iterations += 1) {
      const before = handled;
      await iteration();
      assert.isAtMost(handled - before, 3);
      assert.isBelow(iterations, 1_000);
    }
    const expected = [...Array.from({ length: 30 }, (_, count) => 10 + count), 7, -1];
    for (const received of levels) assert.deepEqual(received, expected);
  });

  it('is handled to its end when the peer closes the socket right after it', async () => {
    let now = 0;
    const { socket, text, audio, reported } = await connected(
      'twilio',
      START['twilio'],
      burstQueue(() => (now += 1)),
    );
    for (let count = 0; count < 30; count += 1)
      text({ event: 'media', media: { track: 'inbound', payload: payload(Array<number>(160).fill(255)) } });
    socket.listener.closed(1000);
    assert.isBelow(audio.length, 30);
    assert.deepEqual(reported, []);
    while (reported.length === 0) await iteration();
    assert.deepEqual([audio.length, reported], [30, ['closed: the carrier closed the stream']]);
  });

  it('ends where the socket is closed for it', async () => {
    let now = 0;
    const handled: string[] = [];
    const peer = browser(
      burstQueue(() => now),
      (text) => {
        now += 10;
        handled.push(text);
      },
    );
    for (let nth = 0; nth < 25; nth += 1) peer.send(rtvi('send-text', { content: String(nth) }));
    assert.deepEqual([handled, peer.closings], [['0'], []]);
    while (peer.closings.length === 0) await iteration();
    for (let iterations = 0; iterations < 30; iterations += 1) await iteration();
    const accepted = Array.from({ length: 20 }, (_, nth) => String(nth));
    assert.deepEqual([handled, peer.closings.length, peer.ended.length], [accepted, 1, 1]);
  });
});
