import { secret } from '../../../domain/providers/fields.ts';
import type { DialRequest } from '../../../application/ports/carrier.ts';
import { textOf } from '../../../domain/unverified-json.ts';
import { sortedNumbers, withoutPlus, containsInOrder } from '../_carrier/values.ts';
import { carrierRest, required, type CarrierRest } from '../_carrier/rest.ts';
import type { CarrierContext, CarrierService } from '../define.ts';
import { applications } from './applications.ts';
import { plivoDialect } from './dialect.ts';
import { lookUp } from './lookup.ts';
import { plivoAuthenticity } from './signature.ts';

/** Page size, the carrier's maximum, and maximum number of pages. */
const PAGE_SIZE = 20;
const PAGES_MAX = 500;

interface PlivoSecrets {
  readonly auth_id: string;
  readonly auth_token: string;
}

/** Everything of Plivo except name and host, for services with the same REST API. */
export const plivoCarrier = (name: string) => ({
  required: ['auth_id', 'auth_token'] as const,
  fields: {
    auth_id: secret({ description: 'Of the account or of a sub-account.' }),
    auth_token: secret({ description: 'Signs callbacks, too.' }),
  },
  abilities: { idempotencyMs: 0, lookUp: 'by_call', detectsMachines: true, transfers: 'numbers_and_sip' } as const,
  dialect: { ...plivoDialect, authenticity: plivoAuthenticity },
  open({ auth_id, auth_token }: PlivoSecrets, { apiUrl, network, clock }: CarrierContext): CarrierService {
    const credentials = Buffer.from(`${auth_id}:${auth_token}`).toString('base64');
    const rest = carrierRest({
      name,
      baseUrl: `${apiUrl}/Account/${encodeURIComponent(auth_id)}/`,
      headers: { authorization: `Basic ${credentials}` },
      network,
      clock,
      secrets: [auth_token, credentials],
    });
    return {
      ...applications(name, rest),
      ...numbers(rest),
      dial: (request) => dial(name, rest, request),
      hangUp: (sid) => hangUp(rest, sid),
      redirect: (sid, url) => redirect(rest, sid, url),
      lookUp: (call) => lookUp(rest, clock, call),
    };
  },
});

const numbers = (rest: CarrierRest): Pick<CarrierService, 'numbers' | 'hasNumber' | 'link' | 'unlink'> => ({
  async numbers() {
    const found: string[] = [];
    for (let page = 0; page < PAGES_MAX; page += 1) {
      const query = { limit: PAGE_SIZE, offset: page * PAGE_SIZE };
      const { body } = await rest({ method: 'GET', path: 'Number/', query });
      const listed = Array.isArray(body['objects']) ? (body['objects'] as { number?: unknown }[]) : [];
      found.push(...listed.map(({ number }) => textOf(number)));
      if (listed.length < PAGE_SIZE) break;
    }
    return sortedNumbers(found);
  },
  // Plivo answers 404 for a number that the account does not rent.
  async hasNumber(number) {
    return (await rest({ method: 'GET', path: numberPath(number), expected: [404] })).status !== 404;
  },
  async link(number, applicationId) {
    await rest({ method: 'POST', path: numberPath(number), json: { app_id: applicationId } });
  },
  async unlink(number, applicationId) {
    const { body } = await rest({ method: 'GET', path: numberPath(number), expected: [404] });
    if (!textOf(body['application']).split('/').includes(applicationId)) return;
    // Plivo's own libraries unlink this way. Without the field, Plivo would link the account's default application.
    await rest({ method: 'POST', path: numberPath(number), json: { app_id: '' }, expected: [404] });
  },
});

const numberPath = (number: string): string => `Number/${encodeURIComponent(withoutPlus(number))}/`;

async function dial(name: string, rest: CarrierRest, request: DialRequest): Promise<{ readonly sid: string }> {
  const { body } = await rest({
    method: 'POST',
    path: 'Call/',
    json: dialBody(request),
    isDial: true,
    dispositionOf: ({ status, body: { error } }) =>
      status === 400 && isOfCallee(textOf(error)) ? 'invalid_number' : null,
  });
  return { sid: required(name, 'request_uuid', body['request_uuid']) };
}

const isOfCallee = (words: string): boolean =>
  containsInOrder(words, /\bto\b/i, /not valid|invalid/i) || containsInOrder(words, /invalid/i, /\bto\b/i);

/** Body of a dial request at Plivo and Vobiz. Answering-machine detection runs during the call. */
export const dialBody = (request: DialRequest): Record<string, string | number> => ({
  from: withoutPlus(request.from),
  to: withoutPlus(request.to),
  answer_url: request.answerUrl,
  answer_method: 'POST',
  ring_url: request.hangupUrl,
  ring_method: 'POST',
  hangup_url: request.hangupUrl,
  hangup_method: 'POST',
  ring_timeout: request.ringTimeoutSeconds,
  time_limit: request.callSecondsMax,
  ...(request.machineUrl !== null && {
    machine_detection: 'true',
    machine_detection_url: request.machineUrl,
    machine_detection_method: 'POST',
  }),
});

/** Takes the call to another document, at Plivo and Vobiz. */
export async function redirect(rest: CarrierRest, sid: string, url: string): Promise<void> {
  const json = { legs: 'aleg', aleg_url: url, aleg_method: 'POST' };
  await rest({ method: 'POST', path: `Call/${encodeURIComponent(sid)}/`, json });
}

/** A queued call is a request, not a call yet. */
async function hangUp(rest: CarrierRest, sid: string): Promise<void> {
  const id = encodeURIComponent(sid);
  const { status } = await rest({ method: 'DELETE', path: `Call/${id}/`, expected: [404] });
  if (status === 404) await rest({ method: 'DELETE', path: `Request/${id}/`, expected: [404] });
}
