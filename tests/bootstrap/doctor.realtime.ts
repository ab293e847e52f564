import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { once } from 'node:events';
import { assert } from 'chai';
import { freePort } from '../support/free-port.ts';
import { builtProgram } from '../support/programs.ts';
import { killAtEndOfTest, temporaryDirectory } from '../support/temporary.ts';

describe('npm start -- doctor', function () {
  this.timeout(180_000);

  it('waits for servers that do not answer, reports them and exits with 1', async () => {
    const env = {
      PATH: process.env['PATH'],
      DATA_DIR: await temporaryDirectory(),
      ...{ API_PORT: String(await freePort()), EMBEDDINGS_URL: `http://127.0.0.1:${await freePort()}` },
    };
    const child = spawn(process.execPath, [await builtProgram('bootstrap/main'), 'doctor', 'api'], {
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    killAtEndOfTest(child);
    const exited = once(child, 'exit') as Promise<[number | null]>;
    const [printed, [code]] = await Promise.all([text(child.stdout), exited]);
    assert.equal(code, 1, printed);
    assert.match(printed, /^FAULT +models +EMBEDDINGS_URL: .* cannot be reached$/m);
    assert.match(printed, /^1 fault, \d warnings?\.$/m);
  });
});
