import { assert } from 'chai';
import { TIMEOUTS_MS } from '../../domain/voice/call-timeouts.ts';
import { BrowserChannel } from '../../adapters/media/browser-channel.ts';
import { encodeMessage } from '../../adapters/media/protocols/pipecat-frames.ts';
import type { MediaSocket, MediaSocketListener } from '../../adapters/media/sockets.ts';
import { fakeClock } from '../support/fake-clock.ts';
import { burstQueue } from '../support/burst-queue.ts';

/** A socket that remembers what was done with it. */
function rememberingSocket(bufferedBytes = 0) {
  const closings: number[] = [];
  const sent: (string | Uint8Array)[] = [];
  const socket: MediaSocket = {
    bufferedBytes,
    send: (message) => void sent.push(message),
    close: (code) => void closings.push(code),
    listener: { binary: () => undefined, text: () => undefined, closed: () => undefined } satisfies MediaSocketListener,
  };
  return { socket, closings, sent };
}

const READY = encodeMessage(
  JSON.stringify({ label: 'rtvi-ai', type: 'client-ready', id: '1', data: { version: '2.1.0' } }),
);

describe('BrowserChannel, handshake', () => {
  it('closes with 4408 after 10 s without client-ready', async () => {
    const clock = fakeClock();
    const { socket, closings } = rememberingSocket();
    const ready = new BrowserChannel(socket, clock, 16_000, burstQueue()).ready();
    clock.advance(TIMEOUTS_MS.client_ready - 1);
    assert.deepEqual(closings, []);
    clock.advance(1);
    assert.deepEqual(closings, [4408]);
    assert.isFalse(await ready);
  });

  it('cancels its timeout on client-ready', async () => {
    const clock = fakeClock();
    const { socket, closings, sent } = rememberingSocket();
    const channel = new BrowserChannel(socket, clock, 16_000, burstQueue());
    socket.listener.binary(READY);
    assert.isTrue(await channel.ready());
    clock.advance(TIMEOUTS_MS.client_ready * 2);
    assert.deepEqual(closings, []);
    assert.lengthOf(sent, 1);
  });

  it('ends when the peer leaves before it is ready, also for a late listener', async () => {
    const { socket } = rememberingSocket();
    const channel = new BrowserChannel(socket, fakeClock(), 16_000, burstQueue());
    socket.listener.closed(1001);
    assert.isFalse(await channel.ready());
    const reasons: string[] = [];
    const ignore = (): undefined => undefined;
    const others = { audio: ignore, text: ignore, dtmf: ignore, markPlayed: ignore };
    channel.listen({ ...others, closed: (reason) => void reasons.push(reason) });
    assert.lengthOf(reasons, 1);
  });

  it('closes when its peer does not read', () => {
    const { socket, closings, sent } = rememberingSocket(10_000_000);
    const channel = new BrowserChannel(socket, fakeClock(), 16_000, burstQueue());
    channel.send(new Int16Array(320));
    assert.deepEqual(closings, [1013]);
    assert.deepEqual(sent, []);
  });
});
