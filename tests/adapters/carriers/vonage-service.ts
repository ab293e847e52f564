import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import jwt from 'jsonwebtoken';
import type { VendorRequest } from '../providers/vendor-server.ts';
import type { Answer, CarrierState, Script } from './stand.ts';
import { formOf, jsonOf } from './stand.ts';

const PAGE = 10;

/** A key as an organisation stores it. */
export const rsaKey = (modulusLength = 2_048): string =>
  generateKeyPairSync('rsa', { modulusLength }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();

export const PRIVATE_KEY = rsaKey();
export const PUBLIC_KEY = createPublicKey(PRIVATE_KEY).export({ type: 'spki', format: 'pem' }).toString();

const refused = (status: number, title: string, more: object = {}): Answer => ({
  status,
  body: { type: 'https://developer.vonage.com/api-errors', title, detail: `${title}.`, instance: 'b', ...more },
});
const absent = refused(404, 'Not Found');
const unauthorized = refused(401, 'Unauthorized');

/** Vonage as it is documented: https://developer.vonage.com/en/api - every application here has the same key. */
export const vonageService: Script = (request, state) => {
  const path = request.url.pathname;
  if (path.startsWith('/v1/calls')) return calls(request, state);
  const basic = Buffer.from('abcd1234:hush-hush-token-1').toString('base64');
  if (request.headers.authorization !== `Basic ${basic}`) return unauthorized;
  if (path.startsWith('/v2/applications')) return applications(request, state);
  return path === '/account/numbers' ? listed(request.url, state) : linked(request, state);
};

function applications(request: VendorRequest, state: CarrierState): Answer {
  const body = request.body.length > 0 ? jsonOf(request) : {};
  const [, , , id = ''] = request.url.pathname.split('/');
  if (['POST', 'PUT'].includes(request.method) && !body['name']) return refused(400, 'Bad Request');
  if (request.method === 'POST') {
    const made = state.newId();
    state.applications.set(made, body);
    return { status: 201, body: { id: made, ...body } };
  }
  return state.applications.has(id) ? applicationCalled(id, request.method, body, state.applications) : absent;
}

function applicationCalled(id: string, method: string, body: object, all: CarrierState['applications']): Answer {
  if (method === 'PUT') all.set(id, body);
  const known = all.get(id) as object;
  if (method !== 'DELETE') return { status: 200, body: { id, ...known } };
  all.delete(id);
  return { status: 204 };
}

/** Looks for digits; pages are no longer than ten here, whatever was asked for, and nothing is an object without fields. */
function listed({ searchParams }: URL, { links }: CarrierState): Answer {
  const wanted = searchParams.get('pattern') ?? '';
  const index = Number(searchParams.get('index') ?? 1);
  const all = [...links].filter(([number]) => /^\d*$/.test(wanted) && number.includes(wanted));
  if (all.length === 0) return { status: 200, body: {} };
  const page = all.slice((index - 1) * PAGE, index * PAGE).map(([number, app_id]) => ({
    ...{ country: 'US', msisdn: number.slice(1), type: 'mobile-lvn', features: ['VOICE'] },
    ...(app_id !== '' && { app_id }),
  }));
  return { status: 200, body: { count: all.length, numbers: page } };
}

function linked(request: VendorRequest, { links }: CarrierState): Answer {
  const { country, msisdn, app_id = '' } = formOf(request);
  if (country !== 'US' || !links.has(`+${msisdn}`))
    return { status: 420, body: { 'error-code': '420', 'error-code-label': 'method failed' } };
  links.set(`+${msisdn}`, app_id);
  return { status: 200, body: { 'error-code': '200', 'error-code-label': 'success' } };
}

/** A call belongs to the application in whose name it was dialled, and is unknown to others. */
function calls(request: VendorRequest, state: CarrierState): Answer {
  const application = applicationOf(request);
  if (application === null) return unauthorized;
  const [, , , uuid = ''] = request.url.pathname.split('/');
  if (request.method === 'POST') return dial(request, application, state);
  const call = state.calls.get(`${uuid}@${application}`);
  if (!call) return absent;
  if (request.method === 'GET') return { status: 200, body: { uuid, status: 'ringing', direction: 'outbound' } };
  if (call.isOver) return refused(400, 'Bad Request');
  return change(request, `${uuid}@${application}`, state);
}

/** https://developer.vonage.com/en/api/voice#updateCall */
function change(request: VendorRequest, sid: string, { calls: known, redirected }: CarrierState): Answer {
  const { action, destination } = jsonOf(request) as { action?: string; destination?: { type: string; url: string[] } };
  const [url] = destination?.type === 'ncco' ? destination.url : [];
  if (action === 'transfer' && url !== undefined) redirected.push([sid, url]);
  else if (action === 'hangup') known.get(sid)!.isOver = true;
  else return refused(400, 'Bad Request');
  return { status: 204 };
}

function dial(request: VendorRequest, application: string, state: CarrierState): Answer {
  const { to, from } = jsonOf(request) as unknown as {
    to: { type: string; number?: string; uri?: string }[];
    from: { number: string };
  };
  const number = to[0]?.number ?? '';
  const wrong = [
    ...(number === '10000000' ? [{ name: 'to[0].number', reason: 'must be E.164' }] : []),
    ...(from.number === '10000000' ? [{ name: 'from.number', reason: 'must be E.164' }] : []),
  ];
  if (wrong.length > 0) return refused(400, 'Bad Request', { invalid_parameters: wrong });
  const uuid = `63f61863-${state.newId()}`;
  state.calls.set(`${uuid}@${application}`, {
    to: to[0]?.type === 'sip' ? (to[0].uri ?? '') : `+${number}`,
    isOver: false,
  });
  return { status: 201, body: { uuid, status: 'started', direction: 'outbound', conversation_uuid: 'CON-1' } };
}

function applicationOf({ headers }: VendorRequest): string | null {
  try {
    const token = (headers.authorization ?? '').replace('Bearer ', '');
    const claims = jwt.verify(token, PUBLIC_KEY, { algorithms: ['RS256'], ignoreExpiration: true });
    return typeof claims === 'string' ? null : String(claims['application_id']);
  } catch {
    return null;
  }
}
