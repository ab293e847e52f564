import type { CarrierStream } from '../../../../adapters/media/protocols/carrier.ts';
import { AUDIO, BYTES, MULAW, OTHER, PAYLOAD, clear, end, mark, say, type DocumentedProtocol } from './documented.ts';

const TELNYX: CarrierStream = { id: '32DE', ...MULAW };

const otherCodec = (name: string): string =>
  `Unsupported codec ${name}: configure SIP callers to offer PCMU, PCMA, G722, OPUS or AMR-WB`;

/** A stream begins in this encoding. */
export const telnyxStart = (encoding: string, sample_rate: number): object => ({
  event: 'start',
  sequence_number: '1',
  stream_id: '32DE',
  start: {
    ...{
      user_id: '3E6F',
      call_control_id: 'v2:T02',
      call_session_id: 'ff55',
      from: '+13122010094',
      to: '+13122123456',
    },
    ...{ client_state: 'aGF2', custom_parameters: {} },
    media_format: { encoding, sample_rate, channels: 1 },
  },
});

/** What Telnyx documents of its streaming. */
export const telnyx: DocumentedProtocol = {
  source: 'https://developers.telnyx.com/api-reference/websockets/stream-call-media-over-websocket',
  stream: TELNYX,
  events: [
    [{ event: 'connected', version: '1.0.0' }, OTHER],
    [telnyxStart('PCMU', 8_000), { type: 'start', sid: 'v2:T02', stream: TELNYX }],
    [telnyxStart('PCMA', 8_000), { type: 'start', sid: 'v2:T02', stream: { ...TELNYX, inboundEncoding: 'alaw' } }],
    [
      telnyxStart('L16', 16_000),
      { type: 'start', sid: 'v2:T02', stream: { ...TELNYX, inboundEncoding: 'l16be', inboundRate: 16_000 } },
    ],
    [
      telnyxStart('G722', 8_000),
      { type: 'start', sid: 'v2:T02', stream: { ...TELNYX, inboundEncoding: 'g722', inboundRate: 16_000 } },
    ],
    [
      telnyxStart('G722', 16_000),
      { type: 'start', sid: 'v2:T02', stream: { ...TELNYX, inboundEncoding: 'g722', inboundRate: 16_000 } },
    ],
    [
      telnyxStart('OPUS', 48_000),
      { type: 'start', sid: 'v2:T02', stream: { ...TELNYX, inboundEncoding: 'opus', inboundRate: 16_000 } },
    ],
    [
      telnyxStart('OPUS', 8_000),
      { type: 'start', sid: 'v2:T02', stream: { ...TELNYX, inboundEncoding: 'opus', inboundRate: 16_000 } },
    ],
    [
      telnyxStart('AMR-WB', 16_000),
      { type: 'start', sid: 'v2:T02', stream: { ...TELNYX, inboundEncoding: 'amr-wb', inboundRate: 16_000 } },
    ],
    [telnyxStart('G729', 8_000), { type: 'unsupported', problem: otherCodec('G729') }],
    [{ event: 'media', stream_id: '32DE', media: { track: 'inbound', payload: PAYLOAD } }, AUDIO],
    [{ event: 'media', stream_id: '32DE', media: { chunk: 'x', payload: PAYLOAD } }, AUDIO],
    [
      {
        ...{ event: 'media', sequence_number: '4', stream_id: '32DE' },
        media: { track: 'inbound', chunk: '2', timestamp: '5', payload: PAYLOAD },
      },
      { type: 'audio', bytes: BYTES, chunk: 2 },
    ],
    [
      {
        ...{ event: 'media', sequence_number: '5', stream_id: '32DE' },
        media: { track: 'outbound', chunk: '3', timestamp: '5', payload: PAYLOAD },
      },
      OTHER,
    ],
    [
      { event: 'dtmf', stream_id: '32DE', occurred_at: '2026-01-01', sequence_number: '5', dtmf: { digit: '*' } },
      { type: 'dtmf', digit: '*' },
    ],
    [
      { event: 'mark', sequence_number: '6', stream_id: '32DE', mark: { name: 'm7' } },
      { type: 'markPlayed', name: 'm7' },
    ],
    [{ event: 'error', payload: { code: 100_002, title: 'rate limit' }, stream_id: '32DE' }, OTHER],
    [
      { event: 'stop', sequence_number: '7', stop: { user_id: '3E', call_control_id: 'v2:T02' }, stream_id: '32DE' },
      { type: 'stopped' },
    ],
  ],
  commands: [
    [say, { event: 'media', media: { payload: PAYLOAD } }],
    [mark, { event: 'mark', mark: { name: 'm7' } }],
    [clear, { event: 'clear' }],
    [end, null],
  ],
};
