import { assert } from 'chai';
import { openAgentFixture, type AgentFixture } from '../support/agent-fixture.ts';
import { TABLE_SUITE } from '../support/rehearsed-tables.ts';
import { staff } from '../support/staff.ts';
import { openWorld, type World } from '../support/world.ts';

interface Suite {
  readonly suite_id: string;
  readonly title: string;
  readonly revision: string;
  readonly is_held_here: boolean;
}

describe('rehearsal suites over HTTP', () => {
  let world: World;
  let ada: AgentFixture;
  beforeEach(async () => {
    world = await openWorld();
    ada = await openAgentFixture(world, 'ada');
  });

  const create = (source = TABLE_SUITE, agent_id = ada.agentId) =>
    ada.ask('POST', '/rehearsal-suites', { body: { agent_id, source } });
  const created = async (source?: string): Promise<Suite> => (await create(source)).body as Suite;
  const problemsOf = async (source: string): Promise<string[]> => {
    const { status, body } = await create(source);
    assert.equal(status, 422, source);
    return (body as { detail: string }).detail.split('\n');
  };

  it('are stored with what their text says, and listed by title without it', async () => {
    const { status, body } = await create();
    assert.equal(status, 201);
    assert.deepInclude(body, {
      ...{ title: 'Tables', titles: ['a table is booked', 'no discount is promised'], conversations: 2 },
      ...{ is_held_here: true, source: TABLE_SUITE, created_by: 'ada@example.com', last_run: null },
    });
    await created(TABLE_SUITE.replace('Tables', 'Another').replace('personas:', 'live: true\npersonas:'));
    const { suites, total } = (await ada.ask('GET', '/rehearsal-suites')).body as { suites: Suite[]; total: number };
    assert.equal(total, 2);
    assert.deepEqual(
      suites.map(({ title }) => title),
      ['Another', 'Tables'],
    );
    assert.notProperty(suites[0], 'source');
    assert.isFalse(suites[0]?.is_held_here);
    const ofOther = await ada.ask('GET', '/rehearsal-suites?agent_id=other');
    assert.deepInclude(ofOther.body, { suites: [], total: 0 });
  });

  it('name the line and the place of each problem of their text', async () => {
    assert.deepEqual(await problemsOf('title: [\n'), [
      'line 2: Flow sequence in block collection must be sufficiently indented and end with a ]',
    ]);
    const wrong = TABLE_SUITE.replace('    script:\n', '    temper: cross\n    script:\n');
    assert.match(
      (await problemsOf(wrong))[0]!,
      /^line 6: personas\.ada\.temper cannot be "cross": use one of calm, hurried/,
    );
    const unknown = TABLE_SUITE.replace('persona: ada', 'persona: ben');
    assert.deepEqual(await problemsOf(unknown), [
      'line 11: conversations[0].persona is ben, which personas does not have: use one of ada',
    ]);
    for (const deep of ['['.repeat(100_000), '- '.repeat(40_000), '{a: '.repeat(20_000)])
      assert.match((await problemsOf(deep))[0]!, /^line 1: The text is nested too deeply/);
    assert.deepEqual(await problemsOf('title: a\nagent: b\ntitle: c\n'), [
      'line 3: title is there twice: remove one of them',
    ]);
    const bomb =
      'a: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b]\nd: [*c,*c,*c,*c,*c,*c,*c,*c,*c]\n';
    assert.match((await problemsOf(bomb))[0]!, /^line 1: /);
  });

  it('may not have what takes other organisations long', async () => {
    const slow = TABLE_SUITE.replace("'/T1\\d+/'", "'/(?=a)T/'");
    assert.match(
      (await problemsOf(slow))[0]!,
      /^line 14: conversations\[0\]\.expect\.says\[0\] has an expression that may take long/,
    );
    const endless = TABLE_SUITE.replace('tools:', 'limits: { turns: 100000, seconds: 100000 }\ntools:');
    assert.deepEqual(await problemsOf(endless), [
      'line 2: limits.turns must be at most 200',
      'line 2: limits.seconds must be at most 3600',
    ]);
    const judged = (criterion: string) =>
      TABLE_SUITE.replace('tools:', `judge: { llm: { provider: script } }\nexpect: { judged: [${criterion}] }\ntools:`);
    assert.deepEqual(await problemsOf(judged('{ criterion: polite, judgements: 100000000 }')), [
      'line 3: expect.judged[0].judgements must be at most 20',
    ]);
    const many = Array.from({ length: 51 }, (_, at) => `c${at}`).join(', ');
    assert.deepEqual(await problemsOf(judged(many)), ['line 3: expect.judged must have at most 50 items']);
    const broken = TABLE_SUITE.replace('tools:', "expect: { state: { x: '/(/' } }\ntools:");
    assert.match((await problemsOf(broken))[0]!, /expect\.state\.x is not a regular expression/);
  });

  it('are replaced as they were seen, and deleted by an admin', async () => {
    const { suite_id, revision } = await created();
    const change = { agent_id: ada.agentId, source: TABLE_SUITE.replace('Tables', 'Evening tables') };
    const path = `/rehearsal-suites/${suite_id}`;
    const late = await ada.ask('PUT', path, { body: { ...change, expected_revision: 'another' } });
    assert.equal(late.status, 409);
    const changed = await ada.ask('PUT', path, { body: { ...change, expected_revision: revision } });
    assert.deepInclude(changed.body, { suite_id, title: 'Evening tables' });
    assert.notEqual((changed.body as Suite).revision, revision);
    assert.equal((await ada.ask('PUT', path, { body: change })).status, 200);
    const { member } = await staff(world, ada);
    const refused = await world.ask('DELETE', `/api/v1${path}`, { token: member.token });
    assert.equal(refused.status, 403);
    assert.equal((await ada.ask('DELETE', path)).status, 200);
    assert.equal((await ada.ask('GET', path)).status, 404);
  });

  it('need an agent of the organisation', async () => {
    assert.equal((await create(TABLE_SUITE, 'absent')).status, 404);
    const ben = await openAgentFixture(world, 'ben');
    assert.equal((await create(TABLE_SUITE, ben.agentId)).status, 404);
  });

  it('are at most a hundred of an organisation', async () => {
    const { suite_id } = await created();
    const kept = (await world.ports.rehearsalSuites.find(ada.org_id, suite_id))!;
    for (let count = 1; count < 100; count += 1)
      await world.ports.rehearsalSuites.add({ ...kept, suite_id: `s${count}` });
    const { status, body } = await create();
    assert.equal(status, 400);
    assert.include((body as { detail: string }).detail, 'at most 100 suites');
  });
});
