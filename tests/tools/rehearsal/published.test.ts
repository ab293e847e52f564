import { createServer, request as forward, type Server } from 'node:http';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { assert } from 'chai';
import { stringify } from 'yaml';
import { NO_QUOTAS } from '../../../domain/accounts/quotas.ts';
import { rehearse } from '../../../tools/rehearsal/rehearse.ts';
import { openAgentFixture, type AgentFixture } from '../../support/agent-fixture.ts';
import { atEndOfTest, temporaryDirectory } from '../../support/temporary.ts';
import { openWorld, type World } from '../../support/world.ts';

const CONFIG = {
  prompts: { system_prompt: 'Tell the time.', greeting_message: 'Hello, what is it?' },
  language: { primary: 'en' },
  models: {
    ...{ stt_config: { provider: 'local' }, tts_config: { provider: 'local' } },
    llm_config: { provider: 'script', rules: [{ when: 'time', say: 'It is nine.' }], otherwise: 'Pardon?' },
  },
};

const SUITE = {
  title: 'Time',
  personas: { ada: { script: [{ when: 'what is it', say: 'what time is it' }], otherwise: '', leaves_after_turns: 2 } },
  conversations: [{ title: 'asks', persona: 'ada', expect: { says: ['It is nine'] } }],
  limits: { seconds: 60 },
};

interface Run {
  readonly run_id: string;
  readonly state: string;
  readonly remarks: readonly string[];
  readonly sides: readonly { readonly title: string; readonly version: number | null; readonly is_draft: boolean }[];
  readonly comparison: object | null;
  readonly conversations_done: number;
}

/** A server before an API that loses the first answer to each request, after the API has carried it out. */
async function losingAnswers(url: string): Promise<string> {
  const seen = new Set<string>();
  const server: Server = createServer((incoming, outgoing) => {
    const what = `${incoming.method} ${incoming.url}`;
    const { method, headers } = incoming;
    const sent = forward(`${url}${incoming.url}`, { method, headers }, (answer) => {
      if (incoming.method !== 'GET' && !seen.has(what)) {
        seen.add(what);
        answer.resume().once('end', () => incoming.socket.destroy());
      } else answer.pipe(outgoing.writeHead(answer.statusCode ?? 0, answer.headers));
    });
    incoming.pipe(sent);
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  atEndOfTest(() => new Promise((resolve) => server.close(resolve).closeAllConnections()));
  return `http://127.0.0.1:${(server.address() as { port: number }).port}`;
}

describe('npm run rehearse with --publish', () => {
  let world: World;
  let fixture: AgentFixture;
  let folder: string;
  let agentId: string;
  let printed: string[];
  beforeEach(async () => {
    world = await openWorld();
    fixture = await openAgentFixture(world);
    folder = await temporaryDirectory();
    await write(SUITE);
    const agent = { name: 'Clock', agent_category: 'websocket', config: CONFIG };
    agentId = (await fixture.post<{ agent_id: string }>('/agents', agent)).agent_id;
    printed = [];
  });
  afterEach(() => world.close());

  const write = (suite: object, file = 'suite.yaml'): Promise<void> => writeFile(join(folder, file), stringify(suite));
  const command = (args: readonly string[], url = world.url): Promise<0 | 1 | 2> =>
    rehearse(['suite.yaml', ...args], {
      ...{ env: { HOME: folder, VOICE_API_URL: url, VOICE_API_TOKEN: fixture.token }, folder },
      ...{ print: (text) => void printed.push(text), pause: async () => undefined },
    });
  const refusal = (...args: string[]): Promise<string> =>
    command(args).then(
      (code) => `exit code ${code}`,
      (error: Error) => error.message,
    );
  const get = async <T>(path: string): Promise<T> => (await fixture.ask('GET', path)).body as T;
  const suites = async () =>
    (await get<{ suites: { suite_id: string; title: string; last_run: object }[] }>('/rehearsal-suites')).suites;
  const runs = async (suiteId: string) => (await get<{ runs: Run[] }>(`/rehearsal-suites/${suiteId}/runs`)).runs;

  it('stores the suite once, and shows each run with both versions and what was said', async () => {
    await fixture.ask('PATCH', `/agents/${agentId}`, {
      body: { config: { ...CONFIG, prompts: { ...CONFIG.prompts, system_prompt: 'Tell it.' } } },
    });
    const code = await command(['--agent', agentId, '--version', '1', '--compare', '2', '--runs', '2', '--publish']);
    assert.equal(code, 0, printed.join('\n'));
    const [suite, ...others] = await suites();
    assert.isEmpty(others);
    assert.equal(suite?.title, 'Time');
    const [run] = await runs(suite!.suite_id);
    assert.include(printed, `Published: ${world.url}/console/rehearsals/runs/${run?.run_id}`);
    assert.deepInclude(run as object, {
      state: 'completed',
      origin: 'command',
      level: 'text',
      runs: 2,
      conversations_done: 4,
    });
    assert.deepEqual(
      run?.sides.map(({ title, version, is_draft }) => [title, version, is_draft]),
      [
        ['Clock, version 1', 1, false],
        ['Clock, version 2', 2, false],
      ],
    );
    assert.isNotNull(run?.comparison);
    const read = await get<object>(`/rehearsal-runs/${run?.run_id}/conversations/b2`);
    assert.deepInclude(read, { title: 'asks', persona: 'ada', run: 2, verdict: 'passed', has_recording: false });
    await command(['--agent', agentId, '--publish']);
    assert.lengthOf(await suites(), 1);
    assert.lengthOf(await runs(suite!.suite_id), 2);
  });

  it('publishes once although every answer of the API is lost at first', async () => {
    const url = await losingAnswers(world.url);
    await fixture.post('/rehearsal-suites', {
      agent_id: agentId,
      source: await readFile(join(folder, 'suite.yaml'), 'utf8'),
    });
    assert.equal(await command(['--agent', agentId, '--publish'], url), 0, printed.join('\n'));
    const [suite] = await suites();
    const all = await runs(suite!.suite_id);
    assert.deepEqual(
      all.map(({ state, conversations_done: done }) => [state, done]),
      [['completed', 1]],
    );
    assert.include(printed, `Published: ${url}/console/rehearsals/runs/${all[0]?.run_id}`);
  });

  it('keeps the exit code of the conversations', async () => {
    await write({ ...SUITE, conversations: [{ ...SUITE.conversations[0], expect: { says: ['It is ten'] } }] });
    assert.equal(await command(['--agent', agentId, '--publish']), 1);
    assert.isTrue(printed.some((line) => line.startsWith('Published: ')));
  });

  it('changes no stored suite, and says so where its text is another one', async () => {
    const source = stringify({ ...SUITE, limits: { seconds: 50 } });
    const { suite_id: id } = await fixture.post<{ suite_id: string }>('/rehearsal-suites', {
      agent_id: agentId,
      source,
    });
    await command(['--agent', agentId, '--publish']);
    assert.deepInclude(await get<object>(`/rehearsal-suites/${id}`), { source });
    assert.deepEqual((await runs(id))[0]?.remarks, [
      'The suite in the console has another text than suite.yaml, which was held.',
    ]);
  });

  it('refuses before the first conversation what could not be published', async () => {
    await writeFile(join(folder, 'clock.json'), JSON.stringify({ name: 'Clock', config: CONFIG }));
    assert.match(await refusal('--agent', 'clock.json', '--publish'), /has no id in an installation: .* --suite-id$/);
    assert.match(await refusal('--agent', agentId, '--publish', '--suite-id', 'none'), /Rehearsal suite not found/);
    assert.match(
      await refusal('--agent', agentId, '--publish', '--runs', '1000', '--only', 'asks', '--compare', '9'),
      /^Version not found/,
    );
    await write({ ...SUITE, limits: { turns: 900 } });
    assert.match(await refusal('--agent', agentId, '--publish'), /^suite\.yaml cannot be stored as a suite: .*turns/s);
    const conversations = [1, 2, 3].map((each) => ({ ...SUITE.conversations[0], title: `asks ${each}` }));
    await write({ ...SUITE, conversations });
    assert.match(
      await refusal('--agent', agentId, '--publish', '--runs', '1000'),
      /has 3000 conversations, .* at most 2000/,
    );
    await write(SUITE);
    const stored = { agent_id: agentId, source: stringify(SUITE) };
    for (let each = 0; each < 2; each += 1) await fixture.post('/rehearsal-suites', stored);
    assert.match(await refusal('--agent', agentId, '--publish'), /several suites called Time: pass one as --suite-id/);
    assert.match(await refusal('--suite-id', 'x'), /--suite-id is for --publish/);
    assert.match(await refusal('other.yaml', '--publish', '--suite-id', 'x'), /--suite-id is for one suite/);
    assert.isEmpty(printed);
  });

  it('begins the run before the first conversation', async () => {
    const stored = { agent_id: agentId, source: stringify(SUITE) };
    const { suite_id: id } = await fixture.post<{ suite_id: string }>('/rehearsal-suites', stored);
    const publish = ['--agent', agentId, '--publish'];
    const tooMany = Array.from({ length: 101 }, () => ['--only', 'asks']).flat();
    assert.match(await refusal(...publish, ...tooMany), /only/);
    assert.match(await refusal(...publish, '--only', 'nowhere'), /No conversation has a title/);
    world.ports.limits.quotas = { ...NO_QUOTAS, storage: 0 };
    assert.match(await refusal(...publish), /The quota storage/);
    assert.isEmpty(printed);
    assert.isEmpty(await runs(id));
  });

  it('cancels the run of a suite that cannot be held with the agent that is compared', async () => {
    const order = {
      ...{ type: 'http', name: 'order', description: 'Orders.', side_effects: true },
      request: { method: 'POST', url: 'http://127.0.0.1:9/orders', body: {} },
    };
    const other = { name: 'Clock', config: { ...CONFIG, tools: [order] } };
    await writeFile(join(folder, 'clock.json'), JSON.stringify(other));
    assert.match(await refusal('--agent', agentId, '--compare', 'clock.json', '--publish'), /order has side effects/);
    const [suite] = await suites();
    const found = await runs(suite!.suite_id);
    assert.deepEqual(
      found.map(({ state }) => state),
      ['canceled'],
    );
  });

  it('publishes an agent of a file under the suite that is named', async () => {
    await writeFile(join(folder, 'clock.json'), JSON.stringify({ name: 'Clock', config: CONFIG }));
    const stored = { agent_id: agentId, source: stringify(SUITE) };
    const { suite_id: id } = await fixture.post<{ suite_id: string }>('/rehearsal-suites', stored);
    assert.equal(await command(['--agent', 'clock.json', '--publish', '--suite-id', id]), 0);
    assert.deepInclude((await runs(id))[0]?.sides[0], { title: 'clock.json', version: null, is_draft: false });
  });
});
