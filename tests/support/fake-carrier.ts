import type { Carrier, CarrierApplication, Carriers, DialRequest, FoundCall } from '../../application/ports/carrier.ts';
import { CarrierFailure } from '../../domain/telephony/carrier-failure.ts';

type Method = Exclude<keyof Carrier, 'provider' | 'abilities' | 'pacing'>;

/** The state of one fake carrier, and its faults. */
export type FakeCarrier = ReturnType<typeof fakeCarrier>;

/** A refusal in a carrier's own words. */
export const refusal =
  (status: number, words = 'The carrier does not like it') =>
  (): never => {
    throw new CarrierFailure(words, { status });
  };

/** In-memory carriers with the numbers `+15550100000` to `+15550100009`. */
export function fakeCarriers() {
  const carriers = new Map<string, FakeCarrier>();
  /** The secrets that carriers were opened with. */
  const opened: Readonly<Record<string, unknown>>[] = [];
  /** The carrier, the same for every organisation. */
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
    abilities: (provider: string) => carrier(provider).abilities,
  } satisfies Carriers & Record<string, unknown>;
}

function fakeCarrier(provider: string) {
  const applications = new Map<string, CarrierApplication>();
  /** Number -> application. */
  const links = new Map<string, string>();
  /** Every dial request. */
  const dialled: DialRequest[] = [];
  /** Call id -> the carrier's record of the call; none for other ids. */
  const found = new Map<string, FoundCall | null>();
  const numbersOwned = new Set(Array.from({ length: 10 }, (_, last) => `+1555010000${last}`));
  /** All requests, in order, as `method argument`. */
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

  const carrier: Carrier = {
    provider,
    abilities: { idempotencyMs: 0, lookUp: 'by_call', detectsMachines: true, transfers: 'numbers_and_sip' },
    pacing: null,
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
    numbers: () => asking('numbers', '', () => [...numbersOwned].toSorted()),
    hasNumber: (number) => asking('hasNumber', number, () => numbersOwned.has(number)),
    link: (number, id) =>
      asking('link', `${number} ${id}`, () => {
        if (!numbersOwned.has(number)) refusal(404, 'No such number in this account')();
        if (applications.has(id)) links.set(number, id);
      }),
    unlink: (number, id) => asking('unlink', `${number} ${id}`, () => void links.delete(number)),
    dial: (request) =>
      asking('dial', request.to, () => {
        dialled.push(request);
        return { sid: `sid of ${request.callId}` };
      }),
    hangUp: (sid) => asking('hangUp', sid, () => undefined),
    redirect: (sid, url) => asking('redirect', `${sid} ${url}`, () => undefined),
    lookUp: ({ callId }) =>
      asking('lookUp', callId, () => {
        const known = found.get(callId);
        return known === undefined ? 'unknown' : known;
      }),
  };
  return {
    ...carrier,
    ...{ pacing: carrier.pacing, applications, links, dialled, found, numbersOwned, requests },
    /** Runs before the next request of this type; an error it throws becomes the carrier's answer. */
    before: hook('before'),
    /** Runs after the next request of this type took effect; an error it throws becomes the carrier's answer. */
    after: hook('after'),
  };
}
