import { assert } from 'chai';
import { TIMEOUTS_MS } from '../../../domain/voice/call-timeouts.ts';
import type { CarrierMediaSession } from '../../../application/runtime/open-carrier-call.ts';
import { g722Decoder } from '../../../domain/audio/g722.ts';
import { decodeMulaw, encodeMulaw } from '../../../domain/audio/mulaw.ts';
import { connected, dialled, frame, payload, START } from './dialled-stream.ts';
import { telnyxStart } from './documented/telnyx.ts';

describe('openCarrierStream', () => {
  it('resolves with the call id, codec and rate of the start message', async () => {
    const twilio = await connected('twilio');
    assert.deepInclude(twilio.channel, { inputRate: 8_000, outputRate: 8_000, sendAheadMs: 200, reportsPlayout: true });
    assert.equal(twilio.sid, 'CA1');
    const vonage = await connected('vonage');
    assert.deepEqual([vonage.channel.inputRate, vonage.sid], [16_000, null]);
    assert.isTrue(await twilio.channel.ready());
    twilio.clock.advance(TIMEOUTS_MS.media_start * 2);
    assert.deepEqual(twilio.closings, []);
  });

  it('ignores messages before the start', async () => {
    const { opening, text, socket, clock } = dialled('twilio');
    text({ event: 'connected', protocol: 'Call' });
    socket.listener.text('nonsense');
    text({ event: 'media', media: { payload: 'AAAA' } });
    clock.advance(TIMEOUTS_MS.media_start - 1);
    text(START['twilio'] as object);
    assert.property(await opening, 'channel');
  });

  it('closes with 4408 after 10 s without a start', async () => {
    const { opening, closings, clock, text } = dialled('plivo');
    clock.advance(TIMEOUTS_MS.media_start - 1);
    assert.deepEqual(closings, []);
    clock.advance(1);
    text(START['vobiz'] as object);
    assert.deepEqual(await opening, { problem: 'The media stream did not start' });
    assert.deepEqual(closings, [4408]);
  });

  it('fails with the reason when the carrier leaves, stops or announces an unknown codec', async () => {
    const gone = dialled('twilio');
    gone.socket.listener.closed(1006);
    const stopped = dialled('twilio');
    stopped.text({ event: 'stop' });
    const foreign = dialled('twilio');
    foreign.text({ event: 'start', start: { mediaFormat: { encoding: 'audio/opus', sampleRate: 8_000 } } });
    const other = dialled('telnyx');
    other.text(telnyxStart('G729', 8_000));
    const why = [
      'The carrier closed the stream before its start',
      'The media stream ended before its start',
      'Audio must be mu-law, A-law or L16 at 8000 or 16000 Hz',
      'Unsupported codec G729: configure SIP callers to offer PCMU, PCMA, G722, OPUS or AMR-WB',
    ];
    for (const [place, { opening, clock }] of [gone, stopped, foreign, other].entries()) {
      assert.deepEqual(await opening, { problem: why[place] as string });
      assert.equal(clock.waiting, 0);
    }
    assert.deepEqual([gone.closings, stopped.closings, foreign.closings, other.closings], [[], [1000], [1003], [1003]]);
  });

  it('fails when the carrier leaves or stops while the codec loads', async () => {
    const [gone, stopped] = [dialled('telnyx'), dialled('telnyx')];
    for (const { text } of [gone, stopped]) text(telnyxStart('OPUS', 16_000));
    gone.socket.listener.closed(1006);
    stopped.text({ event: 'stop' });
    for (const { opening, clock } of [gone, stopped]) {
      assert.property(await opening, 'problem');
      assert.equal(clock.waiting, 0);
    }
    assert.deepEqual([gone.closings, stopped.closings], [[], [1000]]);
  });
});

describe('CarrierChannel', () => {
  it('uses the codec of its stream both ways', async () => {
    const twilio = await connected('twilio');
    const bytes = encodeMulaw(Int16Array.of(0, 1_000, -1_000));
    twilio.text({ event: 'media', media: { track: 'inbound', chunk: '1', payload: payload([...bytes]) } });
    assert.deepEqual(twilio.audio, [[...decodeMulaw(bytes)]]);
    twilio.channel.send(frame(1_000));
    const media = { payload: payload([...encodeMulaw(frame(1_000))]) };
    assert.deepEqual(twilio.json(), [{ event: 'media', streamSid: 'MZ1', media }]);
  });

  it('reads big-endian and sends little-endian samples at Vobiz', async () => {
    const { text, audio, channel, json } = await connected('vobiz');
    text({ event: 'media', media: { track: 'inbound', payload: payload([0x12, 0x34]) } });
    assert.deepEqual(audio, [[0x1234]]);
    channel.send(Int16Array.of(0x1234));
    assert.deepEqual(json(), [
      {
        event: 'playAudio',
        streamId: 's1',
        media: { contentType: 'audio/x-l16', sampleRate: 8_000, payload: payload([0x34, 0x12]) },
      },
    ]);
  });

  it('reads A-law and sends mu-law at a Telnyx PCMA stream', async () => {
    const { text, audio, channel, json } = await connected('telnyx');
    text({ event: 'media', media: { track: 'inbound', chunk: '1', payload: payload([0xd5, 0x2a]) } });
    assert.deepEqual(audio, [[8, -32_256]]);
    channel.send(Int16Array.of(0));
    assert.deepEqual(json(), [{ event: 'media', media: { payload: payload([0xff]) } }]);
  });

  it('reads the codec of a Telnyx HD stream and sends mu-law at 8 kHz', async () => {
    const started = (encoding: string, sample_rate: number) => ({
      event: 'start',
      stream_id: 'T1',
      start: { call_control_id: 'v3', media_format: { encoding, sample_rate } },
    });
    const wide = await connected('telnyx', started('G722', 8_000));
    const pieces = [Uint8Array.of(0xfa, 0x9b, 0x2c), Uint8Array.of(0x22, 0x45)];
    for (const bytes of pieces)
      wide.text({ event: 'media', media: { track: 'inbound', payload: payload([...bytes]) } });
    assert.deepEqual(wide.audio.flat(), [...g722Decoder()(Buffer.concat(pieces))]);
    const plain = await connected('telnyx', started('L16', 16_000));
    plain.text({ event: 'media', media: { chunk: '1', payload: payload([0x12, 0x34]) } });
    assert.deepEqual(plain.audio, [[0x1234]]);
    for (const { channel, json } of [wide, plain]) {
      assert.deepInclude(channel, { inputRate: 16_000, outputRate: 8_000 });
      channel.send(Int16Array.of(0));
      assert.deepEqual(json(), [{ event: 'media', media: { payload: payload([0xff]) } }]);
    }
  });

  it('keeps the order of messages without numbers at Telnyx', async () => {
    const { text, audio } = await connected('telnyx');
    for (const byte of [0xd5, 0x2a]) text({ event: 'media', media: { payload: payload([byte]) } });
    assert.deepEqual(audio, [[8], [-32_256]]);
  });

  it('sends and reads binary audio at Vonage', async () => {
    const { socket, audio, channel, sent } = await connected('vonage');
    socket.listener.binary(Uint8Array.of(1, 0, 2, 0));
    assert.deepEqual(audio, [[1, 2]]);
    channel.send(Int16Array.of(3));
    assert.deepEqual(sent, [Uint8Array.of(3, 0)]);
  });

  it('reports DTMF and played marks', async () => {
    const { text, reported, channel, json } = await connected('twilio');
    channel.mark('m1');
    text({ event: 'dtmf', dtmf: { digit: '5' } });
    text({ event: 'mark', mark: { name: 'm1' } });
    assert.deepEqual(reported, ['pressed 5', 'marked m1']);
    assert.deepEqual(json(), [{ event: 'mark', streamSid: 'MZ1', mark: { name: 'm1' } }]);
  });

  it('closes once when the carrier stops the stream or closes the socket', async () => {
    const stopped = await connected('twilio');
    stopped.text({ event: 'stop' });
    stopped.socket.listener.closed(1000);
    assert.deepEqual([stopped.closings, stopped.reported], [[1000], ['closed: the carrier ended the stream']]);
    const closed = await connected('twilio');
    closed.socket.listener.closed(1006);
    assert.deepEqual([closed.closings, closed.reported], [[], ['closed: the carrier closed the stream']]);
    closed.channel.send(frame(1));
    closed.text({ event: 'dtmf', dtmf: { digit: '5' } });
    assert.deepEqual([closed.sent, closed.reported.length], [[], 1]);
    assert.isFalse(await closed.channel.ready());
  });

  it('reports its end to a late listener', async () => {
    const call = dialled('twilio');
    call.text(START['twilio'] as object);
    const { channel } = (await call.opening) as CarrierMediaSession;
    call.socket.listener.closed(1006);
    const reported: string[] = [];
    const ignore = (): undefined => undefined;
    channel.listen({
      audio: ignore,
      text: ignore,
      dtmf: ignore,
      markPlayed: ignore,
      closed: () => void reported.push('closed'),
    });
    assert.deepEqual(reported, ['closed']);
  });

  it('ignores a repeated start and unknown messages', async () => {
    const { text, socket, channel, closings, json } = await connected('twilio');
    text({ ...START['twilio'], streamSid: 'another' });
    socket.listener.text('{');
    socket.listener.binary(new Uint8Array(70));
    channel.clear();
    assert.deepEqual([closings, json()], [[], [{ event: 'clear', streamSid: 'MZ1' }]]);
  });

  it('ends the stream in band where the carrier supports it, else by closing the socket', async () => {
    const vobiz = await connected('vobiz');
    vobiz.channel.close('done');
    assert.deepEqual([vobiz.json(), vobiz.closings], [[{ event: 'stop', streamId: 's1' }], [1000]]);
    const twilio = await connected('twilio');
    twilio.channel.close('done');
    twilio.channel.close('done');
    assert.deepEqual([twilio.sent, twilio.closings, twilio.reported], [[], [1000], ['closed: done']]);
  });

  it('closes with 4408 after 30 s without audio', async () => {
    const { text, clock, closings, reported } = await connected('twilio');
    text({ event: 'mark', mark: { name: 'm1' } });
    clock.advance(TIMEOUTS_MS.first_input - 1);
    assert.deepEqual(closings, []);
    clock.advance(1);
    assert.deepEqual([closings, reported.at(-1)], [[4408], 'closed: The carrier sent no audio']);
  });

  it('allows pauses after the first audio', async () => {
    const { text, clock, closings } = await connected('twilio');
    text({ event: 'media', media: { track: 'inbound', chunk: '1', payload: payload([0xff]) } });
    clock.advance(10 * TIMEOUTS_MS.first_input);
    assert.deepEqual([closings, clock.waiting], [[], 0]);
  });

  it('closes when its carrier does not read', async () => {
    const { socket, channel, closings, reported, sent } = await connected('twilio');
    socket.bufferedBytes = 300_000;
    channel.send(frame(1));
    assert.deepEqual([sent, closings, reported], [[], [1013], ['closed: The carrier does not read']]);
  });
});
