import type { CallReference, CarrierApplication, DialRequest, FoundCall } from '../../../application/ports/carrier.ts';
import { invalid } from '../../../domain/errors.ts';
import { secret } from '../../../domain/providers/fields.ts';
import { textOf } from '../../../domain/unverified-json.ts';
import { withoutPlus } from '../_carrier/values.ts';
import { carrierRest, required, type CarrierRest, type CarrierRestReply } from '../_carrier/rest.ts';
import { telephonyProvider, type CarrierService } from '../define.ts';
import { vonageDialect } from './dialect.ts';
import { applicationKey, type ApplicationKey } from './keys.ts';
import { numbers } from './numbers.ts';
import { reportOf } from './reports.ts';
import { callOf, sidOf } from './sid.ts';

/** Maximum ring timeout and length of a call, in seconds. */
const LONGEST_RING = 120;
const LONGEST_CALL = 7_200;

/** Vonage: one application per agent, all with the same key, JSON answer documents, signed webhooks. */
export const vonageTelephony = telephonyProvider({
  provider: 'vonage',
  name: 'Vonage',
  provider_type: 'cloud',
  description: 'Calls over Vonage numbers, with detection of answering machines.',
  apiUrl: 'https://api.nexmo.com',
  hosts: ['rest.nexmo.com'],
  required: ['api_key', 'api_secret', 'private_key', 'signature_secret'],
  fields: {
    api_key: secret({ description: 'Of the account.' }),
    api_secret: secret({ description: 'Of the same account.' }),
    private_key: secret({
      multiline: true,
      description: 'An RSA key of 2048 bits or more in PEM. Applications are made with its public half.',
    }),
    signature_secret: secret({ description: 'The account’s. Callbacks are checked with it.' }),
  },
  abilities: { idempotencyMs: 0, lookUp: 'by_sid', detectsMachines: true, transfers: 'numbers_and_sip' },
  // https://api.support.vonage.com/hc/en-us/articles/207100288 - faster dials are refused with 429.
  dialRate: { dials: 3, perMs: 1_000 },
  dialect: vonageDialect,
  open({ api_key, api_secret, private_key }, { apiUrl, network, clock }) {
    const key = applicationKey(private_key, clock);
    if (!key) throw invalid('vonage: private_key must be an RSA key of 2048 bits or more in PEM, without a passphrase');
    const credentials = Buffer.from(`${api_key}:${api_secret}`).toString('base64');
    const restAt = (baseUrl: string): CarrierRest =>
      carrierRest({
        name: 'Vonage',
        baseUrl: `${baseUrl}/`,
        headers: { authorization: `Basic ${credentials}` },
        network,
        clock,
        secrets: [api_secret, credentials],
      });
    const rest = restAt(apiUrl);
    return {
      ...applications(rest, key),
      // Numbers have their own host.
      ...numbers(restAt(apiUrl.replace('//api.', '//rest.'))),
      dial: (request) => dial(rest, key, request),
      hangUp: (sid) => hangUp(rest, key, sid),
      redirect: (sid, url) => redirect(rest, key, sid, url),
      lookUp: (call) => lookUp(rest, key, call),
    };
  },
});

const applications = (
  rest: CarrierRest,
  { publicKey }: ApplicationKey,
): Pick<CarrierService, 'addApplication' | 'changeApplication' | 'removeApplication'> => {
  const bodyOf = ({ name, answerUrl, hangupUrl }: CarrierApplication): object => ({
    name,
    keys: { public_key: publicKey },
    capabilities: {
      voice: {
        webhooks: {
          answer_url: { address: answerUrl, http_method: 'POST' },
          event_url: { address: hangupUrl, http_method: 'POST' },
        },
        signed_callbacks: true,
      },
    },
  });
  const pathOf = (id: string): string => `v2/applications/${encodeURIComponent(id)}`;
  return {
    async addApplication(application) {
      const { body } = await rest({ method: 'POST', path: 'v2/applications', json: bodyOf(application) });
      return required('Vonage', 'id', body['id']);
    },
    async changeApplication(id, application) {
      await rest({ method: 'PUT', path: pathOf(id), json: bodyOf(application) });
    },
    async removeApplication(id) {
      await rest({ method: 'DELETE', path: pathOf(id), expected: [404] });
    },
  };
};

/** Answering-machine detection runs during the call and reports to the event URL. */
async function dial(rest: CarrierRest, key: ApplicationKey, request: DialRequest): Promise<{ readonly sid: string }> {
  const { applicationId } = request;
  const { body } = await rest({
    method: 'POST',
    path: 'v1/calls',
    headers: key.authorization(applicationId),
    json: {
      to: [endpointOf(request.to)],
      from: { type: 'phone', number: withoutPlus(request.from) },
      answer_url: [request.answerUrl],
      answer_method: 'POST',
      event_url: [request.hangupUrl],
      event_method: 'POST',
      ringing_timer: Math.min(request.ringTimeoutSeconds, LONGEST_RING),
      length_timer: Math.min(request.callSecondsMax, LONGEST_CALL),
      ...(request.machineUrl !== null && { advanced_machine_detection: { behavior: 'continue', mode: 'default' } }),
    },
    isDial: true,
    dispositionOf: (refused) => (isOfCallee(refused) ? 'invalid_number' : null),
  });
  return { sid: sidOf({ uuid: required('Vonage', 'uuid', body['uuid']), applicationId }) };
}

const endpointOf = (to: string): object =>
  /^sips?:/.test(to) ? { type: 'sip', uri: to } : { type: 'phone', number: withoutPlus(to) };

function isOfCallee({ status, body }: CarrierRestReply): boolean {
  const faults = Array.isArray(body['invalid_parameters']) ? (body['invalid_parameters'] as { name?: unknown }[]) : [];
  return status === 400 && faults.some(({ name }) => /^to\b/.test(textOf(name)));
}

const callPath = (uuid: string): string => `v1/calls/${encodeURIComponent(uuid)}`;

/** A call of an unknown application cannot be queried. It ends with its media socket. */
async function hangUp(rest: CarrierRest, key: ApplicationKey, sid: string): Promise<void> {
  const { uuid, applicationId } = callOf(sid);
  if (uuid === '' || applicationId === '') return;
  const headers = key.authorization(applicationId);
  // An ended call may refuse changes.
  const end = { method: 'PUT', path: callPath(uuid), headers, json: { action: 'hangup' }, mayRepeat: true } as const;
  await rest({ ...end, expected: [400, 404] });
}

/** Takes the call to another document: https://developer.vonage.com/en/voice/voice-api/code-snippets/controlling-conversations/transfer-a-call */
async function redirect(rest: CarrierRest, key: ApplicationKey, sid: string, url: string): Promise<void> {
  const { uuid, applicationId } = callOf(sid);
  if (uuid === '' || applicationId === '')
    throw invalid('vonage: a call of an unknown application cannot be transferred');
  const json = { action: 'transfer', destination: { type: 'ncco', url: [url] } };
  await rest({ method: 'PUT', path: callPath(uuid), headers: key.authorization(applicationId), json });
}

/** A call exists only in the region it was made in, so a missing one may be elsewhere. */
async function lookUp(rest: CarrierRest, key: ApplicationKey, { sid }: CallReference): Promise<FoundCall | 'unknown'> {
  const { uuid, applicationId } = callOf(sid ?? '');
  if (sid === null || uuid === '' || applicationId === '') return 'unknown';
  const headers = key.authorization(applicationId);
  const { body } = await rest({ method: 'GET', path: callPath(uuid), headers, expected: [404] });
  const text = (name: string): string => textOf(body[name]);
  const report = reportOf({ status: text('status'), detail: text('detail'), duration: text('duration') });
  return report === null ? 'unknown' : { sid, ...report };
}
