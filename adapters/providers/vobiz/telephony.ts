import { createHmac } from 'node:crypto';
import type { CarrierCall, CarrierDialect, CarrierRequest } from '../../../application/ports/carrier-dialect.ts';
import type { FoundCall } from '../../../application/ports/carrier.ts';
import { secret } from '../../../domain/providers/fields.ts';
import { textOf } from '../../../domain/unverified-json.ts';
import { fromNational, sortedNumbers, withoutPlus, withPlus, secretsIn } from '../_carrier/values.ts';
import { carrierRest, required, type CarrierRest } from '../_carrier/rest.ts';
import { isSameSecret } from '../../lib/secret-comparison.ts';
import { telephonyProvider, type CarrierService } from '../define.ts';
import { applications } from '../_plivo/applications.ts';
import { dialBody, redirect } from '../_plivo/carrier.ts';
import { conferenceOf, endReport, keyPromptOf, liveReport, plivoDialect } from '../_plivo/dialect.ts';

type Fields = Readonly<Record<string, unknown>>;

const PAGE = 100;
const MOST_PAGES = 100;

/** Vobiz: Plivo's webhooks and answer documents, its own numbers, signatures and records. */
export const vobizTelephony = telephonyProvider({
  provider: 'vobiz',
  name: 'Vobiz',
  provider_type: 'cloud',
  description: 'Calls over Indian numbers of Vobiz, with detection of answering machines.',
  apiUrl: 'https://api.vobiz.ai/api/v1',
  required: ['auth_id', 'auth_token'],
  fields: {
    auth_id: secret({ description: 'Of the account (MA_…) or of a sub-account (SA_…).' }),
    auth_token: secret({ description: 'Signs callbacks, too.' }),
  },
  abilities: { idempotencyMs: 0, lookUp: 'by_sid', detectsMachines: true, transfers: 'numbers_and_sip' },
  // https://docs.vobiz.ai/faq/cps - faster dials are refused with 429.
  dialRate: { dials: 1, perMs: 1_000 },
  dialect: {
    ...plivoDialect,
    readCall,
    authenticity,
    // https://docs.vobiz.ai/xml/conference/attributes - beeps unless told otherwise.
    conference: (name) => conferenceOf(name, { beep: 'false' }),
    // https://docs.vobiz.ai/xml/gather
    promptForKey: (prompt) => keyPromptOf('Gather', prompt),
  },
  open({ auth_id, auth_token }, { apiUrl, network, clock }) {
    const rest = carrierRest({
      name: 'Vobiz',
      baseUrl: `${apiUrl}/Account/${encodeURIComponent(auth_id)}/`,
      headers: { 'x-auth-id': auth_id, 'x-auth-token': auth_token },
      network,
      clock,
      secrets: [auth_token],
    });
    return {
      ...applications('Vobiz', rest),
      ...numbers(rest),
      async dial(request) {
        const { body } = await rest({ method: 'POST', path: 'Call/', json: dialBody(request), isDial: true });
        return { sid: required('Vobiz', 'request_uuid', body['request_uuid']) };
      },
      async hangUp(sid) {
        await rest({ method: 'DELETE', path: callPath(sid), expected: [404] });
      },
      redirect: (sid, url) => redirect(rest, sid, url),
      lookUp: async ({ sid }) => (sid === null ? 'unknown' : ((await found(rest, sid)) ?? 'unknown')),
    };
  },
});

/** A caller from the same country may have a national number. */
function readCall(request: CarrierRequest): CarrierCall | null {
  const call = plivoDialect.readCall(request);
  return call && { ...call, from: fromNational(call.from, call.to), to: fromNational(call.to, call.from) };
}

const numbers = (rest: CarrierRest): Pick<CarrierService, 'numbers' | 'hasNumber' | 'link' | 'unlink'> => ({
  async numbers() {
    const owned: OwnedNumber[] = [];
    for (let page = 1; page <= MOST_PAGES; page += 1) {
      const items = await numbersLike(rest, { page, per_page: PAGE });
      owned.push(...items);
      if (items.length < PAGE) break;
    }
    return sortedNumbers(owned.flatMap(({ e164, status }) => (status === 'active' ? [textOf(e164)] : [])));
  },
  hasNumber: async (number) => (await numberCalled(rest, number))?.status === 'active',
  async link(number, applicationId) {
    await rest({ method: 'POST', path: numberPath(number), json: { application_id: applicationId } });
  },
  // Only the list shows a number's application, and detaching would detach any application.
  async unlink(number, applicationId) {
    const owned = await numberCalled(rest, number);
    if (textOf(owned?.application_id) !== applicationId) return;
    await rest({ method: 'DELETE', path: numberPath(number), expected: [404] });
  },
});

interface OwnedNumber {
  readonly e164?: unknown;
  readonly status?: unknown;
  readonly application_id?: unknown;
}

const numberCalled = async (rest: CarrierRest, number: string): Promise<OwnedNumber | undefined> =>
  (await numbersLike(rest, { search: withoutPlus(number) })).find(({ e164 }) => withPlus(textOf(e164)) === number);

async function numbersLike(rest: CarrierRest, query: Record<string, string | number>): Promise<OwnedNumber[]> {
  const { body } = await rest({ method: 'GET', path: 'numbers', query });
  return Array.isArray(body['items']) ? (body['items'] as OwnedNumber[]) : [];
}

const numberPath = (number: string): string => `numbers/${encodeURIComponent(withPlus(number))}/application`;
const callPath = (sid: string): string => `Call/${encodeURIComponent(sid)}/`;

async function found(rest: CarrierRest, sid: string): Promise<FoundCall | null> {
  for (const status of ['live', 'queued']) {
    const { status: answer, body } = await rest({
      method: 'GET',
      path: callPath(sid),
      query: { status },
      expected: [404],
    });
    const report = answer === 404 ? null : liveReport(textOf(body['call_status']) || status);
    if (report) return { sid, ...report };
  }
  const { body } = await rest({ method: 'GET', path: `cdr/${encodeURIComponent(sid)}`, expected: [404] });
  const record = body['data'];
  return typeof record === 'object' && record !== null ? recorded(sid, record as Fields) : null;
}

/** How a call ended, from its record: https://docs.vobiz.ai/cdr/get-cdr */
function recorded(sid: string, record: Fields): FoundCall {
  const text = (name: string): string => textOf(record[name]);
  const isAnswered = text('answer_time') !== '' || Number(record['billsec']) > 0;
  const end = { code: text('hangup_cause_code'), name: text('hangup_cause'), words: text('hangup_cause_name') };
  return { sid, ...endReport({ ...end, callStatus: '', isAnswered }) };
}

/**
 * Verifies Vobiz's signatures, version 3 or 2: https://docs.vobiz.ai/concepts/validating-callbacks. A sub-account signs
 * with its own token and, in a separate header, with that of the main account. Signatures cover neither query nor body,
 * and are optional: a missing one proves nothing. Without a stored token every request is forged.
 */
function authenticity({ headers, url }: CarrierRequest, auth: Fields): Authenticity {
  const tokens = secretsIn(auth, 'auth_token');
  const given = (version: string): string[] =>
    [`x-vobiz-signature-${version}`, `x-vobiz-signature-ma-${version}`].flatMap((name) => headers[name] ?? []);
  const version = ['v3', 'v2'].find((each) => given(each).length > 0);
  if (tokens.length === 0) return 'forged';
  if (version === undefined) return 'unsigned';
  const nonce = headers[`x-vobiz-signature-${version}-nonce`] ?? '';
  if (nonce === '' || !URL.canParse(url)) return 'forged';
  const { origin, pathname } = new URL(url);
  const signed = `${origin}${pathname}${version === 'v3' ? '.' : ''}${nonce}`;
  const expected = tokens.map((token) => createHmac('sha256', token).update(signed).digest('base64'));
  const matches = expected.flatMap((one) => given(version).filter((other) => isSameSecret(one, other)));
  return matches.length > 0 ? 'genuine' : 'forged';
}

type Authenticity = ReturnType<CarrierDialect['authenticity']>;
