import type { CallReference, CarrierApplication, DialRequest, FoundCall } from '../../../application/ports/carrier.ts';
import type { Clock } from '../../../application/ports/clock.ts';
import type { CallResponse } from '../../../domain/calls/call-log.ts';
import { secret } from '../../../domain/providers/fields.ts';
import { CarrierFailure } from '../../../domain/telephony/carrier-failure.ts';
import { textOf } from '../../../domain/unverified-json.ts';
import { sortedNumbers } from '../_carrier/values.ts';
import { carrierRest, required, type CarrierRest } from '../_carrier/rest.ts';
import { parametersOf } from '../_carrier/webhook.ts';
import { telephonyProvider, type CarrierService } from '../define.ts';
import { twilioAuthenticity } from './signature.ts';
import { twimlDialect } from '../_twiml/dialect.ts';
import { dialledCall, foundCall } from '../_twiml/lookup.ts';
import { CALL_SECONDS_MAX } from '../../../domain/calls/dial-limits.ts';

/** Page size, the carrier's maximum, and maximum number of pages. */
const PAGE = 1_000;
const MOST_PAGES = 100;
/** Maximum number of calls between two numbers that are searched, newest first. */
const MOST_CALLS = 50;
/** Longest delay until a dial appears among the calls, in ms. */
const SETTLED_MS = 120_000;
const LONGEST_NAME = 64;

/** https://www.twilio.com/docs/api/errors */
const NOT_IN_PROGRESS = '21220';
const REFUSED: ReadonlyMap<string, CallResponse> = new Map([
  ['13224', 'invalid_number'],
  ['21211', 'invalid_number'],
  ['21217', 'invalid_number'],
  ['21214', 'unreachable'],
]);

/** Twilio: applications and calls by REST, TwiML answer documents, signed webhooks. */
export const twilioTelephony = telephonyProvider({
  provider: 'twilio',
  name: 'Twilio',
  provider_type: 'cloud',
  description: 'Calls over Twilio numbers, with detection of answering machines.',
  apiUrl: 'https://api.twilio.com/2010-04-01',
  required: ['account_sid', 'auth_token'],
  fields: {
    account_sid: secret({ description: 'Of the account or of a sub-account (AC…).' }),
    auth_token: secret({ description: 'Of the same account. Signs callbacks, too, which no API key does.' }),
  },
  abilities: {
    ...{ idempotencyMs: 0, lookUp: 'by_call', detectsMachines: true },
    ...{ transfers: 'numbers_and_sip', liftsCallLimit: true },
  },
  // https://www.twilio.com/docs/glossary/cps - Twilio queues faster dials, so they ring late.
  dialRate: { dials: 1, perMs: 1_000 },
  dialect: {
    ...twimlDialect({
      parametersOf,
      isAnswered: (parameters) => Number(parameters.get('CallDuration')) > 0,
      sipCode: 'SipResponseCode',
      stream: {},
      say: {},
      // No music for the first one who enters.
      conference: { waitUrl: '' },
    }),
    authenticity: twilioAuthenticity,
  },
  open({ account_sid, auth_token }, { apiUrl, network, clock }) {
    const credentials = Buffer.from(`${account_sid}:${auth_token}`).toString('base64');
    const rest = carrierRest({
      name: 'Twilio',
      baseUrl: `${apiUrl}/Accounts/${encodeURIComponent(account_sid)}/`,
      headers: { authorization: `Basic ${credentials}` },
      network,
      clock,
      secrets: [auth_token, credentials],
    });
    return {
      ...applications(rest),
      ...numbers(rest),
      dial: (request) => dial(rest, request),
      async hangUp(sid) {
        await rest({
          method: 'POST',
          path: callPath(sid),
          form: { Status: 'completed' },
          mayRepeat: true,
          expected: [404],
          accepts: ({ body }) => textOf(body['code']) === NOT_IN_PROGRESS,
        });
      },
      async redirect(sid, url) {
        // The call now belongs to the caller and a person: the limit of its dial ends.
        const form = { Url: url, Method: 'POST', TimeLimit: String(CALL_SECONDS_MAX) };
        await rest({ method: 'POST', path: callPath(sid), form });
      },
      lookUp: (call) => lookUp(rest, clock, call),
    };
  },
});

const applications = (
  rest: CarrierRest,
): Pick<CarrierService, 'addApplication' | 'changeApplication' | 'removeApplication'> => ({
  async addApplication(application) {
    const { body } = await rest({ method: 'POST', path: 'Applications.json', form: formOf(application) });
    return required('Twilio', 'sid', body['sid']);
  },
  async changeApplication(id, application) {
    await rest({ method: 'POST', path: applicationPath(id), form: formOf(application) });
  },
  async removeApplication(id) {
    await rest({ method: 'DELETE', path: applicationPath(id), expected: [404] });
  },
});

const applicationPath = (id: string): string => `Applications/${encodeURIComponent(id)}.json`;
const numberPath = (id: string): string => `IncomingPhoneNumbers/${encodeURIComponent(id)}.json`;
const callPath = (sid: string): string => `Calls/${encodeURIComponent(sid)}.json`;

const formOf = ({ name, answerUrl, hangupUrl }: CarrierApplication): Record<string, string> => ({
  FriendlyName: name.slice(0, LONGEST_NAME),
  VoiceUrl: answerUrl,
  VoiceMethod: 'POST',
  StatusCallback: hangupUrl,
  StatusCallbackMethod: 'POST',
});

interface OwnedNumber {
  readonly sid?: unknown;
  readonly phone_number?: unknown;
  readonly voice_application_sid?: unknown;
}

const numbers = (rest: CarrierRest): Pick<CarrierService, 'numbers' | 'hasNumber' | 'link' | 'unlink'> => ({
  numbers: async () => sortedNumbers((await listed(rest, {})).map(({ phone_number }) => textOf(phone_number))),
  hasNumber: async (number) => (await numberCalled(rest, number)) !== undefined,
  async link(number, applicationId) {
    const owned = await numberCalled(rest, number);
    if (!owned) throw new CarrierFailure(`Twilio: ${number} is not a number of this account`, { status: 404 });
    await rest({ method: 'POST', path: numberPath(textOf(owned.sid)), form: { VoiceApplicationSid: applicationId } });
  },
  async unlink(number, applicationId) {
    const owned = await numberCalled(rest, number);
    if (!owned || textOf(owned.voice_application_sid) !== applicationId) return;
    const path = numberPath(textOf(owned.sid));
    await rest({ method: 'POST', path, form: { VoiceApplicationSid: '' }, expected: [404] });
  },
});

/** The filter matches parts of numbers. */
const numberCalled = async (rest: CarrierRest, number: string): Promise<OwnedNumber | undefined> =>
  (await listed(rest, { PhoneNumber: number })).find(({ phone_number }) => textOf(phone_number) === number);

async function listed(rest: CarrierRest, filter: Readonly<Record<string, string>>): Promise<OwnedNumber[]> {
  const owned: OwnedNumber[] = [];
  let query: Readonly<Record<string, string | number>> = { ...filter, PageSize: PAGE };
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const { body } = await rest({ method: 'GET', path: 'IncomingPhoneNumbers.json', query });
    const items = body['incoming_phone_numbers'];
    if (Array.isArray(items)) owned.push(...(items as OwnedNumber[]));
    const [, next] = textOf(body['next_page_uri']).split('?');
    if (!next) break;
    query = Object.fromEntries(new URLSearchParams(next));
  }
  return owned;
}

/** Sent without an application, whose URLs would replace these. Answering-machine detection runs during the call. */
async function dial(rest: CarrierRest, request: DialRequest): Promise<{ readonly sid: string }> {
  const { body } = await rest({
    method: 'POST',
    path: 'Calls.json',
    form: {
      To: request.to,
      From: request.from,
      Url: request.answerUrl,
      Method: 'POST',
      StatusCallback: request.hangupUrl,
      StatusCallbackMethod: 'POST',
      StatusCallbackEvent: ['initiated', 'ringing', 'answered', 'completed'],
      Timeout: String(request.ringTimeoutSeconds),
      TimeLimit: String(request.callSecondsMax),
      ...(request.machineUrl !== null && {
        MachineDetection: request.findsGreetingEnd === true ? 'DetectMessageEnd' : 'Enable',
        AsyncAmd: 'true',
        AsyncAmdStatusCallback: request.machineUrl,
        AsyncAmdStatusCallbackMethod: 'POST',
      }),
    },
    isDial: true,
    dispositionOf: (refused) => REFUSED.get(textOf(refused.body['code'])) ?? null,
  });
  return { sid: required('Twilio', 'sid', body['sid']) };
}

async function lookUp(rest: CarrierRest, clock: Clock, call: CallReference): Promise<FoundCall | null | 'unknown'> {
  if (call.sid !== null) {
    const { body } = await rest({ method: 'GET', path: callPath(call.sid), expected: [404] });
    return foundCall(body) ?? 'unknown';
  }
  const query = { To: call.to, From: call.from, PageSize: MOST_CALLS };
  const { body } = await rest({ method: 'GET', path: 'Calls.json', query });
  const found = dialledCall(body['calls'], call);
  if (found) return found;
  return clock.now().getTime() - call.since.getTime() > SETTLED_MS ? null : 'unknown';
}
