import type { ServerResponse } from 'node:http';
import type { TelephonyProvider } from '../../../adapters/providers/define.ts';
import type { CarrierStand, Refusal } from '../../contracts/carrier.contract.ts';
import { fakeClock } from '../../support/fake-clock.ts';
import { vendorServer, type VendorRequest } from '../providers/vendor-server.ts';
import { anywhere } from '../providers/vendor-stands.ts';

/** What a scripted carrier remembers. */
export interface CarrierState {
  readonly applications: Map<string, unknown>;
  /** Every number it holds, with a plus, and the application it is linked to or an empty text. */
  readonly links: Map<string, string>;
  readonly calls: Map<string, { readonly to: string; isOver: boolean }>;
  /** Calls that were taken to another document, and its URL. */
  readonly redirected: [sid: string, url: string][];
  /** A new id, unlike any before. */
  newId(): string;
}

export interface Answer {
  readonly status: number;
  readonly body?: unknown;
  /** The JSON of the body, where it must be written exactly so. */
  readonly json?: string;
}

/** A vendor's documented service over the state: what it answers to a request. */
export type Script = (request: VendorRequest, state: CarrierState) => Answer;

/** More numbers than fit on most pages, one of them listed twice by careless services. */
const NUMBERS = Array.from({ length: 25 }, (_, place) => `+1415555${String(1000 + place)}`);

/** A carrier that is asked for by its adapter and answered by a script, with faults for the taking. */
export async function carrierStand(
  provider: TelephonyProvider,
  secrets: Readonly<Record<string, string>>,
  script: Script,
  /** Where the service begins at its host. */
  base = '',
): Promise<CarrierStand & { readonly url: string; readonly asks: VendorRequest[]; readonly state: CarrierState }> {
  let ids = 1000;
  const state: CarrierState = {
    applications: new Map(),
    links: new Map(NUMBERS.toReversed().map((number) => [number, ''])),
    calls: new Map(),
    redirected: [],
    newId: () => String((ids += 1)),
  };
  const faults: ('lost' | 'held' | Refusal)[] = [];
  const server = await vendorServer({
    http(request, response) {
      const fault = faults.shift();
      if (fault === 'held') return;
      if (typeof fault === 'object') return refuse(response, fault);
      const { status, body, json = body === undefined ? undefined : JSON.stringify(body) } = script(request, state);
      if (fault === 'lost') return void response.destroy();
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(json);
    },
  });
  const clock = fakeClock();
  const calls = () => [...state.calls];
  return {
    carrier: provider.open(secrets, { network: anywhere(), clock, apiUrl: `${server.url}${base}` }),
    clock,
    url: server.url,
    numbers: NUMBERS,
    applications: () => [...state.applications.keys()],
    linkOf: (number) => state.links.get(number) || null,
    dialled: () => calls().map(([, { to }]) => to),
    hungUp: () => calls().flatMap(([sid, { isOver }]) => (isOver ? [sid] : [])),
    redirected: () => state.redirected,
    next: (fault) => void faults.push(fault),
    reachedRequests: (count) => server.requests(count),
    requests: () => server.received.length,
    asks: server.received,
    state,
  };
}

function refuse(response: ServerResponse, { status, text, headers = {} }: Refusal): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(text);
}

/** The JSON of a request. */
export const jsonOf = ({ body }: VendorRequest): Record<string, string> =>
  JSON.parse(body.toString()) as Record<string, string>;

/** The form of a request, the last of its fields where one is repeated. */
export const formOf = ({ body }: VendorRequest): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(body.toString()));

/** What a request asks for, however its fields are ordered: its JSON, or the fields of its form. */
export const requestOf = (request: VendorRequest): object => ({
  method: request.method,
  path: decodeURIComponent(request.url.pathname),
  content: /json/.test(request.headers['content-type'] ?? '') ? jsonOf(request) : fieldsOf(request),
});

const fieldsOf = ({ body }: VendorRequest): string[] => body.toString().split('&').toSorted();
