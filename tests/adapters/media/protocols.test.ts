import { assert } from 'chai';
import fc from 'fast-check';
import type { CarrierEvent, CarrierProtocol } from '../../../adapters/media/protocols/carrier.ts';
import { carrierProtocol } from '../../../adapters/media/protocols/carrier-protocols.ts';
import { registered } from '../../../adapters/providers/registered-providers.ts';
import { START } from './dialled-stream.ts';
import { BYTES, type DocumentedProtocol } from './documented/documented.ts';
import { exotel } from './documented/exotel.ts';
import { plivo, plivoStart } from './documented/plivo.ts';
import { telnyx, telnyxStart } from './documented/telnyx.ts';
import { twilio } from './documented/twilio.ts';
import { vobiz } from './documented/vobiz.ts';
import { vonage } from './documented/vonage.ts';

const CARRIERS: Readonly<Record<string, DocumentedProtocol>> = { plivo, vobiz, twilio, telnyx, vonage, exotel };

describe('carrier protocols', () => {
  it('cover every carrier, each tested against its documentation', () => {
    const carriers = registered.telephony.map(({ declaration }) => declaration.provider);
    assert.sameMembers(Object.keys(CARRIERS), carriers);
  });
});

function protocolOf(provider: string): CarrierProtocol {
  const protocol = carrierProtocol(provider);
  if (!protocol) throw new Error(`${provider} streams no calls`);
  return protocol;
}

/** An event with its bytes as plain numbers, whatever array they came in. */
const plain = (event: CarrierEvent): object => (event.type === 'audio' ? { ...event, bytes: [...event.bytes] } : event);

const onTheWire = (message: object | Uint8Array): string | Uint8Array =>
  message instanceof Uint8Array ? message : JSON.stringify(message);

for (const [provider, { source, stream, events, commands }] of Object.entries(CARRIERS))
  describe(`${provider} protocol, as in ${source}`, () => {
    const { decode, encode } = protocolOf(provider);

    for (const [message, event] of events)
      it(`decodes ${event.type} from ${JSON.stringify(message).slice(0, 90)}`, () => {
        assert.deepEqual(plain(decode(onTheWire(message))), plain(event));
      });

    for (const [command, message] of commands)
      it(`encodes ${command.type}`, () => {
        const wire = encode(command, stream);
        assert.deepEqual(typeof wire === 'string' ? (JSON.parse(wire) as object) : wire, message);
      });

    it('decodes garbage as malformed and unknown messages as other', () => {
      for (const text of ['', 'null', '[]', '7', '"start"', '{', '{}', '{"event":7}', '{"event":null}', '\0'])
        assert.equal(decode(text).type, 'malformed', text);
      for (const name of ['toString', '__proto__', 'constructor', 'something new'])
        assert.equal(decode(JSON.stringify({ event: name })).type, 'other', name);
      assert.equal(decode(provider === 'vonage' ? new Uint8Array(3) : BYTES).type, 'malformed');
      assert.equal(decode(new Uint8Array(0)).type, 'malformed');
    });

    it('ignores documented messages with missing or mistyped fields', () => {
      for (const [message] of events)
        for (const spoilt of spoiltFrom(message)) assert.isString(decode(onTheWire(spoilt)).type);
    });

    it('decodes arbitrary input without throwing', () => {
      const names = events.flatMap(([message]) => ('event' in message ? [String(message.event)] : []));
      const anything = fc.dictionary(
        fc.constantFrom('start', 'media', 'dtmf', 'mark', 'payload', 'name'),
        fc.jsonValue(),
      );
      fc.assert(
        fc.property(fc.constantFrom(...names), anything, (event, fields) => {
          assert.isString(decode(JSON.stringify({ ...fields, event })).type);
        }),
      );
      fc.assert(fc.property(fc.oneof(fc.string(), fc.uint8Array()), (noise) => assert.isString(decode(noise).type)));
    });
  });

/** The message with one of its values, at any depth, replaced by something else. */
function* spoiltFrom(message: object): Generator<object> {
  for (const [key, value] of Object.entries(message)) {
    for (const other of [null, 7, '', [], {}, 'NaN', -1, true]) yield { ...message, [key]: other };
    if (typeof value === 'object' && value !== null)
      for (const inner of spoiltFrom(value as object)) yield { ...message, [key]: inner };
  }
}

describe('carrierProtocol', () => {
  it('rejects streams whose ids are too long or not plain text', () => {
    const starts = { ...START, vonage: { ...START['vonage'], uuid: 'u1' }, plivo: plivoStart('audio/x-mulaw', 8_000) };
    for (const [provider, message] of Object.entries(starts))
      for (const id of ['a'.repeat(201), 'a\\u0000', '\\ud800']) {
        const start = JSON.stringify(message).replaceAll(
          /("(?:call|stream)_?(?:control_)?(?:s?id)"|"uuid"):"[^"]*"/gi,
          `$1:"${id}"`,
        );
        assert.include(start, id);
        assert.equal(protocolOf(provider).decode(start).type, 'unsupported', `${provider} ${start}`);
      }
  });

  it('rejects streams with an unsupported codec or rate', () => {
    const starts: Readonly<Record<string, readonly object[]>> = {
      plivo: [plivoStart('audio/opus', 8_000), plivoStart('audio/x-mulaw', 44_100), plivoStart('', 0)],
      telnyx: [telnyxStart('G729', 8_000), telnyxStart('L16', 24_000)],
      vonage: [
        { event: 'websocket:connected' },
        { event: 'websocket:connected', 'content-type': 'audio/l16;rate=24000' },
      ],
      twilio: [{ event: 'start', start: { mediaFormat: { encoding: 'audio/opus', sampleRate: 8_000 } } }],
      exotel: [{ event: 'start', start: { media_format: { sample_rate: 'fast' } } }],
    };
    for (const [provider, messages] of Object.entries(starts))
      for (const message of messages)
        assert.equal(protocolOf(provider).decode(JSON.stringify(message)).type, 'unsupported');
  });

  it('accepts only keypad keys as DTMF', () => {
    const press = (digit: unknown): string =>
      protocolOf('twilio').decode(JSON.stringify({ event: 'dtmf', dtmf: { digit } })).type;
    for (const digit of ['0', '9', '*', '#', 'D', 5]) assert.equal(press(digit), 'dtmf', String(digit));
    for (const digit of ['', '10', 'E', 'x', null, {}, '５'])
      assert.equal(press(digit), 'malformed', JSON.stringify(digit));
  });

  it('is Plivo’s for the simulator and null for unknown providers', () => {
    assert.equal(carrierProtocol('simulator'), carrierProtocol('plivo'));
    for (const provider of ['acme', '', 'constructor', '__proto__']) assert.isNull(carrierProtocol(provider));
  });
});
