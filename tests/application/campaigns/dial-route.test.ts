import { assert } from 'chai';
import { campaignDialler } from '../../../application/calls/campaign-dialler.ts';
import { openCallFixture, CALLEE, type CallFixture } from '../call-fixture.ts';

const PLANNED = { call_id: 'call', campaign_id: 'campaign', queued_run_id: 'run', to_number: CALLEE };

describe('a dial route', () => {
  let fixture: CallFixture;
  /** What is requests about call logs. */
  let requests: string[];
  beforeEach(async () => {
    requests = [];
    fixture = await openCallFixture({
      calls: (calls) => ({
        ...calls,
        find: (...args) => (requests.push('find'), calls.find(...args)),
        update: (...args) => (requests.push('update'), calls.update(...args)),
        recordSids: (dialled) => (requests.push(`record ${dialled.length}`), calls.recordSids(dialled)),
      }),
    });
  });

  const open = () =>
    campaignDialler(fixture.ports).openRoute('o1', fixture.agent.agent_id, fixture.agent.linked_phone_number);
  const stored = () => fixture.ports.calls.find('o1', 'call');

  it('records the id of the carrier in one write, however long the dial waits for its time', async () => {
    const route = await open();
    const planned = { ...PLANNED, custom_variables: { name: 'Ann' } };
    await route.register([planned]);
    await fixture.ports.clock.advanceAsync(700);
    await route.dial(planned);
    assert.deepEqual(requests, ['record 1']);
    assert.isString((await stored())?.provider_call_sid);
  });

  it('records the ids of calls that are accepted at once together, and alone where one has changed', async () => {
    const route = await open();
    const planned = ['a', 'b', 'c'].map((call_id) => ({ ...PLANNED, call_id, custom_variables: {} }));
    await route.register(planned);
    const { calls } = fixture.ports;
    await calls.update('o1', 'c', (await calls.find('o1', 'c'))!, { status: 'ringing' });
    requests.length = 0;
    await Promise.all(planned.map((call) => route.dial(call)));
    assert.deepEqual(requests.toSorted(), ['find', 'find', 'find', 'record 3', 'update']);
    for (const { call_id } of planned) assert.isString((await calls.find('o1', call_id))?.provider_call_sid);
    assert.include(await calls.find('o1', 'c'), { status: 'ringing' });
  });

  it('reads a log that an earlier attempt wrote before it records the id of the carrier', async () => {
    const first = await open();
    const planned = { ...PLANNED, custom_variables: { name: 'Ann' } };
    await first.register([planned]);
    await fixture.ports.clock.advanceAsync(700);
    const second = await open();
    await second.register([planned]);
    await second.dial(planned);
    assert.deepEqual(requests, ['record 1', 'find', 'update']);
    const log = await stored();
    assert.isString(log?.provider_call_sid);
    assert.equal(log?.custom_variables['name'], 'Ann');
  });
});
