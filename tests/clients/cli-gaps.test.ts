import { assert } from 'chai';
import { openAgentFixture, type AgentFixture } from '../support/agent-fixture.ts';
import { commandLine, type CommandLine } from '../support/command-line.ts';
import { temporaryDirectory } from '../support/temporary.ts';
import { openWorld, type World } from '../support/world.ts';

describe('gaps on the command line', () => {
  let world: World;
  let ada: AgentFixture;
  let cli: CommandLine;
  before(async () => {
    world = await openWorld();
    ada = await openAgentFixture(world);
    const env = { XDG_CONFIG_HOME: await temporaryDirectory(), VOICE_API_URL: world.url, VOICE_API_TOKEN: ada.token };
    cli = commandLine(env);
  });

  /** A call that is over, whose caller had this question. */
  async function callWith(question: string, lookup: string): Promise<string> {
    const id = await ada.registerCall();
    const token = world.ports.tokens.issue({ email: 'bot@internal.invalid', org_id: ada.org_id, role: 'member' });
    const answer = { number: 1, at: '2026-01-31T09:30:01.000Z', question, answer: 'At ten.', lookup, sources: [] };
    const sent = await ada.ask('PATCH', `/calls/${id}`, { token, body: { answers: [answer], status: 'completed' } });
    assert.equal(sent.status, 200, sent.text);
    return id;
  }

  it('are listed with their newest answer and its call, by kind and page', async () => {
    assert.equal((await cli(['calls', 'gaps'])).out.trim(), 'There are none.');
    await callWith('Is there a pool?', 'nothing_close');
    await callWith('is there any pool', 'nothing_close');
    const wrong = await callWith('When do you open?', 'found');
    const mark = { correct_answer: 'At nine.' };
    assert.equal((await ada.ask('PUT', `/calls/${wrong}/answers/1/mark`, { body: mark })).status, 200);
    const { code, out } = await cli(['calls', 'gaps']);
    assert.equal(code, 0);
    assert.match(out, /^COUNT +KIND +LAST +QUESTION +ANSWER +CORRECT +CALL_ID\n2 +unanswered +2026-01-31 09:30:01Z /);
    assert.match(out, new RegExp(`\\n1 +wrong +\\S+ \\S+ +When do you open\\? +At ten\\. +At nine\\. +${wrong}`));
    assert.notInclude((await cli(['calls', 'gaps', '--kind', 'wrong'])).out, 'pool');
    assert.match((await cli(['calls', 'gaps', '-n', '1'])).out, /\n1 of 2\s*$/);
    assert.notInclude((await cli(['calls', 'gaps', '-n', '1', '--offset', '1'])).out, 'unanswered');
    assert.include((await cli(['calls', 'gaps', '--agent', 'another'])).out, 'There are none.');
    assert.equal((await cli(['calls', 'gaps', '--kind', 'other'])).code, 2);
    const { gaps } = JSON.parse((await cli(['calls', 'gaps', '--json'])).out) as { gaps: unknown[] };
    assert.lengthOf(gaps, 2);
  });
});
