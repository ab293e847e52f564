import { SECRET } from '../../contracts/carrier.contract.ts';
import type { Answer, CarrierState, Script } from './stand.ts';
import { jsonOf } from './stand.ts';

const ok = (status: number, body: object = {}): Answer => ({ status, body: { api_id: 'x', ...body } });
const refused = (status: number, error: string): Answer => ok(status, { error });
const id = (path: string): string => path.split('/').at(-2) ?? '';

/** Plivo as it is documented: https://www.plivo.com/docs/voice/api/ */
export const plivoService: Script = (request, state) => {
  const { method, url } = request;
  const basic = Buffer.from(`MAXX:${SECRET}`).toString('base64');
  if (request.headers.authorization !== `Basic ${basic}`) return { status: 401, body: 'Could not verify' };
  // Its own SDK leaves the closing slash out where it asks for live calls.
  const path = url.pathname.replace('/Account/MAXX/', '').replace(/\/?$/, '/');
  if (path.startsWith('Application/')) return application(method, path, request, state);
  if (path.startsWith('Number/')) return number(method, path, request, state);
  if (method === 'POST' && path !== 'Call/') return redirect(id(path), jsonOf(request), state);
  if (method === 'POST') return dial(jsonOf(request), state);
  if (method === 'DELETE') return hangUp(id(path), state);
  if (path === 'Call/') return url.searchParams.has('status') ? ok(200, { calls: [] }) : ok(200, { objects: [] });
  return callOf(id(path), url.searchParams.get('status'), state);
};

/** A call is live until it is over, and then there is a record of it. */
function callOf(sid: string, status: string | null, { calls }: CarrierState): Answer {
  const known = calls.get(sid);
  if (!known || status === 'queued' || known.isOver !== (status === null)) return refused(404, 'not found');
  if (!known.isOver) return ok(200, { call_uuid: sid, call_status: 'ringing', direction: 'outbound' });
  const times = { initiation_time: '2026-03-02 09:00:00+00:00', answer_time: '2026-03-02 09:00:05+00:00' };
  const cause = { hangup_cause_code: 4000, hangup_cause_name: 'Normal Hangup', hangup_source: 'Callee' };
  return ok(200, { call_uuid: sid, ...times, bill_duration: 12, ...cause, call_state: 'ANSWER' });
}

function application(
  method: string,
  path: string,
  request: Parameters<Script>[0],
  { applications, newId }: CarrierState,
): Answer {
  if (method === 'POST' && path === 'Application/') {
    const facts = jsonOf(request);
    if (!/^[\w-]+$/.test(facts['app_name'] ?? '')) return refused(400, 'app_name is wrong');
    const appId = newId();
    applications.set(appId, facts);
    return ok(201, { app_id: appId, message: 'created' });
  }
  const known = applications.get(id(path));
  if (!known) return refused(404, 'not found');
  if (method === 'GET') return ok(200, { app_id: id(path), ...known });
  if (method === 'POST') applications.set(id(path), { ...known, ...jsonOf(request) });
  if (method === 'DELETE') applications.delete(id(path));
  return method === 'DELETE' ? { status: 204 } : ok(202, { message: 'changed' });
}

function number(method: string, path: string, request: Parameters<Script>[0], { links }: CarrierState): Answer {
  const object = ([owned, linked]: [string, string]): object => ({
    number: owned.slice(1),
    application: linked === '' ? null : `/v1/Account/MAXX/Application/${linked}/`,
  });
  if (path === 'Number/') {
    const limit = Number(request.url.searchParams.get('limit'));
    const offset = Number(request.url.searchParams.get('offset'));
    if (limit > 20) return refused(400, 'limit must be at most 20');
    return ok(200, { meta: { limit, offset }, objects: [...links].slice(offset, offset + limit).map(object) });
  }
  const owned = `+${id(path)}`;
  const linked = links.get(owned);
  if (linked === undefined) return refused(404, 'not found');
  if (method === 'GET') return ok(200, object([owned, linked]));
  links.set(owned, jsonOf(request)['app_id'] ?? '');
  return ok(202, { message: 'changed' });
}

function dial(facts: Record<string, string>, { calls, newId }: CarrierState): Answer {
  if (facts['to'] === '10000000') return refused(400, 'to parameter is not valid');
  const sid = `call-${newId()}`;
  const to = facts['to'] ?? '';
  calls.set(sid, { to: to.startsWith('sip:') ? to : `+${to}`, isOver: false });
  return ok(201, { message: 'call fired', request_uuid: sid });
}

/** https://www.plivo.com/docs/voice/api/call#transfer-a-call */
function redirect(sid: string, facts: Record<string, string>, { calls, redirected }: CarrierState): Answer {
  if (calls.get(sid)?.isOver !== false) return refused(404, 'not found');
  if (facts['legs'] !== 'aleg' || !facts['aleg_url']) return refused(400, 'aleg_url is missing');
  redirected.push([sid, facts['aleg_url']]);
  return ok(202, { message: 'call transferred', call_uuids: [sid] });
}

function hangUp(sid: string, { calls }: CarrierState): Answer {
  const call = calls.get(sid);
  if (!call || call.isOver) return refused(404, 'not found');
  call.isOver = true;
  return { status: 204 };
}
