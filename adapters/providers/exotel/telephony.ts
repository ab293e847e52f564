import type { CallReference, DialRequest, FoundCall } from '../../../application/ports/carrier.ts';
import { dialledStreamUrl } from '../../../domain/calls/call-webhooks.ts';
import { secret } from '../../../domain/providers/fields.ts';
import { invalid } from '../../../domain/errors.ts';
import { CarrierFailure } from '../../../domain/telephony/carrier-failure.ts';
import { endpoint } from '../../lib/upstream-url.ts';
import { objectOf, textOf } from '../../../domain/unverified-json.ts';
import { fromNational, sortedNumbers, containsInOrder } from '../_carrier/values.ts';
import { carrierRest, required, type CarrierRest, type CarrierRestReply } from '../_carrier/rest.ts';
import { telephonyProvider, type CarrierService } from '../define.ts';
import { exotelDialect } from './dialect.ts';
import { reportOf } from './reports.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Maximum number of pages. */
const MOST_PAGES = 200;

/**
 * Exotel's AgentStream. A dialled call connects to the media socket and ends with it. Inbound calls follow a flow that
 * the user creates in the dashboard, one per agent, because no REST API manages flows. The agent's application is the
 * flow in `app_id`. REST can hang up only legs that Exotel's gRPC service created:
 * https://developer.exotel.com/docs/agentstream/programmable-voice
 */
export const exotelTelephony = telephonyProvider({
  provider: 'exotel',
  name: 'Exotel',
  provider_type: 'cloud',
  description: 'Calls over ExoPhones. Agents that are called need a flow with a Voicebot applet each.',
  apiUrl: 'https://api.in.exotel.com',
  required: ['account_sid', 'api_key', 'api_token', 'app_id'],
  fields: {
    account_sid: secret({ description: 'Of the account.' }),
    api_key: secret(),
    api_token: secret({ description: 'Of the key.' }),
    app_id: secret({ description: 'The flow of the next agent that is made. Each agent needs a flow of its own.' }),
    api_base_url: secret({
      format: 'uri',
      description: 'https://api.exotel.com for accounts in Singapore. Mumbai without it.',
    }),
  },
  abilities: { idempotencyMs: 0, lookUp: 'by_sid', detectsMachines: false, transfers: 'none' },
  // https://developer.exotel.com/docs/advanced-config/rate-limiting
  dialRate: { dials: 200, perMs: 60_000 },
  dialect: exotelDialect,
  open({ account_sid, api_key, api_token, app_id, api_base_url }, { apiUrl, network, clock }) {
    const credentials = Buffer.from(`${api_key}:${api_token}`).toString('base64');
    const rest = carrierRest({
      name: 'Exotel',
      baseUrl: endpoint(api_base_url ?? apiUrl, 'http', '/').href,
      headers: { authorization: `Basic ${credentials}` },
      network,
      clock,
      secrets: [api_token, credentials],
    });
    const account = encodeURIComponent(account_sid);
    const flowUrl = (flow: string): string =>
      `http://my.exotel.com/${account}/exoml/start_voice/${encodeURIComponent(flow)}`;
    return {
      addApplication: () => Promise.resolve(app_id),
      changeApplication: () => Promise.resolve(),
      removeApplication: () => Promise.resolve(),
      ...numbers(rest, `v2_beta/Accounts/${account}/IncomingPhoneNumbers`, flowUrl),
      dial: (request) => dial(rest, `v1/Accounts/${account}/Calls/connect.json`, request),
      hangUp: () => Promise.resolve(),
      // Its REST API changes no live call.
      redirect: () => Promise.reject(invalid('Exotel cannot transfer calls of a Voicebot applet')),
      lookUp: (call) => lookUp(rest, `v1/Accounts/${account}/Calls`, call),
    };
  },
});

const numbers = (
  rest: CarrierRest,
  path: string,
  flowUrl: (flow: string) => string,
): Pick<CarrierService, 'numbers' | 'hasNumber' | 'link' | 'unlink'> => {
  const pathOf = ({ sid }: Fields): string => `${path}/${encodeURIComponent(textOf(sid))}`;
  const numberCalled = async (number: string): Promise<Fields | undefined> =>
    (await listed(rest, path)).find(({ phone_number }) => fromNational(textOf(phone_number)) === number);
  return {
    numbers: async () =>
      sortedNumbers((await listed(rest, path)).map(({ phone_number }) => fromNational(textOf(phone_number)))),
    hasNumber: async (number) => (await numberCalled(number)) !== undefined,
    async link(number, flow) {
      const owned = await numberCalled(number);
      if (!owned) throw new CarrierFailure(`Exotel: ${number} is not a number of this account`, { status: 404 });
      await rest({ method: 'PUT', path: pathOf(owned), form: { VoiceUrl: flowUrl(flow) } });
    },
    async unlink(number, flow) {
      const owned = await numberCalled(number);
      if (!owned) return;
      const { body } = await rest({ method: 'GET', path: pathOf(owned), expected: [404] });
      if (!textOf(body['voice_url']).endsWith(`/${encodeURIComponent(flow)}`)) return;
      // It is not documented whether a number may have no flow. If not, it keeps this one.
      await rest({ method: 'PUT', path: pathOf(owned), form: { VoiceUrl: '' }, expected: [400, 404, 422] });
    },
  };
};

/** Paging is not documented: the list ends when a page has nothing new. */
async function listed(rest: CarrierRest, path: string): Promise<Fields[]> {
  const bySid = new Map<string, Fields>();
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const { body } = await rest({ method: 'GET', path, query: { page } });
    const items = Array.isArray(body['incoming_phone_numbers']) ? (body['incoming_phone_numbers'] as Fields[]) : [];
    const known = bySid.size;
    for (const item of items) bySid.set(textOf(item['sid']), item);
    if (bySid.size === known || items.length < Number(body['page_size'])) break;
  }
  return [...bySid.values()];
}

/** Exotel rings `From` and opens the socket when the call is answered: https://developer.exotel.com/docs/agentstream/developer-guide */
async function dial(rest: CarrierRest, path: string, request: DialRequest): Promise<{ readonly sid: string }> {
  const { body } = await rest({
    method: 'POST',
    path,
    form: {
      From: request.to,
      CallerId: request.from,
      StreamUrl: dialledStreamUrl(request.answerUrl, 'exotel'),
      StreamType: 'bidirectional',
      TimeOut: String(request.ringTimeoutSeconds),
      TimeLimit: String(request.callSecondsMax),
      CustomField: request.callId,
      StatusCallback: request.hangupUrl,
      'StatusCallbackEvents[0]': 'terminal',
      'StatusCallbackEvents[1]': 'answered',
      'StatusCallbackEvents[2]': 'ringing',
      StatusCallbackContentType: 'application/json',
    },
    isDial: true,
    dispositionOf: (refused) => (isOfCallee(refused) ? 'invalid_number' : null),
  });
  return { sid: required('Exotel', 'Sid', callIn(body)['Sid']) };
}

function isOfCallee({ status, body }: CarrierRestReply): boolean {
  const words = textOf(objectOf(body['RestException'])['Message']);
  const [callee, fault] = [/\bFrom\b/i, /invalid/i];
  return status === 400 && (containsInOrder(words, callee, fault) || containsInOrder(words, fault, callee));
}

/** Records appear with a delay, so a missing one proves nothing. */
async function lookUp(rest: CarrierRest, path: string, { sid }: CallReference): Promise<FoundCall | 'unknown'> {
  if (sid === null) return 'unknown';
  const { body } = await rest({ method: 'GET', path: `${path}/${encodeURIComponent(sid)}.json`, expected: [404] });
  const report = reportOf(textOf(callIn(body)['Status']));
  return report === null ? 'unknown' : { sid, ...report };
}

const callIn = (body: Fields): Fields => objectOf(body['Call']);
