import { randomUUID } from 'node:crypto';
import { addApplication, OWNED_NUMBERS, type Account } from './accounts.ts';
import { timeOf } from './call-parameters.ts';
import type { SimulatedCall } from './call.ts';
import type { Exchange } from './exchange.ts';
import type { SimulatedOperation } from './simulated-faults.ts';

export interface SimulatorRequest {
  readonly account: Account;
  readonly query: URLSearchParams;
  readonly body: Readonly<Record<string, unknown>>;
  /** The id in the path. */
  readonly id: string;
}

export interface SimulatorReply {
  readonly status: number;
  readonly body?: object;
}

interface Route {
  readonly method: string;
  /** Matches the path after the account. */
  readonly path: RegExp;
  readonly operation: SimulatedOperation;
  readonly answer: (exchange: Exchange, request: SimulatorRequest) => SimulatorReply;
}

const DEFAULT_RING_S = 120;
const DEFAULT_LIMIT_S = 14_400;

/** Whether a route changes what an account owns. */
export const changesAccounts = ({ method, operation }: Route): boolean =>
  method !== 'GET' && (operation === 'application' || operation === 'number');

/** The simulated part of Plivo's REST API. */
export const REST_ROUTES: readonly Route[] = [
  { method: 'POST', path: /^Application\/$/, operation: 'application', answer: createApplication },
  { method: 'GET', path: /^Application\/([^/]+)\/$/, operation: 'application', answer: readApplication },
  { method: 'POST', path: /^Application\/([^/]+)\/$/, operation: 'application', answer: changeApplication },
  { method: 'DELETE', path: /^Application\/([^/]+)\/$/, operation: 'application', answer: removeApplication },
  { method: 'GET', path: /^Number\/$/, operation: 'number', answer: listNumbers },
  { method: 'GET', path: /^Number\/([^/]+)\/$/, operation: 'number', answer: readNumber },
  { method: 'POST', path: /^Number\/([^/]+)\/$/, operation: 'number', answer: linkNumber },
  { method: 'POST', path: /^Call\/$/, operation: 'dial', answer: dial },
  { method: 'GET', path: /^Call\/$/, operation: 'look_up', answer: listCalls },
  { method: 'GET', path: /^Call\/([^/]+)\/$/, operation: 'look_up', answer: readCall },
  { method: 'POST', path: /^Call\/([^/]+)\/$/, operation: 'transfer', answer: transferCall },
  { method: 'DELETE', path: /^Call\/([^/]+)\/$/, operation: 'hang_up', answer: endCall },
  { method: 'DELETE', path: /^Request\/([^/]+)\/$/, operation: 'hang_up', answer: endCall },
];

const ok = (status: number, body: object): SimulatorReply => ({ status, body: { api_id: randomUUID(), ...body } });
const refused = (status: number, error: string): SimulatorReply => ok(status, { error });
const notFound = (): SimulatorReply => refused(404, 'not found');
const text = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');
const number = (value: unknown): string => `+${text(value).replace(/^\+/, '')}`;

const destination = (value: unknown): string => (text(value).startsWith('sip:') ? text(value) : number(value));

function applicationFacts(body: SimulatorRequest['body']) {
  const [app_name, answer_url] = [text(body['app_name']), text(body['answer_url'])];
  return { app_name, answer_url, hangup_url: text(body['hangup_url']) || answer_url };
}

function createApplication(_: Exchange, { account, body }: SimulatorRequest): SimulatorReply {
  const facts = applicationFacts(body);
  if (!/^[\w-]+$/.test(facts.app_name)) return refused(400, 'app_name must be letters, digits, - and _');
  if (!URL.canParse(facts.answer_url)) return refused(400, 'answer_url parameter must be a valid URL');
  return ok(201, { message: 'created', app_id: addApplication(account, facts).app_id });
}

function readApplication(_: Exchange, { account, id }: SimulatorRequest): SimulatorReply {
  const application = account.applications.get(id);
  return application ? ok(200, application) : notFound();
}

function changeApplication(_: Exchange, { account, body, id }: SimulatorRequest): SimulatorReply {
  const application = account.applications.get(id);
  if (!application) return notFound();
  account.applications.set(id, { ...application, ...applicationFacts({ ...application, ...body }) });
  return ok(202, { message: 'changed' });
}

function removeApplication(_: Exchange, { account, id }: SimulatorRequest): SimulatorReply {
  if (!account.applications.delete(id)) return notFound();
  for (const [linked, application] of account.links) if (application === id) account.links.delete(linked);
  return { status: 204 };
}

const numberObject = (account: Account, e164: string): object => {
  const linked = account.links.get(e164);
  const application = linked === undefined ? null : `/v1/Account/${account.id}/Application/${linked}/`;
  return { number: e164.slice(1), application, voice_enabled: true, number_type: 'fixed', country: 'United States' };
};

function listNumbers(_: Exchange, { account, query }: SimulatorRequest): SimulatorReply {
  const limit = Math.min(20, Number(query.get('limit') ?? 20) || 20);
  const offset = Number(query.get('offset') ?? 0) || 0;
  const objects = OWNED_NUMBERS.slice(offset, offset + limit).map((each) => numberObject(account, each));
  return ok(200, { meta: { limit, offset, total_count: OWNED_NUMBERS.length }, objects });
}

function readNumber(_: Exchange, { account, id }: SimulatorRequest): SimulatorReply {
  return OWNED_NUMBERS.includes(number(id)) ? ok(200, numberObject(account, number(id))) : notFound();
}

function linkNumber(exchange: Exchange, { account, body, id }: SimulatorRequest): SimulatorReply {
  const application = text(body['app_id']);
  if (!OWNED_NUMBERS.includes(number(id))) return notFound();
  if (application !== '' && !account.applications.has(application)) return refused(400, 'app_id is not valid');
  exchange.accounts.link(account, number(id), application);
  return ok(202, { message: 'changed' });
}

function dial(exchange: Exchange, { account, body }: SimulatorRequest): SimulatorReply {
  const [from, to, answerUrl] = [number(body['from']), destination(body['to']), text(body['answer_url'])];
  if (!/^(?:\+\d{7,15}|sip:[^@\s]+@[^@\s]+)$/.test(to)) return refused(400, 'to parameter is not valid');
  if (!OWNED_NUMBERS.includes(from)) return refused(400, 'from number is not associated with the account');
  if (!URL.canParse(answerUrl)) return refused(400, 'answer_url parameter must be a valid URL');
  const call = exchange.call({
    direction: 'outbound',
    from,
    to,
    account,
    answerUrl,
    hangupUrl: text(body['hangup_url']) || answerUrl,
    ringUrl: text(body['ring_url']),
    machineUrl: text(body['machine_detection']) === '' ? '' : text(body['machine_detection_url']),
    ringMs: (Number(body['ring_timeout']) || DEFAULT_RING_S) * 1000,
    limitMs: (Number(body['time_limit']) || DEFAULT_LIMIT_S) * 1000,
  });
  return ok(201, { message: 'call fired', request_uuid: call.facts.id });
}

const isLive = ({ status }: SimulatedCall): boolean => status === 'ringing' || status === 'in-progress';

function listCalls(exchange: Exchange, { account, query }: SimulatorRequest): SimulatorReply {
  const parameters = (name: string, value: string): boolean => [null, value.slice(1)].includes(query.get(name));
  const own = [...exchange.calls.values()].filter(
    ({ facts }) =>
      facts.account.id === account.id && parameters('from_number', facts.from) && parameters('to_number', facts.to),
  );
  const status = query.get('status');
  const ids = (calls: SimulatedCall[]): string[] => calls.map(({ facts }) => facts.id);
  if (status === 'live') return ok(200, { calls: ids(own.filter(isLive)) });
  if (status === 'queued') return ok(200, { calls: ids(own.filter((call) => call.status === 'queued')) });
  return ok(200, {
    objects: own
      .filter((call) => call.status === 'ended')
      .map(recordOf)
      .slice(-20),
  });
}

function readCall(exchange: Exchange, { account, query, id }: SimulatorRequest): SimulatorReply {
  const call = exchange.calls.get(id);
  if (!call || call.facts.account.id !== account.id) return notFound();
  const { facts, status } = call;
  const wanted = query.get('status');
  if (wanted === null) return status === 'ended' ? ok(200, recordOf(call)) : notFound();
  const isThere = wanted === 'live' ? isLive(call) : wanted === status;
  if (!isThere) return notFound();
  return ok(200, {
    call_uuid: id,
    direction: facts.direction,
    from: facts.from.slice(1),
    to: facts.to.slice(1),
    call_status: status,
    session_start: timeOf(call.queuedAt),
  });
}

function transferCall(exchange: Exchange, { account, body, id }: SimulatorRequest): SimulatorReply {
  const call = exchange.calls.get(id);
  const url = text(body['aleg_url']);
  if (call?.status !== 'in-progress' || call.facts.account.id !== account.id) return notFound();
  if (text(body['legs']) !== 'aleg' || !URL.canParse(url))
    return refused(400, 'aleg_url parameter must be a valid URL');
  call.redirect(url);
  return ok(202, { message: 'call transferred', call_uuids: [id] });
}

function endCall(exchange: Exchange, { account, id }: SimulatorRequest): SimulatorReply {
  const call = exchange.calls.get(id);
  if (!call || call.status === 'ended' || call.facts.account.id !== account.id) return notFound();
  call.endByRequest();
  return { status: 204 };
}

function recordOf(call: SimulatedCall): object {
  const { facts, answeredAt, endedAt, hangUp, queuedAt, seconds } = call;
  const moment = (at: Date | null): string | null => at && `${timeOf(at)}+00:00`;
  return {
    call_uuid: facts.id,
    call_direction: facts.direction,
    from_number: facts.from.slice(1),
    to_number: facts.to.slice(1),
    initiation_time: moment(queuedAt),
    answer_time: moment(answeredAt),
    end_time: moment(endedAt),
    call_duration: seconds,
    bill_duration: Math.ceil(seconds / 60) * 60,
    call_state: hangUp?.callStatus.toUpperCase(),
    hangup_cause_code: hangUp?.code,
    hangup_cause_name: hangUp?.name,
    hangup_source: hangUp?.source,
  };
}
