import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { assert } from 'chai';
import { joinPlatform, openPlatform, type OpenPlatform } from '../support/platform.ts';
import { builtProgram } from '../support/programs.ts';
import { temporaryDirectory } from '../support/temporary.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** The agent that the page speaks of. */
const AGENT = {
  name: 'Receptionist',
  agent_category: 'websocket',
  config: {
    prompts: { greeting_message: 'Hello, how can I help you?' },
    language: { primary: 'en' },
    models: {
      stt_config: { provider: 'local', mode: 'phrases' },
      tts_config: { provider: 'local', voice: 'slt' },
      llm_config: { provider: 'script', rules: [{ when: 'opening hours', say: 'We are open from nine to five.' }] },
    },
  },
};

const MOST_RUNS = 4;

/** Runs a file of scenarios as a user does, and answers what the command printed and how it ended. */
async function run(file: string, ...args: string[]): Promise<{ printed: string; code: number }> {
  const path = join(await temporaryDirectory(), 'file.yaml');
  await writeFile(path, file);
  const command = [await builtProgram('tools/scenario/main'), path, ...args];
  const child = spawn(process.execPath, command, { cwd: ROOT });
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (bytes: Buffer) => (printed += bytes.toString()));
  const [code] = (await once(child, 'close')) as [number];
  return { printed, code };
}

describe('scenarios against a running agent', function () {
  this.timeout(600_000);
  let platform: OpenPlatform;
  let socket: string;
  before(async () => {
    platform = await openPlatform();
    ({ socket } = await joinPlatform(platform, AGENT));
  });

  it('behave as documented', async () => {
    const page = await readFile(join(ROOT, 'docs/scenarios.md'), 'utf8');
    const [, example = ''] = /```yaml\n(# opening-hours\.yaml\n.+?)```/su.exec(page) ?? [];
    // The times of the page are those of an idle machine. A busy one may also be too late to interrupt the reply.
    const file = example.replaceAll(/within_ms: \d+/gu, 'within_ms: 60000');
    let { printed, code } = await run(file, '--agent', socket);
    for (let runs = 1; code !== 0 && runs < MOST_RUNS; runs += 1)
      ({ printed, code } = await run(file, '--agent', socket));
    assert.equal(code, 0, printed);
    assert.lengthOf(printed.match(/^✓ /gmu) ?? [], 2, printed);
  });

  it('fail with what the agent did instead', async () => {
    const caller = [{ after: 'agent_stops', hangs_up: true }];
    const events = [{ agent_says: 'Good morning.' }, { asked: 'What we cannot know' }, { ended: 'caller_left' }];
    const file = { socket, scenarios: [{ title: 'A wrong one', caller, expect: { events } }] };
    const { printed, code } = await run(JSON.stringify(file));
    assert.equal(code, 1, printed);
    assert.match(printed, /^✗ A wrong one \(2 of 3 events are visible on the socket\)$/mu);
    assert.include(printed, 'agent_says “Good morning.” never happened');
    assert.match(printed, /^ +\d+ ms {2}agent_says {2}Hello, how can I help you\?$/mu);
  });

  it('fail without an answer, a socket or a valid file', async () => {
    const scenarios = [{ title: 'Any', expect: { events: [{ ended: null }] } }];
    const nobody = await run(JSON.stringify({ scenarios }), '--agent', 'ws://127.0.0.1:9/agent/o/a');
    assert.equal(nobody.code, 1, nobody.printed);
    assert.match(nobody.printed, /^✗ Any .+\n +connect ECONNREFUSED/mu);
    for (const [file, problem] of [
      [JSON.stringify({ scenarios }), /has no socket/],
      ['scenarios: [{ title: x }]', /not a valid scenario file:\nline 1: scenarios\[0\]\.expect is required/],
    ] as const) {
      const { printed, code } = await run(file);
      assert.equal(code, 1);
      assert.match(printed, problem);
    }
  });
});
