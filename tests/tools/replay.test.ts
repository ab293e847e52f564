import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { assert } from 'chai';
import { originOf, settingsOf } from '../../application/runtime/call-settings.ts';
import { ConversationDriver } from '../../domain/voice/conversation-driver.ts';
import type { ConversationSettings } from '../../domain/voice/state.ts';
import { endLine, headLine, inputLine } from '../../domain/voice/input-log.ts';
import { parseHandover } from '../../domain/agents/handover.ts';
import { replay } from '../../tools/replay/replay.ts';
import { playRecorded } from '../../tools/scenario/play-recorded.ts';
import { readScenarios } from '../../tools/scenario/read-scenarios.ts';
import { AGENT } from '../application/runtime/web-call-world.ts';
import { connects, disconnects, final, played, starts, stops, talks } from '../domain/voice/conversation-table.ts';
import { openAgentFixture, type AgentFixture } from '../support/agent-fixture.ts';
import { temporaryDirectory } from '../support/temporary.ts';
import { openWorld, type World } from '../support/world.ts';
import { errorText } from '../support/refusals.ts';

const CALL = [
  [0, connects],
  [0.1, starts(1)],
  [1, played(1, 'Hello Ada!')],
  [2, talks],
  [3, stops],
  [3.2, final('When are you open?')],
  [20, disconnects('caller_left')],
] as const;

/** What the runtime stores of a call of this agent with Ada. */
function storedInputs(agent: Pick<typeof AGENT, 'config'>, more: Partial<ConversationSettings> = {}): string {
  const call = { agent, variables: { name: 'Ada' } };
  const settings = { ...settingsOf(call), ...more };
  const driver = new ConversationDriver(settings);
  const lines = CALL.map(([seconds, inputAt]) => {
    const input = inputAt(seconds * 1000);
    return inputLine(input, driver.take(input));
  });
  return [headLine(originOf(call), settings), ...lines, endLine('complete')].join('');
}

describe('npm run replay', () => {
  let folder: string;
  beforeEach(async () => (folder = await temporaryDirectory()));

  /** Runs the command. */
  async function run(args: readonly string[], env: Record<string, string> = {}) {
    const lines: string[] = [];
    const code = await replay([...args], { env: { HOME: folder, ...env }, print: (line) => void lines.push(line) });
    return { code, out: lines.join('\n') };
  }

  const fileOf = async (name: string, content: string): Promise<string> => {
    const path = join(folder, name);
    await writeFile(path, content);
    return path;
  };
  const refusalOf = (args: readonly string[]): Promise<string> => errorText(run(args));

  it('reports that unchanged code has the same effects as the call', async () => {
    const { code, out } = await run([await fileOf('inputs', storedInputs(AGENT))]);
    assert.equal(code, 0);
    assert.equal(out, '7 inputs stored.\n✓ This code has the same effects as the call: 7 inputs, 1 turn, 20.000 s.');
  });

  it('reports inputs that a crash cut, and effects that differ', async () => {
    const text = storedInputs(AGENT);
    assert.match((await run([await fileOf('cut', text.slice(0, -60))])).out, /The log was interrupted/);
    const { code, out } = await run([await fileOf('other', text.replace('"say"', '"hangUp"'))]);
    assert.equal(code, 1);
    assert.match(out, /turn 0, 0\.000 s, input 1 \(connected\): the conversation does something else\n {4}stored /);
    assert.match(out, /The replay stops here/);
  });

  it('reports inputs that end before an agent with a redaction', async () => {
    const { code, out } = await run([
      await fileOf('redacted', storedInputs(AGENT).replace('"complete"', '"redacted"')),
    ]);
    assert.equal(code, 0);
    assert.match(out, /^An agent with a redaction took the call over/m);
  });

  it('finds no difference with the same configuration of an agent that hands over', async () => {
    const handover = parseHandover({ targets: [{ name: 'billing', agent_id: 'a2', description: 'Invoices.' }] })!;
    const config = { ...AGENT.config, handover };
    const speaking = { agent_id: 'a1', name: 'Desk', version: 3 };
    const inputs = await fileOf('inputs', storedInputs({ config }, { agent: speaking }));
    const { code, out } = await run([inputs, '--config', await fileOf('agent.json', JSON.stringify({ config }))]);
    assert.equal(code, 0, out);
    assert.notInclude(out, 'Settings that differ');
  });

  it('compares with a configuration, of which single settings can be others', async () => {
    const inputs = await fileOf('inputs', storedInputs(AGENT));
    const same = ['--config', await fileOf('agent.json', JSON.stringify({ config: AGENT.config }))];
    const unchanged = await run([inputs, ...same]);
    assert.equal(unchanged.code, 0, unchanged.out);
    const prompt = await fileOf('prompt.txt', 'Serve {{name}} quickly.\n');
    const settings = ['prompts.greeting_message=Hi {{name}}!', `prompts.system_prompt=@${prompt}`];
    const { code, out } = await run([inputs, ...same, ...settings.flatMap((setting) => ['--set', setting])]);
    assert.equal(code, 1);
    assert.match(out, /^Settings that differ: systemPrompt, greeting\.$/m);
    assert.match(out, /stored {2}say "Hello Ada!"\n {4}now {5}say "Hi Ada!"/);
    assert.match(out, /turn 1, 3\.200 s, input 6 .*: the model is given another context/);
    const model = await run([inputs, ...same, '--set', 'models.llm_config.model=llm-2']);
    assert.match(model.out, /^Another llm: cloud, model llm-2, not cloud, model llm-1\./m);
    assert.match(model.out, /^ {2}turn 1, 3\.200 s, input 6: it is asked, and may answer otherwise$/m);
    assert.equal(model.code, 1);
  });

  it('writes the call as a scenario, which passes', async () => {
    const file = join(folder, 'call.yaml');
    await run([await fileOf('inputs', storedInputs(AGENT)), '--scenario', file]);
    const [scenario] = readScenarios(await readFile(file, 'utf8')).scenarios;
    assert(scenario);
    assert.deepEqual(scenario.caller, [
      { after: 'agent_stops', wait_ms: 1_000, says: 'When are you open?' },
      { after: 'agent_stops', wait_ms: 19_000, hangs_up: true },
    ]);
    assert.deepEqual(scenario.expect.transcript, ['assistant: Hello Ada!', 'user: When are you open?']);
    assert.isEmpty(playRecorded(scenario).problems);
  });

  it('says what is wrong with its arguments', async () => {
    assert.match(await refusalOf([]), /^Pass the id of one call/);
    assert.match(await refusalOf(['a', '--draft', '--version', '2']), /^Pass only one of/);
    assert.match(await refusalOf(['a', '--version', 'two']), /^--version must be a number/);
    assert.match(await refusalOf(['a', '--set', 'prompts']), /^--set must be <path>=<value>/);
    assert.match(await refusalOf([await fileOf('transcript', 'call_id=1\n')]), /is not the inputs of a call/);
  });

  describe('of a call in the platform', () => {
    let world: World;
    let fixture: AgentFixture;
    before(async () => {
      world = await openWorld();
      fixture = await openAgentFixture(world);
    });

    it('reads inputs and configuration from the API', async () => {
      const env = { VOICE_API_URL: world.url, VOICE_API_TOKEN: fixture.token };
      const id = await fixture.registerCall();
      const call = await world.ports.calls.find(fixture.org_id, id);
      const agent = await world.ports.agents.find(fixture.org_id, call!.agent_id);
      const text = storedInputs(agent!);
      const facts = { size: Buffer.byteLength(text), contentType: 'application/x-ndjson' };
      await world.ports.objects.put(`${fixture.org_id}/${id}/inputs.ndjson`, bytesOf(text), facts);
      const { code, out } = await run([id, '--agent', call!.agent_id], env);
      assert.equal(code, 0, out);
      assert.match(out, /✓ With the present configuration of agent .+ nothing differs\.$/);
      const other = await run([id, '--version', '1', '--set', 'prompts.greeting_message=Other words.'], env);
      assert.equal(other.code, 1);
      assert.match(other.out, /≠ With version 1 of agent .+ with another prompts\.greeting_message:/);
      const refused = await run(['none'], env).catch((error: Error) => error.message);
      assert.equal(refused, 'Call not found.');
    });
  });
});

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}
