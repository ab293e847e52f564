import type { CarrierDialect, KeyPrompt } from '../../../application/ports/carrier-dialect.ts';
import type { CarrierReport } from '../../../domain/telephony/carrier-report.ts';
import { speechLocale } from '../_carrier/speech-locale.ts';
import { withPlus } from '../_carrier/values.ts';
import { parametersOf } from '../_carrier/webhook.ts';
import { xmlDocument } from '../_carrier/xml.ts';
import { endOf, type HangupCause } from './hangup-causes.ts';

type Parameters = ReadonlyMap<string, string>;

/** Events that report call status. Events of streams and recordings carry a status as well, which is ignored. */
const CALL_EVENTS = new Set(['CallInitiated', 'Ring', 'StartApp', 'Hangup']);

/**
 * Webhooks and answer documents of Plivo and Vobiz; only the signatures differ. Streams PCMU: telephony is 8 kHz, so it
 * loses nothing against L16 and has no byte order.
 */
export const plivoDialect: Omit<CarrierDialect, 'provider' | 'authenticity'> = {
  readCall(request) {
    const parameters = parametersOf(request);
    const sid = sidOf(parameters);
    const from = parameters.get('From') ?? '';
    const to = parameters.get('To') ?? '';
    if (sid === null || from === '' || to === '') return null;
    return { sid, from: withPlus(from), to: withPlus(to), answeredBy: 'unknown' };
  },

  readReport(request) {
    const parameters = parametersOf(request);
    const sid = sidOf(parameters);
    const report = reportOf(parameters);
    return sid === null || report === null ? null : { sid, ...report };
  },

  readAnsweredBy(request) {
    const parameters = parametersOf(request);
    const sid = sidOf(parameters);
    const machine = parameters.get('Machine')?.toLowerCase();
    if (sid === null || (machine !== 'true' && machine !== 'false')) return null;
    return { sid, answeredBy: machine === 'true' ? 'machine' : 'person' };
  },

  readPressedKey: (request) => parametersOf(request).get('Digits') || null,

  connect: (streamUrl) =>
    xmlDocument({
      name: 'Response',
      content: [
        {
          name: 'Stream',
          attributes: { bidirectional: 'true', keepCallAlive: 'true', contentType: 'audio/x-mulaw;rate=8000' },
          content: streamUrl,
        },
      ],
    }),

  reject: (why) => xmlDocument({ name: 'Response', content: [{ name: 'Hangup', attributes: { reason: why } }] }),

  conference: (name) => conferenceOf(name, {}),

  speak: ({ text, language, nextUrl }) =>
    xmlDocument({
      name: 'Response',
      content: [
        { name: 'Speak', attributes: { language: speechLocale(language) }, content: text },
        { name: 'Redirect', attributes: { method: 'POST' }, content: nextUrl },
      ],
    }),

  promptForKey: (prompt) => keyPromptOf('GetInput', prompt),
};

/** A prompt for a key by this element. Without a key the element after it follows. */
export const keyPromptOf = (name: string, { text, language, nextUrl, timeoutSeconds }: KeyPrompt) =>
  xmlDocument({
    name: 'Response',
    content: [
      {
        name,
        attributes: {
          ...{ inputType: 'dtmf', numDigits: '1', executionTimeout: String(timeoutSeconds) },
          ...{ action: nextUrl, method: 'POST' },
        },
        content: [{ name: 'Speak', attributes: { language: speechLocale(language) }, content: text }],
      },
      { name: 'Redirect', attributes: { method: 'POST' }, content: nextUrl },
    ],
  });

/** A conference that is over for all when one leaves, with further attributes. */
export const conferenceOf = (name: string, attributes: Readonly<Record<string, string>>) =>
  xmlDocument({
    name: 'Response',
    content: [
      {
        name: 'Conference',
        attributes: { startConferenceOnEnter: 'true', endConferenceOnExit: 'true', ...attributes },
        content: name,
      },
    ],
  });

const sidOf = (parameters: Parameters): string | null =>
  parameters.get('CallUUID') || parameters.get('RequestUUID') || null;

function reportOf(parameters: Parameters): CarrierReport | null {
  const event = parameters.get('Event') ?? '';
  if (event !== '' && !CALL_EVENTS.has(event)) return null;
  // The hang-up callback of an application may have no event.
  if (event === 'Hangup' || parameters.has('HangupCause') || parameters.has('EndTime')) return ended(parameters);
  return liveReport(parameters.get('CallStatus') ?? '') ?? (event === 'Ring' ? liveReport('ringing') : null);
}

/** The report of a live call for this status. Null for any other status. */
export function liveReport(status: string): CarrierReport | null {
  const ongoing = { response: null, cause: null };
  if (status === 'ringing') return { status: 'ringing', isAnswered: false, ...ongoing };
  if (status === 'in-progress') return { status: 'in_progress', isAnswered: true, ...ongoing };
  if (status === 'queued' || status === 'initiated') return { status: 'initiated', isAnswered: false, ...ongoing };
  return null;
}

function ended(parameters: Parameters): CarrierReport {
  const isAnswered = (parameters.get('AnswerTime') ?? '') !== '' || Number(parameters.get('BillDuration')) > 0;
  return endReport({
    code: parameters.get('HangupCauseCode') ?? '',
    name: parameters.get('HangupCause') ?? '',
    words: parameters.get('HangupCauseName') ?? '',
    callStatus: parameters.get('CallStatus') ?? '',
    isAnswered,
  });
}

/** The report of an ended call, with the carrier's code and text. */
export function endReport(end: HangupCause & { readonly words: string }): CarrierReport {
  const [status, response] = endOf(end);
  const cause = [end.code, end.words || end.name].filter((each) => each !== '').join(' ');
  return { status, response, isAnswered: end.isAnswered, cause: cause === '' ? null : cause };
}
