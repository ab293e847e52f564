import { Option, type Command } from 'commander';
import { answered, type components } from '../../typescript/index.ts';
import { CommandFailed, EXIT } from '../exit.ts';
import { fields, moment, shortened, table } from '../table.ts';
import { wholeNumber } from '../whole-number.ts';
import { loggedIn, type CommandAction, type Work } from '../work.ts';

type Endpoint = components['schemas']['EventEndpointResponse'];
type EventType = components['schemas']['EventType'];

interface EndpointOptions {
  readonly event?: readonly EventType[];
  readonly description?: string;
}

interface Range {
  readonly from: string;
  readonly to?: string;
  readonly delivered?: boolean;
}

/** `webhooks`. */
export function webhookCommands(program: Command, working: CommandAction): void {
  const webhooks = program.command('webhooks').description('Servers of yours that events are sent to.');
  reading(webhooks, working);
  changing(webhooks, working);
  sending(webhooks, working);
}

function reading(webhooks: Command, working: CommandAction): void {
  webhooks
    .command('list')
    .description('All endpoints, the newest first.')
    .action(working(loggedIn(list)));
  webhooks
    .command('show <endpoint_id>')
    .description('An endpoint and its state.')
    .action(working(loggedIn(show)));
  webhooks
    .command('deliveries <endpoint_id>')
    .description('The delivery log of an endpoint, newest event first.')
    .option('--limit <number>', 'how many at most, up to 500', wholeNumber, 50)
    .option('--offset <number>', 'how many to skip', wholeNumber, 0)
    .action(working(loggedIn(deliveries)));
}

function changing(webhooks: Command, working: CommandAction): void {
  webhooks
    .command('create <url>')
    .description('Create an endpoint. This prints its signing secret once. For admins.')
    .addOption(eventOption().makeOptionMandatory())
    .option('--description <text>', 'one line for people')
    .action(working(loggedIn(create)));
  webhooks
    .command('update <endpoint_id>')
    .description('Change an endpoint. For admins.')
    .option('--url <url>', 'where its events are sent')
    .addOption(eventOption())
    .option('--description <text>', 'one line for people')
    .action(working(loggedIn(update)));
  webhooks
    .command('rotate <endpoint_id>')
    .description('Replace the signing secret. This prints the new one once. For admins.')
    .option('--keep-hours <number>', 'how long the previous secret stays valid, up to 168', wholeNumber, 24)
    .action(working(loggedIn(rotate)));
  for (const state of ['enabled', 'disabled'] as const)
    webhooks
      .command(`${state === 'enabled' ? 'enable' : 'disable'} <endpoint_id>`)
      .description(
        state === 'enabled' ? 'Send events to an endpoint again. For admins.' : 'Send no events. For admins.',
      )
      .action(working(loggedIn((work: Work, id: string) => change(work, id, { state }))));
  webhooks
    .command('delete <endpoint_id>')
    .description('Delete an endpoint and its pending events. For admins.')
    .action(working(loggedIn(remove)));
}

function sending(webhooks: Command, working: CommandAction): void {
  webhooks
    .command('test <endpoint_id>')
    .description('Send a test event. For admins.')
    .action(working(loggedIn(test)));
  webhooks
    .command('resend <endpoint_id> [event_id]')
    .description('Send an event again, or those that were parked in a time. For admins.')
    .option('--from <time>', 'the time of the first event, for example 2026-01-01T12:00:00Z')
    .option('--to <time>', 'the end of the time; without it, now')
    .option('--delivered', 'also those that were delivered')
    .action(working(loggedIn(resend)));
}

const eventOption = (): Option =>
  new Option('--event <type>', 'a type that it receives, for example call.ended; repeatable').argParser(
    (type: string, before: readonly string[] | undefined) => [...(before ?? []), type],
  );

const at = (endpointId: string) => ({ params: { path: { endpoint_id: endpointId } } });

async function list({ api, print }: Work): Promise<void> {
  print(await answered(api.GET('/api/v1/event-endpoints')), (all) =>
    table(all, {
      ENDPOINT_ID: ({ endpoint_id }) => endpoint_id,
      URL: ({ url }) => shortened(url),
      EVENTS: ({ event_types: types }) => types.join(' '),
      STATE: stateOf,
      'FAILING SINCE': ({ failing_since: since }) => since && moment(since),
    }),
  );
}

const stateOf = ({ state, disabled_reason: reason }: Endpoint): string =>
  reason === null ? state : `${state} (${REASONS[reason]})`;

const REASONS = { request: 'on request', failing: 'nothing was accepted for five days', gone: 'its server is gone' };

async function show({ api, print }: Work, id: string): Promise<void> {
  print(await answered(api.GET('/api/v1/event-endpoints/{endpoint_id}', at(id))), inWords);
}

const inWords = (endpoint: Endpoint): string =>
  fields({
    endpoint_id: endpoint.endpoint_id,
    url: endpoint.url,
    description: endpoint.description,
    events: endpoint.event_types.join(' '),
    state: stateOf(endpoint),
    'failing since': endpoint.failing_since && moment(endpoint.failing_since),
    'previous secret until': endpoint.previous_secret_until && moment(endpoint.previous_secret_until),
    created: `${moment(endpoint.created_at)} by ${endpoint.created_by}`,
  });

async function create({ api, print }: Work, url: string, { event = [], description }: EndpointOptions): Promise<void> {
  const body = { url, event_types: [...event], ...(description !== undefined && { description }) };
  print(await answered(api.POST('/api/v1/event-endpoints', { body })), withSecret);
}

const withSecret = ({ secret, ...endpoint }: components['schemas']['NewEventEndpointResponse']): string =>
  `${fields({ secret })}\n${inWords(endpoint)}`;

type Change = Partial<Pick<Endpoint, 'url' | 'description' | 'event_types' | 'state'>>;

async function change({ api, print }: Work, id: string, body: Change): Promise<void> {
  print(await answered(api.PATCH('/api/v1/event-endpoints/{endpoint_id}', { ...at(id), body })), inWords);
}

const update = (
  work: Work,
  id: string,
  { url, event, description }: EndpointOptions & { url?: string },
): Promise<void> =>
  change(work, id, {
    ...(url !== undefined && { url }),
    ...(event && { event_types: [...event] }),
    ...(description !== undefined && { description }),
  });

async function rotate({ api, print }: Work, id: string, { keepHours }: { keepHours: number }): Promise<void> {
  const body = { previous_valid_hours: keepHours };
  print(
    await answered(api.POST('/api/v1/event-endpoints/{endpoint_id}/rotate-secret', { ...at(id), body })),
    withSecret,
  );
}

async function remove({ api, print }: Work, id: string): Promise<void> {
  print(await answered(api.DELETE('/api/v1/event-endpoints/{endpoint_id}', at(id))), ({ message }) => message);
}

async function test({ api, print }: Work, id: string): Promise<void> {
  print(
    await answered(api.POST('/api/v1/event-endpoints/{endpoint_id}/test', at(id))),
    ({ event_id }) => `The test event ${event_id} is on its way: webhooks deliveries ${id}`,
  );
}

async function deliveries({ api, print }: Work, id: string, query: { limit: number; offset: number }): Promise<void> {
  const params = { path: { endpoint_id: id }, query };
  print(await answered(api.GET('/api/v1/event-endpoints/{endpoint_id}/deliveries', { params })), (page) =>
    table(page.deliveries, {
      EVENT_ID: ({ event_id }) => event_id,
      TYPE: ({ type }) => type,
      TIME: ({ timestamp }) => moment(timestamp),
      STATE: ({ state }) => state,
      ATTEMPTS: ({ attempts }) => attempts,
      'LAST RESULT': ({ last_attempts: [last] }) => last?.error ?? last?.status ?? null,
      'NEXT ATTEMPT': ({ due_at: due }) => due && moment(due),
    }),
  );
}

async function resend(work: Work, id: string, eventId: string | undefined, range: Partial<Range>): Promise<void> {
  const { api, print } = work;
  if (eventId === undefined) return resendRange(work, id, range);
  const params = { path: { endpoint_id: id, event_id: eventId } };
  print(
    await answered(api.POST('/api/v1/event-endpoints/{endpoint_id}/deliveries/{event_id}/resend', { params })),
    ({ event_id }) => `The event ${event_id} is on its way.`,
  );
}

/** Asks for part after part, so that the number of events does not matter. */
async function resendRange(
  { api, printEach }: Work,
  id: string,
  { from, to, delivered }: Partial<Range>,
): Promise<void> {
  if (from === undefined) throw new CommandFailed(EXIT.usage, 'Name an event, or a time with --from.');
  // A range without an end would grow while its parts are sent.
  const end = to ?? new Date().toISOString();
  const states: ('parked' | 'delivered')[] = delivered === true ? ['parked', 'delivered'] : ['parked'];
  for (let next: string | null = from; next !== null;) {
    const body = { from: next, to: end, states };
    const part: { resent: number; next_from: string | null } = await answered(
      api.POST('/api/v1/event-endpoints/{endpoint_id}/resend', { ...at(id), body }),
    );
    printEach(part, ({ resent }) => `${resent} events are on their way.`);
    next = part.next_from;
  }
}
