import { assert } from 'chai';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { readScenarios } from '../../tools/scenario/read-scenarios.ts';
import { connects } from '../domain/voice/conversation-table.ts';
import { logText } from '../domain/voice/logged-calls.ts';
import { openAgentFixture } from '../support/agent-fixture.ts';
import { commandLine } from '../support/command-line.ts';
import { temporaryDirectory } from '../support/temporary.ts';
import { openWorld, type World } from '../support/world.ts';

describe('calls scenario on the command line', () => {
  let world: World;
  before(async () => (world = await openWorld()));

  it('stores a call as a scenario, or says why it has none', async () => {
    const { org_id, token, registerCall } = await openAgentFixture(world);
    const folder = await temporaryDirectory();
    const cli = commandLine({ XDG_CONFIG_HOME: folder, VOICE_API_URL: world.url, VOICE_API_TOKEN: token });
    const [callId, file] = [await registerCall(), join(folder, 'call.yaml')];
    const refused = await cli(['calls', 'scenario', callId, '-o', file]);
    assert.equal(refused.code, 1);
    assert.match(refused.err, /^Inputs not available yet/);
    const text = logText([[0, connects]]);
    const facts = { size: Buffer.byteLength(text), contentType: 'application/x-ndjson' };
    await world.ports.objects.put(`${org_id}/${callId}/inputs.ndjson`, Readable.from([Buffer.from(text)]), facts);
    assert.equal((await cli(['calls', 'scenario', callId, '-o', file])).code, 0);
    assert.equal(readScenarios(await readFile(file, 'utf8')).scenarios[0]?.recorded, text);
  });
});
