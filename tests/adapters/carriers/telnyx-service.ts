import type { VendorRequest } from '../providers/vendor-server.ts';
import type { Answer, CarrierState, Script } from './stand.ts';
import { formOf, jsonOf } from './stand.ts';

const PAGE = 10;
const ACCOUNT = '61bf923e-5e4d-4595-a110-56190ea18a1b';

const CALLS = `texml/Accounts/${ACCOUNT}/Calls`;

const refused = (status: number, code: string, detail: string, pointer = '/'): Answer => ({
  status,
  body: { errors: [{ code, title: 'Refused', detail, source: { pointer } }] },
});
const absent = refused(404, '10005', 'The requested resource or URL could not be found.');
const id = (path: string): string => decodeURIComponent(path.split('/')[1] ?? '');

/** Telnyx as it is documented: https://developers.telnyx.com/api-reference/texml-rest-commands */
export const telnyxService: Script = (request, state) => {
  const { url } = request;
  if (request.headers.authorization !== 'Bearer hush-hush-token-1')
    return refused(401, '10009', 'Could not understand the provided authentication token.');
  const path = url.pathname.slice(1);
  if (path.startsWith('texml_applications')) return application(path, request, state);
  if (path === 'phone_numbers') return listed(url, state);
  if (path.startsWith('phone_numbers/')) return linked(path, request, state);
  if (path === 'whoami') return { status: 200, body: { data: { organization_id: ACCOUNT, user_id: 'u' } } };
  return path.startsWith(CALLS) ? calls(path.slice(`${CALLS}/`.length), request, state) : action(path, request, state);
};

function calls(encoded: string, request: VendorRequest, state: CarrierState): Answer {
  if (encoded !== '') return callOf(decodeURIComponent(encoded), request, state);
  return request.method === 'POST' ? dial(jsonOf(request), state) : recent(state);
}

const action = (path: string, { method }: VendorRequest, state: CarrierState): Answer =>
  method === 'POST' && /^calls\/[^/]+\/actions\/hangup$/.test(path) ? hangUp(id(path), state) : absent;

function application(path: string, request: VendorRequest, { applications, newId }: CarrierState): Answer {
  const facts = request.body.length > 0 ? jsonOf(request) : {};
  const isWritten = request.method === 'POST' || request.method === 'PATCH';
  if (isWritten && (!facts['friendly_name'] || !facts['voice_url'])) return refused(422, '10015', 'Bad request');
  if (request.method === 'POST') {
    const made = newId();
    applications.set(made, facts);
    return { status: 201, body: { data: { id: made, ...facts } } };
  }
  const known = applications.get(id(path));
  if (!known) return absent;
  if (request.method === 'DELETE') applications.delete(id(path));
  if (request.method === 'PATCH') applications.set(id(path), facts);
  return { status: 200, body: { data: { id: id(path), ...known, ...facts } } };
}

/** Looks for digits alone; pages are no longer than ten here, whatever was asked for. */
function listed(url: URL, { links }: CarrierState): Answer {
  const wanted = url.searchParams.get('filter[phone_number]') ?? '';
  const page = Number(url.searchParams.get('page[number]') ?? 1);
  const all = [...links].filter(([number]) => /^\d*$/.test(wanted) && number.includes(wanted));
  return {
    status: 200,
    body: {
      data: all.slice((page - 1) * PAGE, page * PAGE).map(([number, connection]) => ({
        id: `1${number.slice(1)}`,
        phone_number: number,
        status: 'active',
        connection_id: connection,
      })),
      meta: { total_pages: Math.ceil(all.length / PAGE), page_number: page, page_size: PAGE },
    },
  };
}

function linked(path: string, request: VendorRequest, { links }: CarrierState): Answer {
  const number = `+${id(path).slice(1)}`;
  if (!links.has(number)) return absent;
  links.set(number, jsonOf(request)['connection_id'] ?? '');
  return { status: 200, body: { data: { id: id(path), phone_number: number, connection_id: links.get(number) } } };
}

/** Callbacks report the progress of a call. The response to a dial has little more than the call's id. */
function dial(facts: Readonly<Record<string, string>>, state: CarrierState): Answer {
  if (!facts['ApplicationSid']) return refused(422, '10015', 'ApplicationSid is required', '/ApplicationSid');
  if (facts['To'] === '+10000000') return refused(422, '10016', 'Phone number must be in +E164 format', '/To');
  if (facts['From'] === '+10000000') return refused(422, '10016', 'Phone number must be in +E164 format', '/From');
  const sid = `v3:${state.newId()}`;
  state.calls.set(sid, { to: facts['To'] ?? '', isOver: false });
  return { status: 200, body: { sid, from: facts['From'], to: facts['To'], status: 'queued' } };
}

function hangUp(sid: string, state: CarrierState): Answer {
  const call = state.calls.get(sid);
  if (!call) return refused(422, '90015', 'The call control id is not valid');
  if (call.isOver) return refused(422, '90018', 'Call has already ended');
  call.isOver = true;
  return { status: 200, body: { data: { result: 'ok' } } };
}

const described = (sid: string, { to, isOver }: { readonly to: string; readonly isOver: boolean }) => ({
  ...{ sid, account_sid: ACCOUNT, to, direction: 'outbound', status: isOver ? 'completed' : 'ringing' },
  ...{ date_created: 'Mon, 02 Mar 2026 09:00:00 +0000', answered_by: 'not_sure' },
});

function callOf(sid: string, request: VendorRequest, state: CarrierState): Answer {
  const known = state.calls.get(sid);
  if (!known) return absent;
  if (request.method === 'GET') return { status: 200, body: described(sid, known) };
  const { Status: status, Url: url } = formOf(request);
  if (known.isOver) return refused(422, '90018', 'Call has already ended');
  if (url !== undefined) state.redirected.push([sid, url]);
  known.isOver = status === 'completed';
  return { status: 200, body: described(sid, known) };
}

const recent = (state: CarrierState): Answer => ({
  status: 200,
  body: { calls: [...state.calls].map(([sid, known]) => described(sid, known)), page: 0, page_size: 50 },
});
