import { assert } from 'chai';
import { openAgentFixture, type AgentFixture } from '../support/agent-fixture.ts';
import { endedCall } from '../support/ended-call.ts';
import { JUDGING } from '../support/judging.ts';
import { testConfig } from '../support/providers.ts';
import { openWorld, type World } from '../support/world.ts';

interface Page {
  readonly calls: readonly { readonly call_id: string; readonly outcome?: object }[];
  readonly total: number;
}

describe('outcomes of calls over HTTP', () => {
  let world: World;
  let ada: AgentFixture;
  beforeEach(async () => {
    world = await openWorld();
    ada = await openAgentFixture(world, 'ada');
  });

  const configure = (agentId = ada.agentId, analysis: object = JUDGING) =>
    ada.ask('PATCH', `/agents/${agentId}`, { body: { config: { ...testConfig(), analysis } } });
  const end = async (words: string): Promise<string> => {
    world.ports.clock.advance(1_000);
    return endedCall(world, ada, words);
  };
  const list = async (query: string) => (await ada.ask('GET', `/calls/org/${ada.org_id}?${query}`)).body as Page;
  const ids = async (query: string) => (await list(query)).calls.map(({ call_id }) => call_id);
  const exported = async (query = '') => (await ada.ask('GET', `/calls/org/${ada.org_id}/export?${query}`)).text;

  /** Calls that were judged yes, no, unknown and not at all, and one without an analysis. */
  async function judged() {
    const without = await end('hello');
    await configure();
    const [yes, no, unknown] = [await end('a table for 4 on Friday'), await end('no table'), await end('=SUM')];
    const failed = await end('nonsense');
    await world.ports.analysisWorker.tick();
    return { yes, no, unknown, failed, without };
  }

  it('are shown in the list of calls, and filter it', async () => {
    const { yes, no, unknown, failed, without } = await judged();
    const { calls, total } = await list('limit=9');
    assert.equal(total, 5);
    assert.deepEqual(
      calls.map(({ call_id, outcome }) => [call_id, outcome ?? null]),
      [
        [failed, { status: 'failed', success: null }],
        [unknown, { status: 'done', success: 'unknown' }],
        [no, { status: 'done', success: 'no' }],
        [yes, { status: 'done', success: 'yes' }],
        [without, null],
      ],
    );
    const { body: one } = await ada.ask('GET', `/calls/${no}`);
    assert.deepInclude(one, { outcome: { status: 'done', success: 'no' } });
    assert.deepEqual(await ids('success=no'), [no]);
    assert.deepEqual(await ids('analysis=failed'), [failed]);
    assert.deepEqual(
      await list('analysis=done&limit=2&offset=1').then((page) => [page.total, page.calls.length]),
      [3, 2],
    );
    assert.deepEqual(await ids(`success=yes&agent_id=${ada.agentId}`), [yes]);
    assert.isEmpty(await ids('success=yes&agent_id=another'));
    assert.isEmpty(await ids('agent_id=another'));
    assert.deepEqual(await ids('analysis=done&call_type=web&limit=2'), [unknown, no]);
    assert.deepEqual(await ids('analysis=done&call_type=web&standing=answered&limit=2&offset=2'), [yes]);
    assert.deepEqual(await list('analysis=done&call_type=web&limit=1').then(({ total: all }) => all), 3);
    assert.isEmpty(await ids('analysis=done&standing=missed'));
    assert.lengthOf((await exported('analysis=done&standing=live')).trimEnd().split('\r\n'), 1, 'the header alone');
  });

  it('are found by the value of a field, in upper or lower case, and in a list', async () => {
    const { yes } = await judged();
    for (const field of ['day:friday', 'guests:4', 'dishes:Rice']) {
      const { calls, total } = await list(`field=${field}`);
      assert.deepEqual([calls.map(({ call_id }) => call_id), total], [[yes], 1], field);
    }
    for (const field of ['day:Frid', 'dishes:soup,rice', 'toString:x'])
      assert.isEmpty(await ids(`field=${field}`), field);
    const { status, detail } = await ada.ask('GET', `/calls/org/${ada.org_id}?field=Friday`);
    assert.deepEqual(
      [status, detail],
      [422, 'field must be the name of a field, a colon and its value, such as day:Friday'],
    );
  });

  it('are limited to calls of a time', async () => {
    await judged();
    world.ports.clock.advance(1_000);
    const middle = world.ports.clock.now().toISOString();
    await end('a table for 2 on Monday');
    await world.ports.analysisWorker.tick();
    assert.lengthOf(await ids(`from=${middle}`), 1);
    assert.lengthOf(await ids(`to=${middle}`), 5);
    assert.lengthOf(await ids(`success=yes&from=${middle}`), 1);
    assert.lengthOf(await ids(`success=yes&to=${middle}`), 1);
    assert.equal((await ada.ask('GET', `/calls/org/${ada.org_id}?from=yesterday`)).status, 422);
  });

  it('are counted, of all agents and of each', async () => {
    await judged();
    const { body } = await ada.ask('GET', `/calls/org/${ada.org_id}/outcomes`);
    const counts = {
      ...{ analysed: 3, pending: 0, failed: 1 },
      ...{ success: { yes: 1, no: 1, unknown: 1 }, success_rate: 50 },
    };
    assert.deepEqual(body, { ...counts, agents: [{ agent_id: ada.agentId, agent_name: 'Desk', ...counts }] });
    const none = await ada.ask('GET', `/calls/org/${ada.org_id}/outcomes?agent_id=another`);
    assert.deepInclude(none.body, { analysed: 0, success_rate: null, agents: [] });
  });

  it('are exported as CSV with a column for each field, and without formulas', async () => {
    const { yes, unknown, without } = await judged();
    const text = await exported();
    const [header = '', ...lines] = text.trimEnd().split('\r\n');
    assert.match(
      header,
      /,analysis,success,success_reason,summary,fields\.day,fields\.guests,fields\.dishes,other_fields$/,
    );
    assert.lengthOf(lines, 5);
    const line = (id: string) => lines.find((each) => each.startsWith(id)) ?? '';
    assert.match(line(yes), /,done,yes,It was said\.,"Said ""yes""\.",Friday,4,"\[""soup"",""rice""\]",$/);
    assert.match(line(unknown), /,'=1\+1,,,$/);
    assert.match(line(without), /,completed,answered,[^,]*,[^,]*,[^,]*,[^,]*,1,,,,,,,,$/);
    assert.lengthOf((await exported('success=yes')).trimEnd().split('\r\n'), 2);
    await configure(ada.agentId, { summary: true });
    const others = '"{""guests"":4,""day"":""Friday"",""dishes"":[""soup"",""rice""]}"';
    assert.isTrue((await exported('success=yes')).trimEnd().endsWith(others));
  });

  it('are exported only to members', async () => {
    await judged();
    const bob = await openAgentFixture(world, 'bob');
    const { status } = await ada.ask('GET', `/calls/org/${ada.org_id}/export`, { token: bob.token });
    assert.equal(status, 403);
  });
});
