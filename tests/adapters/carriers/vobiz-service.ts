import { SECRET } from '../../contracts/carrier.contract.ts';
import type { VendorRequest } from '../providers/vendor-server.ts';
import type { Answer, CarrierState, Script } from './stand.ts';
import { jsonOf } from './stand.ts';

const refused = (status: number, message: string): Answer => ({
  status,
  body: { status: 'error', error: { code: 'x', message }, requestId: 'r' },
});
const id = (path: string): string => path.split('/').at(-2) ?? '';

/** Vobiz as it is documented, and as its SDKs read it: https://docs.vobiz.ai, github.com/vobiz-ai/Vobiz-Node-SDK bb5f16f */
export const vobizService: Script = (request, state) => {
  const { method, url, headers } = request;
  if (headers['x-auth-id'] !== 'MA_1' || headers['x-auth-token'] !== SECRET) return refused(401, 'no');
  // Its own SDK leaves the closing slash out where it asks for live calls.
  const path = url.pathname.replace('/Account/MA_1/', '').replace(/\/?$/, '/');
  if (path.startsWith('Application/')) return application(method, path, request, state);
  if (path.startsWith('numbers')) return numbers(method, path, request, state);
  if (path.startsWith('cdr/')) return record(id(path), state);
  return method === 'POST' && path === 'Call/' ? dial(jsonOf(request), state) : callOf(id(path), request, state);
};

function dial({ to = '' }: Readonly<Record<string, string>>, { calls, newId }: CarrierState): Answer {
  const sid = `call-${newId()}`;
  calls.set(sid, { to: to.startsWith('sip:') ? to : `+${to}`, isOver: false });
  return { status: 200, body: { api_id: 'x', message: 'Call fired', request_uuid: sid } };
}

/** https://docs.vobiz.ai/call/transfer-call */
function redirect(sid: string, { legs, aleg_url: url }: Readonly<Record<string, string>>, state: CarrierState): Answer {
  if (legs !== 'aleg' || !url) return refused(400, 'aleg_url is missing');
  state.redirected.push([sid, url]);
  return { status: 202, body: { message: 'transfer initiated', call_uuids: [sid] } };
}

function callOf(sid: string, request: VendorRequest, state: CarrierState): Answer {
  const { method, url } = request;
  const known = state.calls.get(sid);
  if (!known || known.isOver) return refused(404, 'not found');
  if (method === 'POST') return redirect(sid, jsonOf(request), state);
  if (method === 'DELETE') {
    known.isOver = true;
    return { status: 204 };
  }
  if (url.searchParams.get('status') !== 'live') return refused(404, 'not found');
  const reported = {
    call_uuid: sid,
    request_uuid: sid,
    call_status: 'ringing',
    direction: 'outbound',
    caller_name: '',
  };
  return { status: 200, body: { api_id: 'x', ...reported, from: '+14155551000', to: known.to } };
}

/** Only calls that ended have a record: https://docs.vobiz.ai/cdr/get-cdr */
function record(uuid: string, { calls }: CarrierState): Answer {
  const call = calls.get(uuid);
  if (!call?.isOver) return { status: 404, body: { error: 'call not found', call_uuid: uuid } };
  const times = { start_time: '2026-03-02T09:00:00Z', answer_time: '2026-03-02T09:00:05Z', ring_time: 5 };
  const talk = { ...times, end_time: '2026-03-02T09:00:17Z', duration: 17, billsec: 12 };
  const end = { hangup_cause: 'NORMAL_CLEARING', hangup_cause_code: 4000, hangup_cause_name: 'Normal Hangup' };
  const parties = { caller_id_number: '+14155551000', destination_number: call.to, call_direction: 'outbound' };
  return { status: 200, body: { data: { uuid, ...parties, ...talk, ...end }, success: true } };
}

function application(method: string, path: string, request: VendorRequest, state: CarrierState): Answer {
  const { applications, newId } = state;
  if (method === 'POST' && path === 'Application/') {
    const appId = `1234567890123${newId()}`;
    applications.set(appId, jsonOf(request));
    return { status: 201, body: { api_id: 'x', app_id: appId, message: 'created' } };
  }
  if (!applications.has(id(path))) return refused(404, 'not found');
  if (method === 'POST') applications.set(id(path), jsonOf(request));
  else applications.delete(id(path));
  return method === 'POST' ? { status: 200, body: { message: 'changed' } } : { status: 204 };
}

function numbers(method: string, path: string, request: VendorRequest, { links }: CarrierState): Answer {
  if (path === 'numbers/') {
    const { searchParams: query } = request.url;
    const [page, size] = [Number(query.get('page') ?? 1), Number(query.get('per_page') ?? 25)];
    const found = [...links].filter(([owned]) => owned.includes(query.get('search') ?? ''));
    const items = found.slice((page - 1) * size, page * size).map(([owned, linked]) => ({
      e164: owned,
      status: 'active',
      application_id: linked || null,
    }));
    // A number that was given back is still listed for a while.
    if (page === 1) items.push({ e164: '+14155559999', status: 'released', application_id: null });
    return { status: 200, body: { items, page, per_page: size, total: found.length } };
  }
  const owned = decodeURIComponent(path.split('/')[1] ?? '');
  if (!links.has(owned)) return refused(404, 'Number not found');
  links.set(owned, method === 'POST' ? (jsonOf(request)['application_id'] ?? '') : '');
  return { status: 200, body: { message: 'done' } };
}
