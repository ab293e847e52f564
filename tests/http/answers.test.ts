import { assert } from 'chai';
import type { GapPage, JudgedAnswer } from '../../application/calls/gaps.ts';
import type { AnswerRecord } from '../../domain/calls/answer-record.ts';
import type { CallLog } from '../../domain/calls/call-log.ts';
import { openAgentFixture, type AgentFixture } from '../support/agent-fixture.ts';
import { INTERNAL_KEY, openWorld, type World } from '../support/world.ts';

const SOURCE = { document_id: 'd1', chunk_id: 'd1:0', source_filename: 'hours.pdf', page: 2, heading: 'Hours' };
const answer = (number: number, question: string, more: Partial<AnswerRecord> = {}): AnswerRecord => ({
  ...{ number, at: `2026-01-31T09:30:0${number}.000Z`, question, answer: 'I do not know.' },
  ...{ lookup: 'nothing_close', sources: [], ...more },
});

describe('answers of calls over HTTP', () => {
  let world: World;
  let ada: AgentFixture;
  beforeEach(async () => {
    world = await openWorld();
    ada = await openAgentFixture(world);
  });

  /** A call that is over and whose runtime delivered these answers. */
  async function callWith(...answers: AnswerRecord[]): Promise<string> {
    const id = await ada.registerCall();
    const bot = world.ports.tokens.issue({ email: 'bot@internal.invalid', org_id: ada.org_id, role: 'member' });
    const sent = await ada.ask('PATCH', `/calls/${id}`, { token: bot, body: { answers, status: 'completed' } });
    assert.equal(sent.status, 200, sent.text);
    assert.notProperty(sent.body, 'answers');
    return id;
  }
  const read = async (id: string) => (await ada.ask('GET', `/calls/${id}`)).body as CallLog;
  const gaps = async (query = '') => (await ada.ask('GET', `/calls/gaps${query}`)).body as GapPage;
  const mark = (id: string, number: number | string, body: object = {}) =>
    ada.ask('PUT', `/calls/${id}/answers/${number}/mark`, { body });

  it('are read with one call, by those who may listen, and never in lists', async () => {
    const found = answer(1, 'When do you open?', { lookup: 'found', answer: 'At nine.', sources: [SOURCE] });
    const id = await callWith(found);
    assert.deepEqual((await read(id)).answers, [found]);
    assert.notInclude((await ada.ask('GET', `/calls/org/${ada.org_id}`)).text, 'At nine.');
    const { key } = await ada.post<{ key: string }>('/api-keys', { name: 'CRM', scopes: ['calls.read'] });
    const { status, text } = await ada.ask('GET', `/calls/${id}`, { token: key });
    assert.equal(status, 200);
    assert.notInclude(text, 'At nine.');
  });

  it('are merged when they are delivered again, and keep their marks', async () => {
    const id = await callWith(answer(1, 'Is there a pool?'), answer(2, 'Is parking free?'));
    const { body, status } = await mark(id, 2, { note: 'It is.', correct_answer: 'Yes.' });
    assert.equal(status, 200);
    assert.deepInclude((body as JudgedAnswer).wrong, { number: 2, note: 'It is.', correct_answer: 'Yes.' });
    const bot = world.ports.tokens.issue({ email: 'bot@internal.invalid', org_id: ada.org_id, role: 'member' });
    const again = { answers: [answer(2, 'Is parking free?'), answer(3, 'thanks')] };
    await ada.ask('PATCH', `/calls/${id}`, { token: bot, body: again });
    const { answers, wrong_answers, gaps: count } = await read(id);
    assert.deepEqual(
      answers?.map(({ number }) => number),
      [1, 2, 3],
    );
    assert.lengthOf(wrong_answers!, 1);
    assert.equal(count, 2);
  });

  it('that were wrong or missing are listed as gaps with their calls, alike ones as one', async () => {
    const [one, two] = [await callWith(answer(1, 'Is there a pool?')), await callWith(answer(1, 'is there any pool'))];
    const three = await callWith(answer(1, 'When?', { lookup: 'found' }), answer(2, 'thank you'));
    assert.deepInclude(await gaps(), { total: 1, limit: 50, offset: 0, has_older: false });
    await mark(three, 1, { note: 'Nine, not ten.' });
    const { gaps: groups, total } = await gaps();
    assert.equal(total, 2);
    assert.sameMembers(
      groups[0]!.answers.map(({ call_id }) => call_id),
      [one, two],
    );
    assert.deepInclude(groups[1]!.answers[0], { kind: 'wrong', call_id: three, note: 'Nine, not ten.' });
    assert.equal((await gaps('?kind=unanswered')).total, 1);
    assert.equal((await gaps('?agent_id=another')).total, 0);
    assert.deepEqual((await gaps('?limit=1&offset=1')).gaps, groups.slice(1));
    assert.deepInclude((await ada.ask('DELETE', `/calls/${three}/answers/1/mark`)).body as object, { wrong: null });
    assert.equal((await gaps()).total, 1);
  });

  it('leave the list of gaps with their call', async () => {
    const id = await callWith(answer(1, 'Is there a pool?'));
    assert.equal((await ada.ask('DELETE', `/calls/${id}`)).status, 200);
    assert.equal((await gaps()).total, 0);
    assert.equal((await mark(id, 1)).status, 404);
  });

  it('can be marked where they exist, with words of bounded length', async () => {
    const id = await callWith(answer(1, 'Is there a pool?'));
    for (const number of [2, 'x', '01', '1e0']) assert.equal((await mark(id, number)).status, 404, String(number));
    assert.equal((await mark(id, 1, { note: 'x'.repeat(1_001) })).status, 422);
    assert.equal((await mark(id, 1, { other: 1 })).status, 422);
    assert.equal((await mark(id, 1)).status, 200);
    assert.equal((await mark('none', 1)).status, 404);
  });

  it('are listed for members of their organisation alone', async () => {
    await callWith(answer(1, 'Is there a pool?'));
    const eve = await openAgentFixture(world, 'eve');
    assert.equal(((await eve.ask('GET', '/calls/gaps')).body as GapPage).total, 0);
    assert.equal((await world.ask('GET', '/api/v1/calls/gaps', { key: INTERNAL_KEY })).status, 401);
  });
});
