import type { CarrierDialect, CarrierRequest } from '../../../application/ports/carrier-dialect.ts';
import { speechLocale } from '../_carrier/speech-locale.ts';
import { withPlus } from '../_carrier/values.ts';
import { xmlDocument } from '../_carrier/xml.ts';
import { answererOf, reportOf } from './reports.ts';

type Parameters = ReadonlyMap<string, string>;

/** What differs between carriers with TwiML. */
interface TwimlVariant {
  /** Parameters of a webhook that its signature covers. */
  parametersOf(request: CarrierRequest): Parameters;
  /** Whether the final callback shows that the call was answered. */
  isAnswered(parameters: Parameters): boolean;
  /** Parameter with the SIP response code. */
  readonly sipCode: string;
  /** Attributes of the stream besides its URL. */
  readonly stream: Readonly<Record<string, string>>;
  /** Attributes of `Say` besides its language. */
  readonly say: Readonly<Record<string, string>>;
  /** Attributes of a conference besides those that both have. */
  readonly conference: Readonly<Record<string, string>>;
}

/** `CallbackSource` of status callbacks. Other callbacks also name a call and a status. */
const STATUS_CALLBACKS = 'call-progress-events';

/** Without beeps, and over for all when one leaves. */
const CONFERENCE = { beep: 'false', startConferenceOnEnter: 'true', endConferenceOnExit: 'true' };

/** Webhooks and answer documents of Twilio and of Telnyx, whose TeXML follows TwiML. Only their signatures differ. */
export const twimlDialect = ({
  parametersOf,
  isAnswered,
  sipCode,
  stream,
  say,
  conference,
}: TwimlVariant): Omit<CarrierDialect, 'provider' | 'authenticity'> => ({
  readCall(request) {
    const parameters = parametersOf(request);
    const [sid, from, to] = ['CallSid', 'From', 'To'].map((name) => parameters.get(name));
    if (!sid || !from || !to) return null;
    const answeredBy = answererOf(parameters.get('AnsweredBy') ?? '');
    return { sid, from: withPlus(from), to: withPlus(to), answeredBy };
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

  readAnsweredBy(request) {
    const parameters = parametersOf(request);
    const [sid, answeredBy] = [parameters.get('CallSid'), parameters.get('AnsweredBy')];
    if (!sid || !answeredBy) return null;
    return {
      sid,
      answeredBy: answererOf(answeredBy),
      ...(answeredBy.startsWith('machine_end') && { greetingEnded: true }),
    };
  },

  readPressedKey: (request) => parametersOf(request).get('Digits') || null,

  // The stream is the last verb, so closing its socket ends the call.
  connect: (url) =>
    xmlDocument({
      name: 'Response',
      content: [{ name: 'Connect', content: [{ name: 'Stream', attributes: { url, ...stream } }] }],
    }),

  reject: (reason) => xmlDocument({ name: 'Response', content: [{ name: 'Reject', attributes: { reason } }] }),

  ...transferDocuments({ say, conference }),
});

/** The documents of a transfer. */
const transferDocuments = ({
  say,
  conference,
}: Pick<TwimlVariant, 'say' | 'conference'>): Pick<CarrierDialect, 'conference' | 'speak' | 'promptForKey'> => ({
  conference: (name) =>
    xmlDocument({
      name: 'Response',
      content: [
        {
          name: 'Dial',
          content: [{ name: 'Conference', attributes: { ...CONFERENCE, ...conference }, content: name }],
        },
      ],
    }),

  speak: ({ text, language, nextUrl }) =>
    xmlDocument({
      name: 'Response',
      content: [
        { name: 'Say', attributes: { ...say, language: speechLocale(language) }, content: text },
        { name: 'Redirect', attributes: { method: 'POST' }, content: nextUrl },
      ],
    }),

  // Without a key the verb after it follows.
  promptForKey: ({ text, language, nextUrl, timeoutSeconds }) =>
    xmlDocument({
      name: 'Response',
      content: [
        {
          name: 'Gather',
          attributes: {
            ...{ input: 'dtmf', numDigits: '1', timeout: String(timeoutSeconds) },
            ...{ action: nextUrl, method: 'POST' },
          },
          content: [{ name: 'Say', attributes: { ...say, language: speechLocale(language) }, content: text }],
        },
        { name: 'Redirect', attributes: { method: 'POST' }, content: nextUrl },
      ],
    }),
});
