import { assert } from 'chai';
import { dueFrom, type EventDelivery } from '../../../domain/events/event-delivery.ts';
import { sealedSecret, signingSecret, type EventEndpoint } from '../../../domain/events/event-endpoint.ts';
import { eventually } from '../../support/eventually.ts';
import { openPorts, type Ports } from '../../support/world.ts';

const DAY_MS = 24 * 60 * 60_000;
const BODY = '{"type":"endpoint.test","timestamp":"","data":{"endpoint_id":""}}';

describe('delivery of events', () => {
  let ports: Ports;
  let release: () => void;
  beforeEach(async () => {
    ports = await openPorts();
    // What hangs ends with the test.
    const hanging = new Promise<{ status: null }>((resolve) => (release = () => resolve({ status: null })));
    ports.eventSender.answer = ({ url, eventId }) =>
      url.includes('hangs') || eventId.startsWith('hangs') ? hanging : {};
  });
  afterEach(async () => {
    release();
    await ports.close();
  });

  const addEndpoint = async (org_id: string, endpoint_id: string, more: Partial<EventEndpoint> = {}): Promise<void> => {
    const at = ports.clock.now().toISOString();
    await ports.eventEndpoints.add({
      ...{ endpoint_id, org_id, url: `https://${endpoint_id}.example.com/`, description: '', event_types: [] },
      ...{ state: 'enabled', secret: sealedSecret(signingSecret('s'.repeat(43)), ports.cipher.encrypt) },
      ...{ created_by: '', created_at: at, updated_at: at, ...more },
    });
  };
  const delivery = (org_id: string, endpoint_id: string, event_id: string, subject = event_id): EventDelivery => ({
    ...{ event_id, org_id, type: 'endpoint.test', subject, call_id: null, body: BODY, endpoint_id, sequence: 1 },
    ...{ timestamp: ports.clock.now().toISOString(), ...dueFrom(ports.clock.now()), attempts: 0, last_attempts: [] },
  });
  const sent = () => ports.eventSender.sent;
  const isSent = (id: string) => sent().some(({ eventId }) => eventId === id);
  const until = (condition: () => boolean | Promise<boolean>, what: string) =>
    eventually(async () => (await ports.deliveryEngine.tick(), condition()), what);

  it('reaches an organisation within seconds while the endpoints of many others hang', async () => {
    const [hostile, endpoints] = [30, 20];
    for (let org = 0; org < hostile; org += 1)
      for (let at = 0; at < endpoints; at += 1) {
        await addEndpoint(`hostile-${org}`, `hangs-${org}-${at}`);
        await ports.eventDeliveries.addAll([delivery(`hostile-${org}`, `hangs-${org}-${at}`, `e-${org}-${at}`)]);
      }
    await until(() => sent().length === 512, 'a request in every slot');
    await addEndpoint('victim', 'victim');
    await ports.eventDeliveries.addAll([delivery('victim', 'victim', 'wanted')]);
    await ports.deliveryEngine.tick();
    assert.isFalse(isSent('wanted'));
    ports.clock.advance(3_000);
    await until(() => isSent('wanted'), 'the event of the victim');
    assert.isAtLeast(sent().length, 513);
  });

  it('reaches an endpoint with events of other calls while those of one call wait in large numbers', async () => {
    await addEndpoint('org', 'one');
    await ports.eventDeliveries.addAll(['a', 'b', 'c'].map((id) => delivery('org', 'one', id)));
    await until(() => sent().length === 3, 'events that make the endpoint trusted');
    const many = Array.from({ length: 600 }, (_, at) => ({
      ...delivery('org', 'one', `hangs-${at}`, 'call'),
      sequence: at,
    }));
    await ports.eventDeliveries.addAll([...many, delivery('org', 'one', 'other')]);
    await until(() => isSent('other'), 'the event of the other call');
    assert.lengthOf(
      sent().filter(({ eventId }) => eventId.startsWith('hangs')),
      1,
    );
  });

  it('parks what a dead endpoint has not accepted for a day, without a request for each', async () => {
    await addEndpoint('org', 'dead', { url: 'https://dead.example.com/hangs' });
    await ports.eventDeliveries.addAll(Array.from({ length: 1_200 }, (_, at) => delivery('org', 'dead', `e-${at}`)));
    await ports.eventEndpoints.change('org', 'dead', { failing_since: ports.clock.now().toISOString() });
    ports.clock.advance(DAY_MS);
    await ports.eventDeliveries.addAll([delivery('org', 'dead', 'hangs-young')]);
    await until(() => isSent('hangs-young'), 'the attempt of the event that is younger');
    assert.lengthOf(sent(), 1);
    const all = await ports.eventDeliveries.list('dead', { limit: 2_000, offset: 0 });
    assert.lengthOf(
      all.filter(({ state }) => state === 'parked'),
      1_200,
    );
    assert.equal((await ports.eventEndpoints.find('org', 'dead'))?.state, 'enabled', 'after one day only');
  });

  it('finds what other processes stored, also what became due in between', async () => {
    await addEndpoint('org', 'one');
    await ports.deliveryEngine.tick();
    await ports.eventDeliveries.addAll([delivery('org', 'one', 'now')]);
    await ports.deliveryEngine.tick();
    await until(() => isSent('now'), 'the event of another process');
    const later = new Date(ports.clock.now().getTime() + 5_000).toISOString();
    await ports.eventDeliveries.addAll([{ ...delivery('org', 'one', 'later'), due_at: later }]);
    await ports.deliveryEngine.tick();
    assert.isFalse(isSent('later'));
    ports.clock.advance(6_000);
    await until(() => isSent('later'), 'the event that became due');
  });
});
