import type { Container } from 'inversify';
import type { EventRequest } from '../../application/ports/event-sender.ts';
import { readConfig } from '../../bootstrap/config.ts';
import { replace, resolve } from '../../bootstrap/dependencies.ts';
import { startPlatform } from '../../bootstrap/platform.ts';
import { resolveKeys } from '../../bootstrap/secrets.ts';
import { webCall, type CallLog } from '../../domain/calls/call-log.ts';
import { rotation } from '../../domain/events/endpoint-secrets.ts';
import { sealedSecret, type EventEndpoint } from '../../domain/events/event-endpoint.ts';

/**
 * An API in a process that is killed: it registers calls, starts and ends them, and delivers the events of these changes.
 * Started again, it continues where it was. WRITER, as JSON, says what it does; it prints how far it is.
 */
export interface WriterTask {
  readonly url: string;
  readonly secret: string;
  /** Replaces the secret, which stays valid. */
  readonly nextSecret: string | null;
  /** The first and the last call, exclusive. */
  readonly from: number;
  readonly to: number;
  readonly fault: WriterFault | null;
  /** Whether it stops at the weak point of its fault, if that has one, until it is killed: then the kill always hits it. */
  readonly holds: boolean;
}

/** What is broken on purpose, so that the test can show that it notices. */
export type WriterFault = keyof typeof FAULTS;

const ORG = 'org';
/** Calls that change at the same time. */
const AT_ONCE = 16;

const task = JSON.parse(process.env['WRITER'] ?? '') as WriterTask;

/** The weak point of a fault. */
async function weakPoint(): Promise<void> {
  if (!task.holds) return;
  process.stdout.write('held\n');
  await new Promise(() => undefined);
}

const FAULTS = {
  /** Events leave the changed document before their deliveries are stored. */
  async forgets(container: Container) {
    const outbox = await resolve(container, 'eventOutbox');
    await replace(container, {
      eventOutbox: {
        ...outbox,
        async waiting(limit: number) {
          const entries = await outbox.waiting(limit);
          await outbox.clear(entries);
          if (entries.length > 0) await weakPoint();
          return entries;
        },
      },
    });
  },
  /** Events get their ids when they are handed over, and not with the change. */
  async renames(container: Container) {
    const deliveries = await resolve(container, 'eventDeliveries');
    await replace(container, {
      eventDeliveries: {
        ...deliveries,
        async addAll(added: Parameters<typeof deliveries.addAll>[0]) {
          await deliveries.addAll(added.map((delivery) => ({ ...delivery, event_id: `evt_${crypto.randomUUID()}` })));
          await weakPoint();
        },
      },
    });
  },
  /** Deliveries count as delivered before they are sent. */
  async presumes(container: Container) {
    const deliveries = await resolve(container, 'eventDeliveries');
    await replace(container, {
      eventDeliveries: {
        ...deliveries,
        async first(endpointId: string, subject: string) {
          const first = await deliveries.first(endpointId, subject);
          if (first) await deliveries.change(endpointId, first.event_id, { state: 'delivered', due_at: null });
          return first;
        },
      },
    });
    const sender = await resolve(container, 'eventSender');
    await replace(container, {
      eventSender: {
        async send(request: EventRequest) {
          await weakPoint();
          return sender.send(request);
        },
      },
    });
  },
  /** Requests are signed with the newest secret only. */
  async 'signs once'(container: Container) {
    const sender = await resolve(container, 'eventSender');
    await replace(container, {
      eventSender: {
        send: (request: EventRequest) => sender.send({ ...request, secrets: request.secrets.slice(0, 1) }),
      },
    });
  },
  /** An event does not wait for the earlier one of its call. */
  async overtakes(container: Container) {
    const deliveries = await resolve(container, 'eventDeliveries');
    await replace(container, {
      eventDeliveries: {
        ...deliveries,
        async first(endpointId: string, subject: string) {
          const all = await deliveries.due(endpointId, new Date().toISOString(), 1_024);
          return all.findLast((delivery) => delivery.subject === subject) ?? null;
        },
      },
    });
  },
} as const;

const config = readConfig(process.env, ['api']);
const { container } = await startPlatform(config, await resolveKeys(config), async (parts) => {
  if (task.fault !== null) await FAULTS[task.fault](parts);
});
const [calls, endpoints, cipher] = await Promise.all([
  resolve(container, 'calls'),
  resolve(container, 'eventEndpoints'),
  resolve(container, 'cipher'),
]);
await prepareEndpoint();
await writeCalls();
process.stdout.write('written\n');

async function prepareEndpoint(): Promise<void> {
  const [known] = await endpoints.list(ORG);
  const now = new Date();
  if (!known) {
    const made: EventEndpoint = {
      ...{ endpoint_id: crypto.randomUUID(), org_id: ORG, url: task.url, description: '', state: 'enabled' },
      ...{ event_types: ['call.started', 'call.ended'], secret: sealedSecret(task.secret, cipher.encrypt) },
      ...{ created_by: '', created_at: now.toISOString(), updated_at: now.toISOString() },
    };
    return endpoints.add(made);
  }
  if (task.nextSecret === null || known.previous_secret) return;
  await endpoints.change(
    ORG,
    known.endpoint_id,
    rotation(known, sealedSecret(task.nextSecret, cipher.encrypt), 24, now),
  );
}

async function writeCalls(): Promise<void> {
  for (let from = task.from; from < task.to; from += AT_ONCE) {
    const numbers = Array.from({ length: Math.min(AT_ONCE, task.to - from) }, (_, at) => from + at);
    await Promise.all(numbers.map(writeCall));
    process.stdout.write(`${from + numbers.length}\n`);
  }
}

/** Brings a call to its end from wherever it was when the process was killed. */
async function writeCall(number: number): Promise<void> {
  const id = `call-${number}`;
  const now = new Date();
  const about = { call_id: id, org_id: ORG, agent_id: 'agent', agent_name: 'Desk', custom_variables: { number }, now };
  let call = await calls.find(ORG, id);
  if (!call) await calls.add((call = webCall(about)));
  const at = now.toISOString();
  const steps: readonly Partial<CallLog>[] = [
    { status: 'in_progress', start_time_utc: at },
    { status: 'completed', end_time_utc: at, duration: 0 },
  ];
  for (const step of steps.slice(call.status === 'completed' ? 2 : call.status === 'in_progress' ? 1 : 0)) {
    const changed = await calls.update(ORG, id, call, step);
    if (changed === null || changed === 'taken') throw new Error(`${id} has another writer`);
    call = changed;
  }
}
