import type { CarrierDialect, CarrierDocument, CarrierRequest } from '../../../application/ports/carrier-dialect.ts';
import { fromNational } from '../_carrier/values.ts';
import { parametersOf } from '../_carrier/webhook.ts';
import { multipartFields } from './multipart.ts';
import { reportOf } from './reports.ts';

/**
 * Exotel's Voicebot applet asks for a media socket once the call was answered, with the call in the query; status
 * callbacks come as JSON, or as a form with parts. Nothing is signed: an agent's address is all there is of a secret.
 */
export const exotelDialect: Omit<CarrierDialect, 'provider'> = {
  authenticity: () => 'unsigned',

  readCall(request) {
    const text = reader(request);
    const [sid, from, to] = [text('CallSid'), text('CallFrom') || text('From'), text('CallTo') || text('To')];
    return sid === '' || from === '' || to === ''
      ? null
      : { sid, from: fromNational(from, to), to: fromNational(to, from), answerer: 'unknown' };
  },

  readReport(request) {
    const text = reader(request);
    const sid = text('CallSid');
    const report = reportOf(text('Status'), text('EventType'));
    return sid === '' || report === null ? null : { sid, ...report };
  },

  readAnswerer: () => null,

  connect: (url) => applet(url),

  // The applet knows no refusal. Without a socket it is over, and the flow goes on to its next applet, a hang-up.
  turnAway: () => applet(''),
};

const applet = (url: string): CarrierDocument => ({ contentType: 'application/json', body: JSON.stringify({ url }) });

function reader(request: CarrierRequest): (name: string) => string {
  const parameters = new Map([...parametersOf(request), ...multipartFields(request)]);
  return (name) => parameters.get(name) ?? '';
}
