import { execFile, spawnSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { assert } from 'chai';
import { writePythonPackage } from '../../tools/build/packages/python-package.ts';
import { root } from '../architecture/cruise.ts';
import { skip } from '../support/skipped.ts';
import { openWorld, type World } from '../support/world.ts';
import { runTool } from './tools.ts';
import { temporaryDirectory } from '../support/temporary.ts';

const run = promisify(execFile);
const hasPython = spawnSync('python3', ['--version']).status === 0;

/** What a user writes: every kind of request, and a fault. */
const PROGRAM = `
import json, sys
from voice_agent_platform import ApiError, Client

client = Client(sys.argv[1])
session = client.sign_up({"email": "python@example.com", "password": "correct horse", "organisation_name": "Py"})
client.token = session["access_token"]
agent = client.create_agent({
    "name": "Receptionist",
    "agent_category": "websocket",
    "config": {
        "prompts": {"greeting_message": "Hello {{name}}"},
        "language": {"primary": "en"},
        "models": {
            "stt_config": {"provider": "local"},
            "tts_config": {"provider": "local"},
            "llm_config": {"provider": "script"},
        },
        "custom_variables": {"name": "Zoë"},
    },
})
contacts = client.upload_contacts(b"phone_number,name\\n+14155550101,Ann\\n", "Gäste.csv")
callbacks = client.list_callbacks(limit=5, upcoming="false")
try:
    client.get_agent("of/another?")
    missing = None
except ApiError as error:
    missing = error.status
try:
    client.sign_up({"email": "x", "password": "short", "organisation_name": ""})
    fields = []
except ApiError as error:
    fields = sorted(problem.field or "" for problem in error.problems)
try:
    Client("http://127.0.0.1:9").welcome()
    unreachable = None
except ApiError as error:
    unreachable = [error.status, str(error).split(":")[0]]
print(json.dumps({
    "agents": [each["name"] for each in client.list_agents()],
    "variables": client.get_agent(agent["agent_id"])["config"]["custom_variables"],
    "rows": contacts["contact_rows"],
    "file": contacts["filename"],
    "callbacks": callbacks["callbacks"],
    "missing": missing,
    "fields": fields,
    "unreachable": unreachable,
}))
`;

/** A program with three faults that a checker of types must find. */
const FAULTY = `
from voice_agent_platform import Client

client = Client("http://127.0.0.1:8000")
client.create_agent({"name": "A", "agent_category": "radio"})
print(client.list_agents()[0]["nmae"])
client.get_agent()
`;

describe('the Python client', () => {
  let directory: string;
  let world: World;
  before(async () => {
    world = await openWorld();
    directory = await temporaryDirectory();
    await writePythonPackage(root, directory);
  });

  const started = (...args: readonly string[]) =>
    run('python3', args, { cwd: directory, env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1' } });

  async function checked(program: string): Promise<string> {
    await writeFile(join(directory, 'program.py'), program);
    await writeFile(
      join(directory, 'pyrightconfig.json'),
      JSON.stringify({ typeCheckingMode: 'strict', pythonVersion: '3.9', pythonPlatform: 'Linux' }),
    );
    const { stdout } = await runTool('pyright', '--project', directory);
    return stdout;
  }

  it('has a method for each operation of users', async () => {
    const client = await readFile(join(directory, 'voice_agent_platform/__init__.py'), 'utf8');
    assert.match(client, /^ {4}def create_agent\(self, body: CreateAgentBody\) -> AgentResponse:$/m);
    assert.match(client, /^ {4}def upload_contacts\(self, file: bytes, filename: str\) -> /m);
    assert.match(
      client,
      /^ {4}def publish_rehearsal_recording\(self, run_id: .*, conversation_id: .*, file: bytes\) -> /m,
    );
    assert.match(client, /^ {4}def get_recording\(self, call_id: Union\[str, int\]\) -> bytes:$/m);
    assert.include(client, 'f"/api/v1/agents/{path_part(agent_id)}"');
    assert.isAbove(client.match(/^ {4}def /gm)!.length, 150);
  });

  it('signs up, makes an agent, uploads a file and names what is wrong', async function () {
    if (!hasPython) skip(this, 'there is no python3');
    const { stdout } = await started('-c', PROGRAM, world.url);
    assert.deepEqual(JSON.parse(stdout), {
      agents: ['Receptionist'],
      variables: { name: 'Zoë' },
      rows: 1,
      file: 'Gäste.csv',
      callbacks: [],
      missing: 404,
      fields: ['organisation_name', 'password'],
      unreachable: [null, 'The API cannot be reached'],
    });
  });

  it('runs the example of its page', async function () {
    if (!hasPython) skip(this, 'there is no python3');
    const { token } = await world.signUp();
    const [, example = ''] =
      /^```python\n([^]+?)^```$/m.exec(await readFile(`${root}clients/python/README.md`, 'utf8')) ?? [];
    const program = example.replace('https://voice.example.com', world.url).replace('vak_…', token);
    const { stdout, stderr } = await started('-c', program);
    assert.deepEqual([stdout, stderr], ['', '']);
    assert.include(JSON.stringify(await world.ports.documents.everything()), 'prices.md');
  });

  it('has types by which a checker accepts a right program and finds the faults of a wrong one', async () => {
    assert.match(await checked(PROGRAM), /^0 errors/m);
    const faults = await checked(FAULTY);
    for (const fault of ["Literal['radio']", '"nmae"', '"agent_id"']) assert.include(faults, fault);
  });
});
