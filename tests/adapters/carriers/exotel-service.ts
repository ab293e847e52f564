import type { VendorRequest } from '../providers/vendor-server.ts';
import type { Answer, CarrierState, Script } from './stand.ts';
import { formOf } from './stand.ts';

const NUMBERS = '/v2_beta/Accounts/acme1/IncomingPhoneNumbers';
const CALLS = '/v1/Accounts/acme1/Calls/';
const FLOW = 'http://my.exotel.com/acme1/exoml/start_voice/';
const PAGE = 10;

const refused = (status: number, Message: string): Answer => ({
  status,
  body: { RestException: { Status: status, Message } },
});

/** Exotel as it is documented: https://developer.exotel.com/docs, and in exotel/Agent-Stream at 5f887cc */
export const exotelService: Script = (request, state) => {
  const { method, url } = request;
  const basic = Buffer.from('key1:hush-hush-token-1').toString('base64');
  if (request.headers.authorization !== `Basic ${basic}`) return refused(401, 'Unauthorized');
  if (url.pathname === NUMBERS) return listed(url, state);
  if (url.pathname.startsWith(NUMBERS)) return number(request, state);
  if (method === 'POST' && url.pathname === `${CALLS}connect.json`) return dial(formOf(request), state);
  const sid = url.pathname.slice(CALLS.length, -'.json'.length);
  if (method !== 'GET' || !state.calls.has(sid)) return refused(404, 'Not found');
  return { status: 200, body: { Call: { Sid: sid, Status: 'in-progress', Direction: 'outbound-api' } } };
};

const described = (phone_number: string) => ({
  ...{ sid: `sid${phone_number.slice(1)}`, phone_number, country: 'IN' },
  capabilities: { voice: true, sms: true },
});

function listed({ searchParams }: URL, { links }: CarrierState): Answer {
  const page = Number(searchParams.get('page') ?? 0);
  const items = [...links.keys()].slice(page * PAGE, (page + 1) * PAGE).map(described);
  return { status: 200, body: { page, page_size: PAGE, incoming_phone_numbers: items } };
}

function number(request: VendorRequest, { links }: CarrierState): Answer {
  const phone = `+${request.url.pathname.slice(`${NUMBERS}/sid`.length)}`;
  if (!links.has(phone)) return refused(404, 'Not found');
  if (request.method === 'PUT') links.set(phone, (formOf(request)['VoiceUrl'] ?? '').replace(FLOW, ''));
  const flow = links.get(phone);
  return { status: 200, body: { ...described(phone), voice_url: flow ? `${FLOW}${flow}` : null } };
}

/** Calls meet a flow or a socket, never both: https://github.com/exotel/Agent-Stream/tree/5f887cc/docs/openapi */
function dial(facts: Readonly<Record<string, string>>, { calls, newId }: CarrierState): Answer {
  const { From = '', CallerId, Url, StreamUrl = '', StreamType } = facts;
  if (From === '+10000000') return refused(400, 'Bad Request: From is invalid');
  if (Url !== undefined || StreamType !== 'bidirectional') return refused(400, 'Bad Request: StreamType is invalid');
  if (!/^wss?:.{1,594}$/.test(StreamUrl)) return refused(400, 'Bad Request: StreamUrl is invalid');
  if (Number(facts['TimeLimit']) > 14_400) return refused(400, 'Bad Request: TimeLimit is invalid');
  const sid = `80bfbec2${newId()}`;
  calls.set(sid, { to: From, isOver: false });
  const call = { Sid: sid, Status: 'in-progress', From, PhoneNumberSid: CallerId, Direction: 'outbound-api' };
  return { status: 200, body: { Call: { ...call, DateCreated: '2026-03-02 14:30:00', RecordingUrl: null } } };
}
