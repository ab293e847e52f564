import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { assert } from 'chai';
import { openAgentFixture, type AgentFixture } from '../support/agent-fixture.ts';
import { commandLine, type CommandLine } from '../support/command-line.ts';
import { EMPTY_CONVERSATION, PUBLISHED_RUN } from '../contracts/rehearsal-examples.ts';
import { TABLE_SUITE, tableConfig } from '../support/rehearsed-tables.ts';
import { temporaryDirectory } from '../support/temporary.ts';
import { wavFile, wavParts } from '../support/wav-files.ts';
import { openWorld, type World } from '../support/world.ts';

describe('suites and rehearsals on the command line', () => {
  let world: World;
  let ada: AgentFixture;
  let cli: CommandLine;
  let folder: string;
  let suiteId: string;
  beforeEach(async () => {
    world = await openWorld();
    ada = await openAgentFixture(world);
    await ada.ask('PATCH', `/agents/${ada.agentId}`, { body: { config: tableConfig() } });
    folder = await temporaryDirectory();
    cli = commandLine({ XDG_CONFIG_HOME: folder, VOICE_API_URL: world.url, VOICE_API_TOKEN: ada.token });
    const { code, out, err } = await cli(['suites', 'create', '-', '--agent', 'Desk', '--json'], {
      input: TABLE_SUITE,
    });
    assert.equal(code, 0, err);
    suiteId = (JSON.parse(out) as { suite_id: string }).suite_id;
  });
  afterEach(async () => {
    await world.ports.rehearsalWorker.stop();
    await world.close();
  });

  const meanwhile = () => world.ports.rehearsalWorker.tick();

  it('list, show, replace and delete suites, with their text as it is', async () => {
    assert.match((await cli(['suites', 'list'])).out, new RegExp(`^SUITE_ID.*\\n${suiteId} +Tables +2 +API +- +-\\n$`));
    assert.include((await cli(['suites', 'list', '--agent', ada.agentId])).out, 'Tables');
    assert.match(
      (await cli(['suites', 'show', suiteId])).out,
      /title +Tables\n[^]*held by +the API\n[^]*a table is booked/,
    );
    assert.equal((await cli(['suites', 'show', suiteId, '--source'])).out.trim(), TABLE_SUITE.trim());
    const file = join(folder, 'suite.yaml');
    await writeFile(file, TABLE_SUITE.replace('title: Tables', 'title: Other tables'));
    assert.include((await cli(['suites', 'replace', suiteId, file])).out, 'Other tables');
    const wrong = await cli(['suites', 'create', '-', '--agent', 'Desk'], { input: 'title: 7' });
    assert.deepEqual([wrong.code, wrong.err.includes('conversations')], [1, true]);
    assert.equal((await cli(['suites', 'delete', suiteId])).out, `${suiteId} deleted.\n`);
    assert.equal((await cli(['suites', 'show', suiteId])).code, 1);
  });

  it('run a suite, and fail unless every conversation passes', async () => {
    const failing = await cli(['suites', 'run', suiteId, '--wait'], { meanwhile });
    assert.equal(failing.code, 1);
    assert.match(failing.out, /state +completed\n[^]*a +Desk, version 2 +1 of 2 +50\.0 %/);
    assert.include(failing.err, 'Not every conversation passed.');
    await ada.ask('PATCH', `/agents/${ada.agentId}`, { body: { config: tableConfig('How many are you?') } });
    const passing = ['suites', 'run', suiteId, '--compare', '2', '--agent-version', '3', '--seed', '3'];
    const { out, code } = await cli([...passing, '--only', 'booked', '--runs', '2', '--wait'], { meanwhile });
    assert.match(out, /B compared with A: \d better, \d worse/);
    assert.include([0, 1], code);
    assert.equal((await cli(['suites', 'run', suiteId, '--agent-version', 'x'])).code, 2);
    assert.match(
      (await cli(['rehearsals', 'list', suiteId, '-n', '1'])).out,
      /completed +text +4 of 4 [^]*\n1 of 2\n$/,
    );
  });

  it('show what was said in a run, and end and delete runs', async () => {
    const started = await cli(['suites', 'run', suiteId, '--json']);
    const { run_id: id } = JSON.parse(started.out) as { run_id: string };
    assert.match((await cli(['rehearsals', 'show', id, '--wait'], { meanwhile })).out, /state +completed/);
    const { out } = await cli(['rehearsals', 'conversations', id, '--verdict', 'failed']);
    assert.match(out, /^ID [^]*\na2 [^]* failed [^]*discount/);
    const conversation = (await cli(['rehearsals', 'conversation', id, 'a1'])).out;
    assert.match(
      conversation,
      /verdict +passed\n[^]* s {2}agent {3}For how many\?\n[^]* s {2}tool {4}book \{"size":"four"\} ok/,
    );
    assert.equal((await cli(['rehearsals', 'conversations', id, '--side', 'c'])).code, 2);
    assert.equal((await cli(['rehearsals', 'recording', id, 'a1', '-o', '-'])).code, 1);
    const other = JSON.parse((await cli(['suites', 'run', suiteId, '--json'])).out) as { run_id: string };
    assert.match((await cli(['rehearsals', 'cancel', other.run_id])).out, /state +canceled/);
    assert.equal((await cli(['rehearsals', 'delete', other.run_id])).out, `${other.run_id} deleted.\n`);
  });

  it('write the recording of a published conversation', async () => {
    const path = `/rehearsal-suites/${suiteId}/published-runs`;
    const { run_id: id } = await ada.post<{ run_id: string }>(path, { ...PUBLISHED_RUN, level: 'voice' });
    const conversation = `/rehearsal-runs/${id}/conversations/a1`;
    await ada.ask('PUT', conversation, { body: EMPTY_CONVERSATION });
    const recording = wavFile();
    await ada.ask('PUT', `${conversation}/recording`, wavParts(recording));
    const file = join(folder, 'a1.wav');
    assert.equal((await cli(['rehearsals', 'recording', id, 'a1', '-o', file])).code, 0);
    assert.deepEqual(await readFile(file), recording);
    assert.match((await cli(['rehearsals', 'conversations', id])).out, / yes /);
  });
});
