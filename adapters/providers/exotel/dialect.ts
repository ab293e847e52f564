import type { CarrierDialect, CarrierDocument, CarrierRequest } from '../../../application/ports/carrier-dialect.ts';
import { fromNational } from '../_carrier/values.ts';
import { parametersOf } from '../_carrier/webhook.ts';
import { multipartFields } from './multipart.ts';
import { reportOf } from './reports.ts';

/**
 * Exotel's Voicebot applet requests a media socket when a call is answered, with the call in the query. Status
 * callbacks are JSON or multipart forms. Nothing is signed: the agent's URL is the only secret.
 */
export const exotelDialect: Omit<CarrierDialect, 'provider'> = {
  authenticity: () => 'unsigned',

  readCall(request) {
    const text = reader(request);
    const [sid, from, to] = [text('CallSid'), text('CallFrom') || text('From'), text('CallTo') || text('To')];
    return sid === '' || from === '' || to === ''
      ? null
      : { sid, from: fromNational(from, to), to: fromNational(to, from), answeredBy: 'unknown' };
  },

  readReport(request) {
    const text = reader(request);
    const sid = text('CallSid');
    const report = reportOf(text('Status'), text('EventType'));
    return sid === '' || report === null ? null : { sid, ...report };
  },

  readAnsweredBy: () => null,

  readPressedKey: () => null,

  connect: (url) => applet(url),

  // The applet cannot refuse. Without a socket it ends, and the flow continues with its next applet, a hang-up.
  reject: () => applet(''),

  // No transfer is started at Exotel: see its `abilities`.
  conference: () => applet(''),
  speak: () => applet(''),
  promptForKey: () => applet(''),
};

const applet = (url: string): CarrierDocument => ({ contentType: 'application/json', body: JSON.stringify({ url }) });

function reader(request: CarrierRequest): (name: string) => string {
  const parameters = new Map([...parametersOf(request), ...multipartFields(request)]);
  return (name) => parameters.get(name) ?? '';
}
