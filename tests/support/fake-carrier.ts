import type { Carrier, CarrierApplication, Carriers, DialRequest, FoundCall } from '../../application/ports/carrier.ts';
import { CarrierFailure } from '../../domain/telephony/carrier-failure.ts';

type Method =
  | 'addApplication'
  | 'changeApplication'
  | 'removeApplication'
  | 'numbers'
  | 'hasNumber'
  | 'link'
  | 'unlink'
  | 'dial'
  | 'hangUp'
  | 'lookUp';

/** The state of one fake carrier, and its faults. */
export interface FakeCarrier extends Carrier {
  pacing: Carrier['pacing'];
  readonly applications: Map<string, CarrierApplication>;
  /** Number -> application. */
  readonly links: Map<string, string>;
  readonly numbersOwned: Set<string>;
  /** Every dial request. */
  readonly dialled: DialRequest[];
  /** Call id -> the carrier's record of the call; none for other ids. */
  readonly found: Map<string, FoundCall | null>;
  /** All requests, in order, as `method argument`. */
  readonly requests: string[];
  /** Runs before the next request of this type; an error it throws becomes the carrier's answer. */
  before(method: Method, happens: () => unknown): void;
  /** Runs after the next request of this type took effect; an error it throws becomes the carrier's answer. */
  after(method: Method, happens: () => unknown): void;
}

export interface FakeCarriers extends Carriers {
  /** The carrier, the same for every organisation. */
  carrier(provider: string): FakeCarrier;
  /** The secrets that carriers were opened with. */
  readonly opened: Readonly<Record<string, unknown>>[];
}

/** A refusal in a carrier's own words. */
export const refusal =
  (status: number, words = 'The carrier does not like it') =>
  (): never => {
    throw new CarrierFailure(words, { status });
  };

/** In-memory carriers with the numbers `+15550100000` to `+15550100009`. */
export function fakeCarriers(): FakeCarriers {
  const carriers = new Map<string, FakeCarrier>();
  const opened: Readonly<Record<string, unknown>>[] = [];
  const carrier = (provider: string): FakeCarrier => {
    const known = carriers.get(provider) ?? fakeCarrier(provider);
    carriers.set(provider, known);
    return known;
  };
  return {
    carrier,
    opened,
    open(provider, auth) {
      opened.push(auth);
      return carrier(provider);
    },
    dialect: () => null,
  };
}

function fakeCarrier(provider: string): FakeCarrier {
  const applications = new Map<string, CarrierApplication>();
  const links = new Map<string, string>();
  const dialled: DialRequest[] = [];
  const found = new Map<string, FoundCall | null>();
  const pending = new Set(Array.from({ length: 10 }, (_, last) => `+1555010000${last}`));
  const requests: string[] = [];
  const hooks = { before: new Map<Method, (() => unknown)[]>(), after: new Map<Method, (() => unknown)[]>() };
  let made = 0;

  const hook = (when: 'before' | 'after') => (method: Method, happens: () => unknown) =>
    void hooks[when].set(method, [...(hooks[when].get(method) ?? []), happens]);

  const asking = async <T>(method: Method, argument: string, work: () => T): Promise<T> => {
    requests.push(`${method} ${argument}`.trim());
    await hooks.before.get(method)?.shift()?.();
    const answer = work();
    await hooks.after.get(method)?.shift()?.();
    return answer;
  };

  return {
    provider,
    abilities: { idempotencyMs: 0, lookUp: 'by_call', detectsMachines: true },
    pacing: null,
    applications,
    links,
    numbersOwned: pending,
    dialled,
    found,
    requests,
    before: hook('before'),
    after: hook('after'),
    addApplication: (application) =>
      asking('addApplication', application.name, () => {
        const id = `${provider}-${(made += 1)}`;
        applications.set(id, application);
        return id;
      }),
    changeApplication: (id, application) =>
      asking('changeApplication', id, () => {
        if (!applications.has(id)) refusal(404)();
        applications.set(id, application);
      }),
    removeApplication: (id) =>
      asking('removeApplication', id, () => {
        applications.delete(id);
        for (const [number, linked] of links) if (linked === id) links.delete(number);
      }),
    numbers: () => asking('numbers', '', () => [...pending].toSorted()),
    hasNumber: (number) => asking('hasNumber', number, () => pending.has(number)),
    link: (number, id) =>
      asking('link', `${number} ${id}`, () => {
        if (!pending.has(number)) refusal(404, 'No such number in this account')();
        if (applications.has(id)) links.set(number, id);
      }),
    unlink: (number, id) => asking('unlink', `${number} ${id}`, () => void links.delete(number)),
    dial: (request) =>
      asking('dial', request.to, () => {
        dialled.push(request);
        return { sid: `sid of ${request.callId}` };
      }),
    hangUp: (sid) => asking('hangUp', sid, () => undefined),
    lookUp: ({ callId }) =>
      asking('lookUp', callId, () => {
        const known = found.get(callId);
        return known === undefined ? 'unknown' : known;
      }),
  };
}
