import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { assert } from 'chai';
import { openAgentFixture, type AgentFixture } from '../support/agent-fixture.ts';
import { commandLine, type CommandLine } from '../support/command-line.ts';
import { testConfig } from '../support/providers.ts';
import { temporaryDirectory } from '../support/temporary.ts';
import { openWorld, type World } from '../support/world.ts';

interface StoredAgent {
  readonly version: number;
  readonly name: string;
  readonly config: { readonly prompts: { readonly system_prompt: string; readonly greeting_message: string } };
}

describe('versions of agents on the command line', () => {
  let world: World;
  let ada: AgentFixture;
  let cli: CommandLine;
  let file: string;
  let signers = 0;
  before(async () => (world = await openWorld()));
  beforeEach(async () => {
    ada = await openAgentFixture(world, `cli${(signers += 1)}`);
    const directory = await temporaryDirectory();
    cli = commandLine({ XDG_CONFIG_HOME: directory, VOICE_API_URL: world.url, VOICE_API_TOKEN: ada.token });
    file = join(directory, 'desk.yaml');
  });

  const stored = async () => (await ada.ask('GET', `/agents/${ada.agentId}`)).body as StoredAgent;
  const edit = async (from: string | RegExp, to: string) => {
    const before = await readFile(file, 'utf8');
    assert.match(before, new RegExp(from));
    await writeFile(file, before.replace(from, to));
  };
  const greet = (text: string) => {
    const prompts = { ...(testConfig()['prompts'] as object), greeting_message: text };
    return ada.ask('PATCH', `/agents/${ada.agentId}`, { body: { config: { ...testConfig(), prompts } } });
  };

  it('are pulled into YAML and pushed with what differs, and the file then has the new version', async () => {
    const prompt = 'You take bookings.\n\nYes: be short.\n# Never "shout".\n';
    const prompts = { ...(testConfig()['prompts'] as object), system_prompt: prompt };
    await ada.ask('PATCH', `/agents/${ada.agentId}`, { body: { config: { ...testConfig(), prompts } } });
    const pulled = await cli(['agents', 'pull', 'Desk', '-f', file]);
    assert.deepEqual([pulled.code, pulled.err.trim()], [0, `Wrote version 2 of Desk to ${file}.`]);
    assert.match(await readFile(file, 'utf8'), /^# Written by .*\nagent_id: \S+\nversion: 2\nname: Desk\nconfig:\n/);
    assert.deepEqual((await cli(['agents', 'push', file])).out.trim(), 'Nothing differs from version 2.');
    await edit('Yes: be short.', 'Be brief.');
    await edit(/^config:/mu, '# A comment of ours.\nconfig:');
    const pushed = await cli(['agents', 'push', file, '--note', 'Shorter']);
    assert.deepEqual([pulled.code, pushed.out.trim()], [0, 'Version 3 of Desk is published.']);
    assert.include(pushed.err, '~ config.prompts.system_prompt\n');
    assert.include(pushed.err, '    - Yes: be short.\n    + Be brief.\n');
    const after = await stored();
    assert.equal(after.config.prompts.system_prompt, prompt.replace('Yes: be short.', 'Be brief.'));
    const text = await readFile(file, 'utf8');
    assert.include(text, 'version: 3\n');
    assert.include(text, '# A comment of ours.\nconfig:');
    assert.match((await cli(['agents', 'versions', 'Desk'])).out, /3 published.*Shorter/);
  });

  it('are not overwritten by a file of another version, unless forced', async () => {
    await cli(['agents', 'pull', 'Desk', '-f', file]);
    await greet('In between');
    await edit('Hello!', 'From the file');
    const refused = await cli(['agents', 'push', file]);
    assert.equal(refused.code, 1);
    assert.include(refused.err, `${file} was pulled as version 1, but version 2 is published.`);
    assert.include(refused.err, '    - In between\n    + From the file\n');
    assert.equal((await stored()).version, 2);
    const forced = await cli(['agents', 'push', file, '--force']);
    assert.deepEqual([forced.code, forced.out.trim()], [0, 'Version 3 of Desk is published.']);
    assert.equal((await stored()).config.prompts.greeting_message, 'From the file');
  });

  it('are only compared in a dry run, and written as a draft on request', async () => {
    await cli(['agents', 'pull', 'Desk', '-f', file]);
    await edit('Hello!', 'From the file');
    assert.equal((await cli(['agents', 'push', file, '--dry-run'])).out.trim(), '1 difference from version 1.');
    const drafted = await cli(['agents', 'push', file, '--draft']);
    assert.equal(drafted.out.trim(), 'Wrote the draft, begun from version 1.');
    assert.equal((await stored()).version, 1);
    const published = await cli(['agents', 'publish', 'Desk', '--note', 'Tried']);
    assert.equal(published.out.trim(), 'Version 2 of Desk is published.');
  });

  it('are compared and rolled back', async () => {
    await greet('Two');
    const { out } = await cli(['agents', 'diff', 'Desk', '2']);
    assert.equal(out.trim(), '~ config.prompts.greeting_message\n    - Hello!\n    + Two');
    assert.equal((await cli(['agents', 'diff', 'Desk', '2', '--against', '2'])).out.trim(), 'Nothing differs.');
    const rolled = await cli(['agents', 'roll-back', 'Desk', '1', '--note', 'Back']);
    assert.equal(rolled.out.trim(), 'Version 3 of Desk is published.');
    assert.equal((await cli(['agents', 'roll-back', 'Desk', '9'])).code, 1);
  });

  it('are refused with what is wrong in the file', async () => {
    await writeFile(file, 'agent_id: [');
    assert.equal((await cli(['agents', 'push', file])).code, 2);
    await writeFile(file, 'name: Desk\n');
    assert.match((await cli(['agents', 'push', file])).err, /must have agent_id, version, name and config/);
    await cli(['agents', 'pull', 'Desk', '-f', file]);
    await edit('Hello!', '""');
    const refused = await cli(['agents', 'push', file]);
    assert.deepEqual([refused.code, refused.err.trim()], [1, 'prompts.greeting_message is required']);
    const piped = await cli(['agents', 'pull', 'Desk']);
    const same = await cli(['agents', 'push', '-'], { input: piped.out });
    assert.equal(same.out.trim(), 'Nothing differs from version 1.');
  });
});
