import { assert } from 'chai';
import { openAgentFixture, type AgentFixture } from '../support/agent-fixture.ts';
import { endedCall } from '../support/ended-call.ts';
import { eventually } from '../support/eventually.ts';
import { testConfig } from '../support/providers.ts';
import { openWorld, type World } from '../support/world.ts';

const ANALYSIS = {
  success_criterion: 'A table is booked.',
  fields: { type: 'object', properties: { guests: { type: 'integer' }, day: { type: 'string' } }, required: ['day'] },
  llm_config: {
    provider: 'script',
    rules: [
      {
        when: 'table for (\\d+) on (\\w+)',
        say: '',
        call: {
          tool: 'call_analysis',
          arguments: {
            ...{ summary: 'A table for $1.', success: 'yes', success_reason: 'The agent booked it.' },
            fields: { guests: '$1', day: '$2' },
          },
        },
      },
    ],
  },
};

interface AnalysisEvent {
  readonly type: string;
  readonly data: { readonly call_id: string; readonly analysis: unknown };
}

describe('the analysis of calls over HTTP', () => {
  let world: World;
  let fixture: AgentFixture;
  let people = 0;
  before(async () => (world = await openWorld()));
  beforeEach(async () => (fixture = await openAgentFixture(world, `analyst${(people += 1)}`)));

  const configure = (analysis: unknown) =>
    fixture.ask('PATCH', `/agents/${fixture.agentId}`, { body: { config: { ...testConfig(), analysis } } });

  const ended = (words: string): Promise<string> => endedCall(world, fixture, words);
  const analysed = () => world.ports.analysisWorker.tick();
  const read = (id: string) => fixture.ask('GET', `/calls/${id}/analysis`);

  it('is made after the end of a call, by the rules of a script', async () => {
    assert.equal((await configure(ANALYSIS)).status, 200);
    const id = await ended('a table for 4 on Friday, please');
    await analysed();
    const { status, body } = await read(id);
    assert.equal(status, 200);
    assert.deepNestedInclude(body, {
      status: 'done',
      'result.summary': 'A table for 4.',
      'result.success': 'yes',
      'result.fields': { guests: 4, day: 'Friday' },
      'result.provider': 'script',
      'result.usage': null,
    });
  });

  it('is sent to event endpoints after the end of its call, as the API shows it', async () => {
    const types = ['call.ended', 'call.analysed'];
    await fixture.post('/event-endpoints', { url: 'https://crm.example.com/', event_types: types });
    await configure(ANALYSIS);
    const id = await ended('a table for 5 on Sunday');
    await analysed();
    const events = await eventually(async () => {
      await world.ports.eventRelay.tick();
      await world.ports.deliveryEngine.tick();
      const bodies = world.ports.eventSender.sent.map(({ body }) => JSON.parse(body) as AnalysisEvent);
      const own = bodies.filter(({ data }) => data.call_id === id);
      return own.length === 2 && own;
    }, 'both events');
    assert.deepEqual(
      events.map(({ type }) => type),
      types,
    );
    assert.deepEqual(events[1]?.data.analysis, (await read(id)).body);
  });

  it('is 404 for calls that are not analysed', async () => {
    assert.equal((await read(await ended('hello'))).status, 404);
    assert.equal((await read('none')).status, 404);
  });

  it('is repeated on request, and keeps the earlier result until there is a new one', async () => {
    await configure(ANALYSIS);
    const id = await ended('a table for 2 on Monday');
    await analysed();
    await configure({ ...ANALYSIS, fields: { type: 'object', properties: { day: { const: 'Sunday' } } } });
    const requested = await fixture.ask('POST', `/calls/${id}/analysis`);
    assert.equal(requested.status, 202);
    assert.deepNestedInclude(requested.body, { status: 'pending', 'result.fields': { guests: 2, day: 'Monday' } });
    await analysed();
    const { body } = await read(id);
    assert.deepNestedInclude(body, { status: 'failed', 'result.fields.day': 'Monday' });
    assert.match((body as { error_message: string }).error_message, /fields.day must be equal to constant/);
  });

  it('is made of a call that ended before its agent had the section, on request', async () => {
    const id = await ended('a table for 3 on Tuesday');
    const refused = await fixture.ask('POST', `/calls/${id}/analysis`);
    assert.deepInclude(refused, {
      status: 400,
      detail: 'The agent has no analysis section: add config.analysis first',
    });
    await configure(ANALYSIS);
    assert.equal((await fixture.ask('POST', `/calls/${id}/analysis`)).status, 202);
    await analysed();
    assert.nestedInclude((await read(id)).body, { 'result.fields.guests': 3 });
  });

  it('is refused for a live call, and for one without a transcript', async () => {
    await configure(ANALYSIS);
    const id = await fixture.registerCall();
    const ask = () => fixture.ask('POST', `/calls/${id}/analysis`);
    assert.deepInclude(await ask(), {
      status: 400,
      detail: 'The call has not ended: request its analysis afterwards',
    });
    await fixture.ask('PATCH', `/calls/${id}`, { body: { status: 'completed' } });
    assert.deepInclude(await ask(), {
      status: 400,
      detail: 'The call has no transcript, so there is nothing to analyse',
    });
  });

  it('is not made with a schema that is not JSON Schema', async () => {
    const fields = { type: 'object', properties: { a: { type: 'strnig' } } };
    const { status, detail } = await configure({ fields });
    assert.equal(status, 422);
    assert.match(String(detail), /^analysis\.fields\.properties\.a\.type must be one of/);
  });
});
