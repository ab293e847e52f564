import { assert } from 'chai';
import type { Carrier, DialRequest } from '../../application/ports/carrier.ts';
import { DomainError } from '../../domain/errors.ts';
import { CarrierFailure } from '../../domain/telephony/carrier-failure.ts';
import type { Contract } from '../support/contract.ts';
import type { FakeClock } from '../support/fake-clock.ts';

/** A carrier, and the scripted service behind it. */
export interface CarrierStand {
  readonly carrier: Carrier;
  /** The carrier's time. */
  readonly clock: FakeClock;
  /** The numbers that are held there, as the port wants them: at least two, more than one page. */
  readonly numbers: readonly string[];
  /** The ids of the applications that are there. */
  applications(): readonly string[];
  /** The application a number is linked to. */
  linkOf(number: string): string | null;
  /** Every dial that was carried out, answered or not: whom it called. */
  dialled(): readonly string[];
  hungUp(): readonly string[];
  /** Every call that was taken to another document, and its URL. */
  redirected(): readonly (readonly [sid: string, url: string])[];
  /** How the next request goes wrong. `lost` is carried out, and its answer never comes; `held` is never answered. */
  next(fault: 'lost' | 'held' | Refusal): void;
  /** Resolves when this number of requests was received since the start. */
  reachedRequests(count: number): Promise<void>;
  requests(): number;
}

export interface Refusal {
  readonly status: number;
  readonly text: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const APPLICATION = {
  name: 'Ann’s agent: 1',
  answerUrl: 'https://voice.example.com/answer?agent_id=a&org_id=o',
  hangupUrl: 'https://voice.example.com/hangup?agent_id=a&org_id=o',
};

/** An outbound call as the tests make it. */
export const dialRequest = (from: string, more: Partial<DialRequest> = {}): DialRequest => ({
  callId: '5f0c7a52-6d7e-4c0e-9b8e-0a3d3d1a0001',
  to: '+14155550123',
  from,
  applicationId: 'app-1',
  answerUrl: 'https://voice.example.com/answer?agent_id=a&org_id=o&call_id=c',
  hangupUrl: 'https://voice.example.com/hangup?agent_id=a&org_id=o&call_id=c',
  machineUrl: 'https://voice.example.com/machine?agent_id=a&org_id=o&call_id=c',
  ringTimeoutSeconds: 30,
  callSecondsMax: 900,
  ...more,
});

/** Longer than any carrier may take, its GETs tried twice. */
const FOR_EVER_MS = 15_000;

async function failureOf(work: Promise<unknown>): Promise<DomainError> {
  const outcome = await work.then(
    () => null,
    (error: unknown) => error,
  );
  assert.instanceOf(outcome, DomainError);
  return outcome;
}

async function refusalOf(work: Promise<unknown>): Promise<CarrierFailure> {
  const failure = await failureOf(work);
  assert.instanceOf(failure, CarrierFailure);
  return failure;
}

/** The secret that a carrier is opened with in the tests, and that must not be shown. */
export const SECRET = 'hush-hush-token-1';

export const carrierContract: Contract<CarrierStand> = {
  'keeps an application until it is removed, under an id of its own': async ({ carrier, applications }) => {
    const one = await carrier.addApplication(APPLICATION);
    const other = await carrier.addApplication({ ...APPLICATION, name: 'Another' });
    await carrier.changeApplication(one, { ...APPLICATION, name: 'Changed' });
    assert.sameMembers([...applications()], [one, other]);
    await carrier.removeApplication(one);
    assert.deepEqual(applications(), [other]);
  },

  'refuses to change an application that is not there': async ({ carrier }) => {
    assert.equal((await refusalOf(carrier.changeApplication('999', APPLICATION))).status, 404);
  },

  'takes the removal of an absent application as done': async ({ carrier }) => carrier.removeApplication('999'),

  'lists every number as E.164 with a plus, each once, sorted': async ({ carrier, numbers }) => {
    assert.isAbove(numbers.length, 1);
    assert.deepEqual(await carrier.numbers(), numbers);
  },

  'tells a number that is held from one that is not': async ({ carrier, numbers }) => {
    for (const number of [numbers[0]!, numbers.at(-1)!]) assert.isTrue(await carrier.hasNumber(number), number);
    for (const number of ['+14155550999', '+1415555', `${numbers[0]!}1`, numbers[0]!.slice(0, -1)])
      assert.isFalse(await carrier.hasNumber(number), number);
  },

  'keeps a refusal apart from a number that is not held': async (stand) => {
    stand.next({ status: 403, text: '{"message":"not for you"}' });
    assert.equal((await refusalOf(stand.carrier.hasNumber(stand.numbers[0]!))).status, 403);
  },

  'links a number, and undoes that': async ({ carrier, numbers, linkOf }) => {
    const application = await carrier.addApplication(APPLICATION);
    await carrier.link(numbers[0]!, application);
    assert.equal(linkOf(numbers[0]!), application);
    assert.isNull(linkOf(numbers[1]!));
    await carrier.unlink(numbers[0]!, application);
    assert.isNull(linkOf(numbers[0]!));
  },

  'refuses with 404 to link a number that is not held': async ({ carrier }) => {
    const application = await carrier.addApplication(APPLICATION);
    assert.equal((await refusalOf(carrier.link('+14155550999', application))).status, 404);
  },

  'takes unlinking as done when there is nothing to undo, and leaves the links of others': async (stand) => {
    const { carrier, numbers, linkOf } = stand;
    const mine = await carrier.addApplication(APPLICATION);
    const other = await carrier.addApplication({ ...APPLICATION, name: 'Another' });
    await carrier.unlink(numbers[0]!, mine);
    await carrier.unlink('+14155550999', mine);
    await carrier.link(numbers[0]!, other);
    await carrier.unlink(numbers[0]!, mine);
    assert.equal(linkOf(numbers[0]!), other);
  },

  'dials once, and answers the id of the call': async ({ carrier, numbers, dialled, requests }) => {
    const { sid } = await carrier.dial(dialRequest(numbers[0]!));
    assert.match(sid, /./);
    assert.deepEqual(dialled(), ['+14155550123']);
    assert.equal(requests(), 1);
  },

  'does not dial again when the response is lost, and reports the outcome as unknown': async (stand) => {
    stand.next('lost');
    const failure = await failureOf(stand.carrier.dial(dialRequest(stand.numbers[0]!)));
    assert.equal(failure.problem, 'unavailable');
    assert.deepEqual(stand.dialled(), ['+14155550123']);
    assert.equal(stand.requests(), 1);
  },

  'is unavailable when no answer comes in time': async (stand) => {
    stand.next('held');
    const dialling = failureOf(stand.carrier.dial(dialRequest(stand.numbers[0]!)));
    await stand.reachedRequests(1);
    stand.clock.advance(FOR_EVER_MS);
    assert.equal((await dialling).problem, 'unavailable');
    assert.equal(stand.requests(), 1);
  },

  'asks again for the numbers when an answer is lost': async (stand) => {
    stand.next('lost');
    assert.deepEqual(await stand.carrier.numbers(), stand.numbers);
  },

  'keeps the status of a refusal and leaves its words to the log, without the secrets in them': async (stand) => {
    const words = `your key ${SECRET} may not do that`;
    stand.next({ status: 403, text: JSON.stringify({ message: words, error: words }) });
    const refusal = await refusalOf(stand.carrier.dial(dialRequest(stand.numbers[0]!)));
    assert.equal(refusal.status, 403);
    assert.isTrue(refusal.isDefinite);
    assert.match(refusal.message, /refused the request with 403: the account may not do this$/);
    assert.match(String(refusal.cause), /wrote: your key \*+ may not do that$/);
    assert.isEmpty(stand.dialled());
  },

  'tells for how long it wants to be left alone': async (stand) => {
    stand.next({ status: 429, text: '{"message":"slow down"}', headers: { 'retry-after': '7' } });
    const refusal = await refusalOf(stand.carrier.dial(dialRequest(stand.numbers[0]!)));
    assert.isTrue(refusal.isThrottled);
    assert.equal(refusal.retryAfterMs, 7_000);
  },

  'takes a page or nothing at all for what the status says': async (stand) => {
    for (const text of ['<html><h1>Bad Gateway</h1></html>', '']) {
      stand.next({ status: 503, text, headers: { 'content-type': 'text/html' } });
      const refusal = await refusalOf(stand.carrier.dial(dialRequest(stand.numbers[0]!)));
      assert.equal(refusal.status, 503);
      assert.isFalse(refusal.isDefinite);
      assert.notInclude(refusal.message, '<');
    }
  },

  'does not take an answer it cannot read for a call that was not made': async (stand) => {
    stand.next({ status: 200, text: '<html>Welcome</html>' });
    assert.isFalse((await refusalOf(stand.carrier.dial(dialRequest(stand.numbers[0]!)))).isDefinite);
    stand.next({ status: 302, text: '', headers: { location: '/elsewhere' } });
    assert.isFalse((await refusalOf(stand.carrier.dial(dialRequest(stand.numbers[0]!)))).isDefinite);
  },

  'ends a call, and takes an unknown one as ended': async ({ carrier, numbers, hungUp }) => {
    const { sid } = await carrier.dial(dialRequest(numbers[0]!));
    await carrier.hangUp(sid);
    assert.deepEqual(hungUp(), [sid]);
    await carrier.hangUp(sid);
    await carrier.hangUp('unknown-call');
    assert.deepEqual(hungUp(), [sid]);
  },

  'ends a call though the answer is lost, as on a kept connection that the carrier closes': async (stand) => {
    const { carrier, numbers, hungUp } = stand;
    const { sid } = await carrier.dial(dialRequest(numbers[0]!));
    stand.next('lost');
    await carrier.hangUp(sid);
    assert.deepEqual(hungUp(), [sid]);
  },

  'takes a call to the document at a URL, where it can': async ({ carrier, numbers, redirected, hungUp }) => {
    const { sid } = await carrier.dial(dialRequest(numbers[0]!));
    const url = 'https://voice.example.com/transfer?agent_id=a&org_id=o&call_id=c&run=1&leg=caller';
    if (carrier.abilities.transfers === 'none') {
      assert.equal((await failureOf(carrier.redirect(sid, url))).problem, 'invalid');
      return assert.isEmpty(redirected());
    }
    await carrier.redirect(sid, url);
    assert.deepEqual(redirected(), [[sid, url]]);
    assert.isEmpty(hungUp());
  },

  'refuses to take a call to a document that is over': async ({ carrier, numbers, redirected }) => {
    const { sid } = await carrier.dial(dialRequest(numbers[0]!));
    await carrier.hangUp(sid);
    await failureOf(carrier.redirect(sid, 'https://voice.example.com/transfer'));
    await failureOf(carrier.redirect('unknown-call', 'https://voice.example.com/transfer'));
    assert.isEmpty(redirected());
  },

  'dials a SIP URI, where it can': async ({ carrier, numbers, dialled }) => {
    if (carrier.abilities.transfers !== 'numbers_and_sip') return;
    await carrier.dial(dialRequest(numbers[0]!, { to: 'sip:desk@pbx.example.com' }));
    assert.deepEqual(dialled(), ['sip:desk@pbx.example.com']);
  },

  'looks up a call whose id is known as it promises': async ({ carrier, numbers }) => {
    const request = dialRequest(numbers[0]!);
    const { sid } = await carrier.dial(request);
    const found = await carrier.lookUp({ ...request, sid, since: new Date(0) });
    if (carrier.abilities.lookUp === 'none') return assert.equal(found, 'unknown');
    assert.deepInclude(found as object, { sid, status: 'ringing', isAnswered: false });
  },
};
