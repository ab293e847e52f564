import type { CarrierDialect, CarrierRequest } from '../../../application/ports/carrier-dialect.ts';
import { withPlus } from '../_carrier/values.ts';
import { xmlDocument } from '../_carrier/xml.ts';
import { answererOf, reportOf } from './reports.ts';

type Parameters = ReadonlyMap<string, string>;

/** Where those who speak TwiML differ. */
interface TwimlVariant {
  /** The parameters of a webhook, as far as they are signed. */
  parametersOf(request: CarrierRequest): Parameters;
  /** Whether the end of a call comes with evidence that it was answered. */
  isAnswered(parameters: Parameters): boolean;
  /** The parameter that holds the SIP response. */
  readonly sipCode: string;
  /** How a stream is asked for, besides its URL. */
  readonly stream: Readonly<Record<string, string>>;
}

/** Status callbacks are from here, and nothing else that names a call and its status is. */
const STATUS_CALLBACKS = 'call-progress-events';

/** Callbacks and documents of Twilio, and of Telnyx, whose TeXML is made after it; only their signatures have nothing in common. */
export const twimlDialect = ({
  parametersOf,
  isAnswered,
  sipCode,
  stream,
}: TwimlVariant): Omit<CarrierDialect, 'provider' | 'authenticity'> => ({
  readCall(request) {
    const parameters = parametersOf(request);
    const [sid, from, to] = ['CallSid', 'From', 'To'].map((name) => parameters.get(name));
    if (!sid || !from || !to) return null;
    const answerer = answererOf(parameters.get('AnsweredBy') ?? '');
    return { sid, from: withPlus(from), to: withPlus(to), answerer };
  },

  readReport(request) {
    const parameters = parametersOf(request);
    const text = (name: string): string => parameters.get(name) ?? '';
    if (!['', STATUS_CALLBACKS].includes(text('CallbackSource'))) return null;
    const report = reportOf({
      status: text('CallStatus'),
      sipCode: text(sipCode),
      cause: text('HangupCause'),
      answeredBy: text('AnsweredBy'),
      isAnswered: isAnswered(parameters),
    });
    return text('CallSid') === '' || report === null ? null : { sid: text('CallSid'), ...report };
  },

  readAnswerer(request) {
    const parameters = parametersOf(request);
    const [sid, answeredBy] = [parameters.get('CallSid'), parameters.get('AnsweredBy')];
    return sid && answeredBy ? { sid, answerer: answererOf(answeredBy) } : null;
  },

  // Nothing follows the stream: when its socket closes, the document is at its end, and so is the call.
  connect: (url) =>
    xmlDocument({
      name: 'Response',
      content: [{ name: 'Connect', content: [{ name: 'Stream', attributes: { url, ...stream } }] }],
    }),

  turnAway: (reason) => xmlDocument({ name: 'Response', content: [{ name: 'Reject', attributes: { reason } }] }),
});
