import type { CallReference, CarrierApplication, DialRequest, FoundCall } from '../../../application/ports/carrier.ts';
import { invalid } from '../../../domain/errors.ts';
import { secret } from '../../../domain/providers/fields.ts';
import { CarrierFailure } from '../../../domain/telephony/carrier-failure.ts';
import { objectOf, textOf } from '../../../domain/unverified-json.ts';
import { sortedNumbers, withoutPlus } from '../_carrier/values.ts';
import { carrierRest, required, type CarrierRest, type CarrierRestReply } from '../_carrier/rest.ts';
import { formOf } from '../_carrier/webhook.ts';
import { telephonyProvider, type CarrierService } from '../define.ts';
import { accountOf } from './account.ts';
import { publicKey, telnyxAuthenticity } from './signature.ts';
import { twimlDialect } from '../_twiml/dialect.ts';
import { dialledCall, foundCall } from '../_twiml/lookup.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Page size, the carrier's maximum, and maximum number of pages. */
const PAGE = 250;
const MOST_PAGES = 400;
/** Maximum number of calls between two numbers that are searched. */
const MOST_CALLS = 50;
/** Range of the ring timeout, in seconds. */
const [SHORTEST_RING, LONGEST_RING] = [5, 120] as const;

/** https://developers.telnyx.com/development/api-guide/api-errors */
const INVALID_NUMBER = new Set(['10002', '10016']);
const CALL_IS_OVER = new Set(['90015', '90018']);

/**
 * Telnyx's TeXML: applications and calls by REST, answer documents, signed webhooks. Streams PCMU, converted from A-law
 * by Telnyx; other codecs are streamed unchanged.
 */
export const telnyxTelephony = telephonyProvider({
  provider: 'telnyx',
  name: 'Telnyx',
  provider_type: 'cloud',
  description: 'Calls over Telnyx numbers by TeXML, with detection of answering machines.',
  apiUrl: 'https://api.telnyx.com/v2',
  required: ['api_key', 'public_key'],
  fields: {
    api_key: secret({ description: 'An API key of version 2 (KEY…).' }),
    public_key: secret({ description: 'The account’s public key. Callbacks are checked with it.' }),
    outbound_voice_profile_id: secret({ description: 'Of the profile that outbound calls go over; none without it.' }),
  },
  abilities: { idempotencyMs: 0, lookUp: 'by_call', detectsMachines: true, transfers: 'numbers' },
  // https://support.telnyx.com/en/articles/15668484-calls-per-second-cps-limits
  dialRate: { dials: 20, perMs: 1_000 },
  dialect: {
    ...twimlDialect({
      parametersOf: (request) => new Map(formOf(request)),
      isAnswered: (parameters) => (parameters.get('AnsweredTime') ?? '') !== '',
      sipCode: 'SipHangupCause',
      stream: {
        track: 'inbound_track',
        codec: 'PCMU',
        bidirectionalMode: 'rtp',
        bidirectionalCodec: 'PCMU',
        bidirectionalSamplingRate: '8000',
      },
      // The only voice with all languages of `speechLocale`: https://developers.telnyx.com/docs/voice/programmable-voice/texml-verbs/say
      say: { voice: 'alice' },
      conference: {},
    }),
    authenticity: telnyxAuthenticity,
  },
  open({ api_key, public_key, outbound_voice_profile_id }, { apiUrl, network, clock }) {
    if (!publicKey(public_key))
      throw invalid('telnyx: public_key must be the base64 text of 32 bytes that the portal shows');
    const rest = carrierRest({
      name: 'Telnyx',
      baseUrl: `${apiUrl}/`,
      headers: { authorization: `Bearer ${api_key}` },
      network,
      clock,
      secrets: [api_key],
    });
    const calls = async (): Promise<string> => {
      const account = await accountOf(rest, { url: apiUrl, apiKey: api_key });
      return `texml/Accounts/${encodeURIComponent(account)}/Calls`;
    };
    return {
      ...applications(rest, outbound_voice_profile_id),
      ...numbers(rest),
      dial: async (request) => dial(rest, await calls(), request),
      async hangUp(sid) {
        const path = `calls/${encodeURIComponent(sid)}/actions/hangup`;
        const isOver = (refused: CarrierRestReply) =>
          errorsOf(refused).some(({ code }) => CALL_IS_OVER.has(textOf(code)));
        await rest({ method: 'POST', path, json: {}, mayRepeat: true, expected: [404], accepts: isOver });
      },
      async redirect(sid, url) {
        const path = `${await calls()}/${encodeURIComponent(sid)}`;
        await rest({ method: 'POST', path, form: { Url: url, Method: 'POST' } });
      },
      lookUp: async (call) => lookUp(rest, await calls(), call),
    };
  },
});

const applications = (
  rest: CarrierRest,
  voiceProfile: string | undefined,
): Pick<CarrierService, 'addApplication' | 'changeApplication' | 'removeApplication'> => {
  const bodyOf = ({ name, answerUrl, hangupUrl }: CarrierApplication): Fields => ({
    friendly_name: name,
    voice_url: answerUrl,
    voice_method: 'post',
    status_callback: hangupUrl,
    status_callback_method: 'post',
    ...(voiceProfile && { outbound: { outbound_voice_profile_id: voiceProfile } }),
  });
  const pathOf = (id: string): string => `texml_applications/${encodeURIComponent(id)}`;
  return {
    async addApplication(application) {
      const { body } = await rest({ method: 'POST', path: 'texml_applications', json: bodyOf(application) });
      return required('Telnyx', 'id', objectOf(body['data'])['id']);
    },
    async changeApplication(id, application) {
      await rest({ method: 'PATCH', path: pathOf(id), json: bodyOf(application) });
    },
    async removeApplication(id) {
      await rest({ method: 'DELETE', path: pathOf(id), expected: [404] });
    },
  };
};

const numbers = (rest: CarrierRest): Pick<CarrierService, 'numbers' | 'hasNumber' | 'link' | 'unlink'> => ({
  numbers: async () => sortedNumbers((await listed(rest, {})).map(({ phone_number }) => textOf(phone_number))),
  hasNumber: async (number) => (await numberCalled(rest, number)) !== undefined,
  async link(number, applicationId) {
    const owned = await numberCalled(rest, number);
    if (!owned) throw new CarrierFailure(`Telnyx: ${number} is not an active number of this account`, { status: 404 });
    // HD callers use AMR-WB, whose payload format Telnyx does not document. Telnyx converts G.711 itself.
    const plain = owned['hd_voice_enabled'] === true ? { hd_voice_enabled: false } : {};
    await rest({ method: 'PATCH', path: numberPath(owned), json: { connection_id: applicationId, ...plain } });
  },
  async unlink(number, applicationId) {
    const owned = await numberCalled(rest, number);
    if (!owned || textOf(owned['connection_id']) !== applicationId) return;
    const { body } = await rest({
      method: 'PATCH',
      path: numberPath(owned),
      json: { connection_id: '' },
      expected: [404],
    });
    // It is not documented how a number leaves its connection, so the reply is checked.
    if (textOf(objectOf(body['data'])['connection_id']) === applicationId)
      throw new CarrierFailure(`Telnyx: ${number} stays with its connection; set it to none in the portal`, {
        status: 409,
      });
  },
});

const numberPath = ({ id }: Fields): string => `phone_numbers/${encodeURIComponent(textOf(id))}`;

/** The filter accepts digits only and matches parts of numbers. */
const numberCalled = async (rest: CarrierRest, number: string): Promise<Fields | undefined> =>
  (await listed(rest, { 'filter[phone_number]': withoutPlus(number) })).find(
    ({ phone_number }) => textOf(phone_number) === number,
  );

async function listed(rest: CarrierRest, filter: Readonly<Record<string, string>>): Promise<Fields[]> {
  const owned: Fields[] = [];
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    const query = { ...filter, 'filter[status]': 'active', 'page[number]': page, 'page[size]': PAGE };
    const { body } = await rest({ method: 'GET', path: 'phone_numbers', query });
    owned.push(...objectsIn(body['data']));
    if (page >= Number(objectOf(body['meta'])['total_pages'] ?? 0)) break;
  }
  return owned;
}

/** The reply to a dial is documented without the call id. It has one of these two names. */
async function dial(rest: CarrierRest, calls: string, request: DialRequest): Promise<{ readonly sid: string }> {
  const { body } = await rest({
    method: 'POST',
    path: calls,
    json: {
      ApplicationSid: request.applicationId,
      To: request.to,
      From: request.from,
      Url: request.answerUrl,
      UrlMethod: 'POST',
      StatusCallback: request.hangupUrl,
      StatusCallbackMethod: 'POST',
      StatusCallbackEvent: 'initiated ringing answered completed',
      Timeout: Math.min(Math.max(request.ringTimeoutSeconds, SHORTEST_RING), LONGEST_RING),
      TimeLimit: request.callSecondsMax,
      PreferredCodecs: 'PCMU,PCMA',
      ...(request.machineUrl !== null && {
        MachineDetection: request.findsGreetingEnd === true ? 'DetectMessageEnd' : 'Enable',
        DetectionMode: 'Premium',
        AsyncAmd: true,
        AsyncAmdStatusCallback: request.machineUrl,
        AsyncAmdStatusCallbackMethod: 'POST',
      }),
    },
    isDial: true,
    dispositionOf: (refused) => (errorsOf(refused).some(isOfCallee) ? 'invalid_number' : null),
  });
  const fields = { ...objectOf(body['data']), ...body };
  return { sid: required('Telnyx', 'call_sid', fields['call_sid'] ?? fields['sid']) };
}

const isOfCallee = ({ code, source }: Fields): boolean =>
  INVALID_NUMBER.has(textOf(code)) && !/from/i.test(textOf(objectOf(source)['pointer']));

/** Records appear with a delay, so a missing one proves nothing. */
async function lookUp(
  rest: CarrierRest,
  calls: string,
  { sid, ...call }: CallReference,
): Promise<FoundCall | 'unknown'> {
  if (sid !== null) {
    const { body } = await rest({ method: 'GET', path: `${calls}/${encodeURIComponent(sid)}`, expected: [404] });
    return foundCall(body) ?? 'unknown';
  }
  const query = { To: call.to, From: call.from, PageSize: MOST_CALLS };
  const { body } = await rest({ method: 'GET', path: calls, query, expected: [404] });
  return dialledCall(body['calls'], { sid, ...call }) ?? 'unknown';
}

const errorsOf = ({ body }: CarrierRestReply): Fields[] => objectsIn(body['errors']);
const objectsIn = (value: unknown): Fields[] => (Array.isArray(value) ? value.map(objectOf) : []);
