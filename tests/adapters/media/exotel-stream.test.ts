import { assert } from 'chai';
import { connected, frame } from './dialled-stream.ts';

describe('CarrierChannel at Exotel', () => {
  const FRAME = frame(7);
  const sizes = (messages: readonly unknown[]): (number | string)[] =>
    messages.map((message) => {
      const { event, media } = message as { event: string; media?: { payload: string } };
      return media ? Buffer.from(media.payload, 'base64').length : event;
    });

  it('sends 200 ms per message and marks after their audio', async () => {
    const { channel, json } = await connected('exotel');
    for (let count = 1; count <= 25; count += 1) {
      channel.send(FRAME);
      if (count % 10 === 5) channel.mark(`m${count}`);
    }
    assert.deepEqual(sizes(json()), [3_200, 'mark', 3_200, 'mark']);
    channel.mark('end');
    assert.lengthOf(json(), 4);
  });

  it('sends the rest, padded with silence, after a pause', async () => {
    const { channel, json, clock } = await connected('exotel');
    channel.send(FRAME);
    clock.advance(200);
    channel.send(FRAME);
    channel.mark('end');
    clock.advance(249);
    assert.deepEqual(sizes(json()), []);
    clock.advance(1);
    assert.deepEqual(sizes(json()), [3_200, 'mark']);
    const [{ media }] = json() as [{ media: { payload: string } }];
    const samples = new Int16Array(new Uint8Array(Buffer.from(media.payload, 'base64')).buffer);
    assert.deepEqual([samples[319], samples[320], samples.length], [7, 0, 1_600]);
    clock.advance(5_000);
    assert.lengthOf(json(), 2);
  });

  it('sends nothing of discarded audio', async () => {
    const { channel, json, clock } = await connected('exotel');
    channel.send(FRAME);
    channel.mark('m1');
    channel.clear();
    clock.advance(5_000);
    assert.deepEqual(sizes(json()), ['clear']);
  });

  it('leaves no timer running', async () => {
    const { channel, clock } = await connected('exotel');
    channel.send(FRAME);
    channel.close('done');
    assert.equal(clock.waiting, 0);
  });
});
