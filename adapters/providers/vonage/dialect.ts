import type { CarrierDialect, CarrierDocument, CarrierRequest } from '../../../application/ports/carrier-dialect.ts';
import { withPlus } from '../_carrier/values.ts';
import { parametersOf } from '../_carrier/webhook.ts';
import { reportOf } from './reports.ts';
import { sidOf } from './sid.ts';
import { applicationOf, vonageAuthenticity } from './signature.ts';

type Parameters = ReadonlyMap<string, string>;

/**
 * Webhooks and documents of Vonage. One URL is told everything of a call: how it goes, who picked up, and how the leg
 * to our media socket goes, which is a call of its own.
 */
export const vonageDialect: Omit<CarrierDialect, 'provider'> = {
  authenticity: vonageAuthenticity,

  readCall(request) {
    const parameters = parametersOf(request);
    const [uuid, from, to] = ['uuid', 'from', 'to'].map((name) => parameters.get(name));
    if (!uuid || !from || !to) return null;
    return { sid: sidIn(request, uuid), from: withPlus(from), to: withPlus(to), answerer: 'unknown' };
  },

  readReport(request) {
    const parameters = parametersOf(request);
    const uuid = uuidOf(parameters);
    const text = (name: string): string => parameters.get(name) ?? '';
    const report = reportOf({ status: text('status'), detail: text('detail'), duration: text('duration') });
    return uuid === '' || isSocket(parameters) || report === null ? null : { sid: sidIn(request, uuid), ...report };
  },

  readAnswerer(request) {
    const parameters = parametersOf(request);
    const uuid = uuidOf(parameters);
    const status = parameters.get('status');
    if (uuid === '' || (status !== 'human' && status !== 'machine')) return null;
    return { sid: sidIn(request, uuid), answerer: status === 'machine' ? 'machine' : 'person' };
  },

  // Nothing follows the socket: when it is closed, the document is at its end, and so is the call.
  connect: (uri) =>
    ncco([{ action: 'connect', endpoint: [{ type: 'websocket', uri, 'content-type': 'audio/l16;rate=16000' }] }]),

  // There is no action that refuses a call. A document that is at its end before it begins ends the call without a word.
  turnAway: () => ncco([]),
};

const ncco = (actions: readonly object[]): CarrierDocument => ({
  contentType: 'application/json',
  body: JSON.stringify(actions),
});

const sidIn = (request: CarrierRequest, uuid: string): string => sidOf({ uuid, applicationId: applicationOf(request) });

const uuidOf = (parameters: Parameters): string => parameters.get('uuid') || parameters.get('call_uuid') || '';

/** Whether this is told of the leg to a media socket. */
const isSocket = (parameters: Parameters): boolean => /^wss?:/i.test(parameters.get('to') ?? '');
