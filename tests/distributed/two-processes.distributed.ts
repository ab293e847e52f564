import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { assert } from 'chai';
import { RECEPTIONIST } from '../../tools/demo/scene.ts';
import { client, type Client } from '../support/client.ts';
import { temporaryDatabase } from '../support/databases.ts';
import { builtProgram } from '../support/programs.ts';
import { describeServed } from '../support/servers.ts';
import { killAtEndOfTest, temporaryDirectory } from '../support/temporary.ts';
import { TEST_KEYS } from '../support/test-keys.ts';

const TAKEN = `An agent named ${RECEPTIONIST.name} already exists`;

/** The API in a process of its own, and what one asks of it. */
async function startApi(documentsUrl: string, more: Readonly<Record<string, string>> = {}): Promise<Client> {
  const env = {
    PATH: process.env['PATH'],
    DATA_DIR: await temporaryDirectory(),
    DOCUMENTS_URL: documentsUrl,
    API_PORT: '0',
    RATE_LIMITS: 'off',
    ...TEST_KEYS,
    ...more,
  };
  const child = spawn(process.execPath, [await builtProgram('bootstrap/main'), 'api'], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  killAtEndOfTest(child);
  for await (const line of createInterface(child.stdout)) {
    const { event, port } = JSON.parse(line) as { event?: string; port?: number };
    if (event !== 'api.listening') continue;
    child.stdout.resume();
    return client(`http://127.0.0.1:${port}`);
  }
  throw new Error('The API ended without saying where it listens');
}

describeServed('two API processes on one database', 'documents', (server) => {
  it('accept each other’s tokens, and give a name that is asked for 200 times at once to one agent', async function () {
    const url = temporaryDatabase(server());
    const [one, other] = await Promise.all([startApi(url), startApi(url)]);
    const account = { email: 'ada@example.com', password: 'correct horse', organisation_name: 'Analytical Engines' };
    const { body } = await one.ask('POST', '/api/v1/users/signup', { body: account });
    const { access_token: token } = body as { access_token: string };
    assert.equal((await other.ask('GET', '/api/v1/users/me', { token })).status, 200);

    let outages = 0;
    /** Makes the agent, and asks again when a machine that stood still makes the database late. */
    const made = async (api: Client): Promise<unknown> => {
      const { status, detail } = await api.ask('POST', '/api/v1/agents', { token, body: RECEPTIONIST });
      if (status !== 503) return status === 201 ? status : detail;
      outages += 1;
      return made(api);
    };
    const answers = await Promise.all(Array.from({ length: 200 }, (_, turn) => made(turn % 2 === 0 ? one : other)));
    const [created = 0, taken = 0] = [201, TAKEN].map(
      (reported) => answers.filter((answer) => answer === reported).length,
    );
    assert.strictEqual(created + taken, 200, JSON.stringify(answers));
    // The creator may be among those that were late.
    assert.include(outages === 0 ? [1] : [0, 1], created);
    const agents = (await other.ask('GET', '/api/v1/agents', { token })).body;
    assert.lengthOf(agents as unknown[], 1);
  });

  it('let an address make ten attempts at a password together, and know of them after a restart', async function () {
    const url = temporaryDatabase(server());
    const limits = { RATE_LIMITS: 'on', TRUST_PROXY: '1' };
    const apis = await Promise.all([startApi(url, limits), startApi(url, limits)]);
    const account = { email: 'ada@example.com', password: 'correct horse', organisation_name: 'Analytical Engines' };
    assert.equal((await apis[0].ask('POST', '/api/v1/users/signup', { body: account })).status, 201);
    const attempt = async (api: Client): Promise<number> => {
      const headers = { 'x-forwarded-for': '203.0.113.9' };
      const body = { email: account.email, password: 'wrong' };
      return (await api.ask('POST', '/api/v1/users/login', { body, headers })).status;
    };
    const startedAt = performance.now();
    const attemptsAt = (at: readonly Client[]) =>
      Promise.all(Array.from({ length: 40 }, (_, turn) => attempt(at[turn % at.length]!)));
    const statuses = [...(await attemptsAt(apis)), ...(await attemptsAt([await startApi(url, limits)]))];
    const evaluated = statuses.filter((status) => status === 401).length;
    assert.lengthOf(
      statuses.filter((status) => status === 429),
      80 - evaluated,
    );
    // The next ones wait for 1, 2, 4 s, and so on, which may pass here.
    const waited = Math.floor(Math.log2((performance.now() - startedAt) / 1_000 + 1));
    assert.isAtLeast(evaluated, 10);
    assert.isAtMost(evaluated, 10 + waited);
  });
});
