import type { VendorRequest } from '../providers/vendor-server.ts';
import type { Answer, CarrierState, Script } from './stand.ts';
import { formOf } from './stand.ts';

type Fields = Readonly<Record<string, string>>;

const BASE = '/Accounts/ACxx/';
const PAGE = 10;

const refused = (status: number, code: number, message: string): Answer => ({
  status,
  body: { code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status },
});
const absent = refused(404, 20404, 'The requested resource was not found');
const id = (path: string): string => (path.split('/')[1] ?? '').replace('.json', '');

/** Twilio as it is documented: https://www.twilio.com/docs/voice/api */
export const twilioService: Script = (request, state) => {
  const { method, url } = request;
  const basic = Buffer.from('ACxx:hush-hush-token-1').toString('base64');
  if (request.headers.authorization !== `Basic ${basic}`) return refused(401, 20003, 'Authenticate');
  const path = url.pathname.replace('/2010-04-01', '').replace(BASE, '');
  if (path.startsWith('Applications')) return application(path, request, state);
  if (path === 'IncomingPhoneNumbers.json') return listed(url, state);
  if (path.startsWith('IncomingPhoneNumbers/')) return linked(path, request, state);
  if (path !== 'Calls.json') return call(path, request, state);
  return method === 'POST' ? dial(formOf(request), state) : recent(url, state);
};

function application(path: string, request: VendorRequest, { applications, newId }: CarrierState): Answer {
  if (request.method === 'POST' && path === 'Applications.json') {
    const sid = `AP${newId()}`;
    applications.set(sid, formOf(request));
    return { status: 201, body: applicationCalled(sid, formOf(request)) };
  }
  const known = applications.get(id(path)) as Fields | undefined;
  if (!known) return absent;
  if (request.method === 'DELETE') applications.delete(id(path));
  else if (request.method === 'POST') applications.set(id(path), { ...known, ...formOf(request) });
  if (request.method === 'DELETE') return { status: 204 };
  return { status: 200, body: applicationCalled(id(path), applications.get(id(path)) as Fields) };
}

const applicationCalled = (sid: string, { FriendlyName, VoiceUrl, VoiceMethod, StatusCallback }: Fields): object => ({
  ...{ sid, friendly_name: FriendlyName ?? null, voice_url: VoiceUrl ?? null, voice_method: VoiceMethod ?? 'POST' },
  ...{ status_callback: StatusCallback ?? null, date_created: 'Mon, 02 Mar 2026 09:00:00 +0000' },
});

/** Pages are no longer than ten here, whatever was asked for, and lead to the next by its address. */
function listed(url: URL, { links }: CarrierState): Answer {
  const wanted = url.searchParams.get('PhoneNumber') ?? '';
  const page = Number(url.searchParams.get('Page') ?? 0);
  const all = [...links].filter(([number]) => number.includes(wanted));
  const next = `/2010-04-01${BASE}IncomingPhoneNumbers.json?PageSize=${PAGE}&Page=${page + 1}&PageToken=PN`;
  return {
    status: 200,
    body: {
      page,
      incoming_phone_numbers: all.slice(page * PAGE, (page + 1) * PAGE).map(([number, linkedTo]) => ({
        sid: `PN${number.slice(1)}`,
        phone_number: number,
        voice_application_sid: linkedTo,
      })),
      next_page_uri: (page + 1) * PAGE < all.length ? next : null,
    },
  };
}

function linked(path: string, request: VendorRequest, { links }: CarrierState): Answer {
  const number = `+${id(path).slice(2)}`;
  if (!links.has(number)) return absent;
  links.set(number, formOf(request)['VoiceApplicationSid'] ?? '');
  const sid = `PN${number.slice(1)}`;
  return { status: 200, body: { sid, phone_number: number, voice_application_sid: links.get(number) } };
}

function dial(facts: Fields, { calls, newId }: CarrierState): Answer {
  if (facts['To'] === '+10000000') return refused(400, 21211, "The 'To' number +10000000 is not a valid phone number.");
  const sid = `CA${newId()}`;
  calls.set(sid, { to: facts['To'] ?? '', isOver: false });
  return { status: 201, body: { ...callCalled(sid, facts['To'] ?? ''), from: facts['From'], status: 'queued' } };
}

const callCalled = (sid: string, to: string): object => ({
  ...{ sid, to, from: '+14155551000', direction: 'outbound-api', status: 'ringing', answered_by: null },
  date_created: 'Mon, 02 Mar 2026 09:00:00 +0000',
});

/** Twilio lists a call a while after it was dialled. Here it is listed at once when its parties are asked for. */
function recent({ searchParams }: URL, { calls }: CarrierState): Answer {
  const found = [...calls].filter(([, { to }]) => searchParams.get('To') === to);
  return {
    status: 200,
    body: { page: 0, calls: found.map(([sid, { to }]) => callCalled(sid, to)), next_page_uri: null },
  };
}

function call(path: string, request: VendorRequest, { calls, redirected }: CarrierState): Answer {
  const known = calls.get(id(path));
  if (!known) return absent;
  if (request.method === 'GET') return { status: 200, body: callCalled(id(path), known.to) };
  if (known.isOver) return refused(400, 21220, 'Invalid call state');
  const { Url: url } = formOf(request);
  if (url !== undefined) {
    redirected.push([id(path), url]);
    return { status: 200, body: { ...callCalled(id(path), known.to), status: 'in-progress' } };
  }
  known.isOver = formOf(request)['Status'] === 'completed';
  return { status: 200, body: { ...callCalled(id(path), known.to), status: 'completed' } };
}
