import type { CarrierDialect, CarrierDocument, CarrierRequest } from '../../../application/ports/carrier-dialect.ts';
import { speechLocale } from '../_carrier/speech-locale.ts';
import { withPlus } from '../_carrier/values.ts';
import { bodyParametersOf, bodyText } from '../_carrier/webhook.ts';
import { parseObject } from '../../lib/parse-object.ts';
import { objectOf, textOf } from '../../../domain/unverified-json.ts';
import { reportOf } from './reports.ts';
import { sidOf } from './sid.ts';
import { applicationOf, vonageAuthenticity } from './signature.ts';

interface Event {
  readonly dtmf?: unknown;
}

type Parameters = ReadonlyMap<string, string>;

/**
 * Webhooks and answer documents of Vonage. One URL gets all events of a call: status, answering-machine result, and the
 * status of the leg to the media socket, which is a separate call. The signature covers the body alone.
 */
export const vonageDialect: Omit<CarrierDialect, 'provider'> = {
  authenticity: vonageAuthenticity,

  readCall(request) {
    const parameters = bodyParametersOf(request);
    const [uuid, from, to] = ['uuid', 'from', 'to'].map((name) => parameters.get(name));
    if (!uuid || !from || !to) return null;
    return { sid: sidIn(request, uuid), from: withPlus(from), to: withPlus(to), answeredBy: 'unknown' };
  },

  readReport(request) {
    const parameters = bodyParametersOf(request);
    // The call may continue. `readAnsweredBy` reads it.
    if (parameters.get('status') === 'machine') return null;
    const uuid = uuidOf(parameters);
    const text = (name: string): string => parameters.get(name) ?? '';
    const report = reportOf({ status: text('status'), detail: text('detail'), duration: text('duration') });
    return uuid === '' || isSocket(parameters) || report === null ? null : { sid: sidIn(request, uuid), ...report };
  },

  readAnsweredBy(request) {
    const parameters = bodyParametersOf(request);
    const uuid = uuidOf(parameters);
    const status = parameters.get('status');
    if (uuid === '' || (status !== 'human' && status !== 'machine')) return null;
    const isBeep = parameters.get('sub_state') === 'beep_start';
    return {
      sid: sidIn(request, uuid),
      answeredBy: status === 'machine' ? 'machine' : 'person',
      ...(isBeep && { greetingEnded: true }),
    };
  },

  readPressedKey: (request) => textOf(objectOf(parseObject<Event>(bodyText(request)).dtmf)['digits']) || null,

  // The socket is the last action, so closing it ends the call.
  connect: (uri) =>
    ncco([{ action: 'connect', endpoint: [{ type: 'websocket', uri, 'content-type': 'audio/l16;rate=16000' }] }]),

  // There is no action that refuses a call. An empty document ends it.
  reject: () => ncco([]),

  conference: (name) => ncco([{ action: 'conversation', name, startOnEnter: true, endOnExit: true }]),

  // The document that answers the notification replaces this one.
  speak: ({ text, language, nextUrl }) =>
    ncco([
      { action: 'talk', text: plainText(text), language: speechLocale(language) },
      { action: 'notify', payload: { spoken: 'true' }, eventUrl: [nextUrl], eventMethod: 'POST' },
    ]),

  // The event comes without a key as well, and the document that answers it replaces this one.
  promptForKey: ({ text, language, nextUrl, timeoutSeconds }) =>
    ncco([
      { action: 'talk', text: plainText(text), bargeIn: true, language: speechLocale(language) },
      {
        ...{ action: 'input', type: ['dtmf'], dtmf: { maxDigits: 1, timeOut: timeoutSeconds } },
        ...{ eventUrl: [nextUrl], eventMethod: 'POST' },
      },
    ]),
};

/** `talk` would read angle brackets as SSML. */
const plainText = (text: string): string => text.replace(/[<>]/gu, ' ');

const ncco = (actions: readonly object[]): CarrierDocument => ({
  contentType: 'application/json',
  body: JSON.stringify(actions),
});

const sidIn = (request: CarrierRequest, uuid: string): string => sidOf({ uuid, applicationId: applicationOf(request) });

const uuidOf = (parameters: Parameters): string => parameters.get('uuid') || parameters.get('call_uuid') || '';

/** Whether the event concerns the leg to a media socket. */
const isSocket = (parameters: Parameters): boolean => /^wss?:/i.test(parameters.get('to') ?? '');
