import { SECRET } from '../../contracts/carrier.contract.ts';
import type { Answer, CarrierState, Script } from './stand.ts';
import { jsonOf } from './stand.ts';

const refused = (status: number, message: string): Answer => ({
  status,
  body: { status: 'error', error: { code: 'x', message }, requestId: 'r' },
});
const id = (path: string): string => path.split('/').at(-2) ?? '';

/** Vobiz as it is documented: https://docs.vobiz.ai */
export const vobizService: Script = (asked, state) => {
  const { method, url, headers } = asked;
  if (headers['x-auth-id'] !== 'MA_1' || headers['x-auth-token'] !== SECRET) return refused(401, 'no');
  const path = url.pathname.replace('/Account/MA_1/', '');
  if (path.startsWith('Application/')) return application(method, path, asked, state);
  if (path.startsWith('numbers')) return numbers(method, path, asked, state);
  if (method === 'POST') {
    const sid = `call-${state.newId()}`;
    state.calls.set(sid, { to: `+${jsonOf(asked)['to']}`, isOver: false });
    return { status: 200, body: { api_id: 'x', message: 'Call fired', request_uuid: sid } };
  }
  const call = state.calls.get(id(path));
  if (!call || call.isOver) return refused(404, 'not found');
  if (method === 'DELETE') {
    call.isOver = true;
    return { status: 204 };
  }
  return url.searchParams.get('status') === 'live'
    ? { status: 200, body: { call_uuid: id(path), call_status: 'ringing' } }
    : refused(404, 'not found');
};

function application(method: string, path: string, asked: Parameters<Script>[0], state: CarrierState): Answer {
  const { applications, newId } = state;
  if (method === 'POST' && path === 'Application/') {
    // Vobiz writes ids of 17 digits as numbers, which JavaScript would round.
    const appId = `1234567890123${newId()}`;
    applications.set(appId, jsonOf(asked));
    return { status: 201, json: `{"app_id": ${appId}, "message": "created"}` };
  }
  if (!applications.has(id(path))) return refused(404, 'not found');
  if (method === 'POST') applications.set(id(path), jsonOf(asked));
  else applications.delete(id(path));
  return method === 'POST' ? { status: 200, body: { message: 'changed' } } : { status: 204 };
}

function numbers(method: string, path: string, asked: Parameters<Script>[0], { links }: CarrierState): Answer {
  if (path === 'numbers') {
    const { searchParams: query } = asked.url;
    const [page, size] = [Number(query.get('page') ?? 1), Number(query.get('per_page') ?? 25)];
    const found = [...links].filter(([held]) => held.includes(query.get('search') ?? ''));
    const items = found.slice((page - 1) * size, page * size).map(([held, linked]) => ({
      e164: held,
      status: 'active',
      application_id: linked || null,
    }));
    // A number that was given back is still listed for a while.
    if (page === 1) items.push({ e164: '+14155559999', status: 'released', application_id: null });
    return { status: 200, body: { items, total: found.length } };
  }
  const held = decodeURIComponent(path.split('/')[1] ?? '');
  if (!links.has(held)) return refused(404, 'Number not found');
  links.set(held, method === 'POST' ? (jsonOf(asked)['application_id'] ?? '') : '');
  return { status: 200, body: { message: 'done' } };
}
