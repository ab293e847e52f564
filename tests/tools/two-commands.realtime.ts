import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { assert } from 'chai';
import { CONTACTS } from '../../tools/demo/scene.ts';
import { root } from '../architecture/cruise.ts';
import { atEndOfTest, temporaryDirectory } from '../support/temporary.ts';

/** They build what is stale, and talk as long as talking takes, beside other tests. */
const TIMEOUT_MS = 600_000;

/** An address where nothing listens. */
const NOBODY = 'http://127.0.0.1:9';

const FREE_PORTS = { API_PORT: '0', RUNTIME_PORT: '0', GATEWAY_PORT: '0', SIMULATOR_PORT: '0' };

describe('the two commands', function () {
  this.timeout(TIMEOUT_MS);

  /** An npm command with only the data directory and these variables set. */
  async function command(words: readonly string[], set = {}): Promise<{ child: ChildProcess; dataDir: string }> {
    const dataDir = await temporaryDirectory();
    const env = { PATH: process.env['PATH'], HOME: process.env['HOME'], DATA_DIR: dataDir, ...FREE_PORTS, ...set };
    const child = spawn('npm', words, { cwd: root, env, detached: true });
    atEndOfTest(() => {
      if (child.exitCode === null && child.signalCode === null) process.kill(-child.pid!, 'SIGKILL');
    });
    return { child, dataDir };
  }

  it('npm run demo plays all its calls and leaves the announced files, whatever the environment', async () => {
    const elsewhere = { API_BASE_URL: NOBODY, VOICE_SERVER_BASE_URL: NOBODY, SIMULATOR_URL: NOBODY };
    const { child, dataDir } = await command(['run', 'demo'], elsewhere);
    const exited = once(child, 'exit') as Promise<[number | null]>;
    const [printed, complained, [code]] = await Promise.all([text(child.stdout!), text(child.stderr!), exited]);
    assert.equal(code, 0, printed + complained);
    assert.match(printed, new RegExp(`"file":"${dataDir}/secrets.env","event":"keys.generated"`));
    assert.match(printed, /caller {2}what are your opening hours\n.*answered after \d+ ms\n {2}agent {3}We are open/s);
    assert.match(printed, /agent {3}You can park .*\n {10}from house-guide\.pdf, page 2, Inside and outside\.\n/);
    assert.match(printed, /agent {3}The code is T101\.\n/);
    assert.match(printed, /✓ call ended.*\n✓ tool book_table \{"guests":"two"\}: ok, HTTP status 201, answer T101\n/s);
    for (const { name, phone_number } of CONTACTS)
      assert.match(printed, new RegExp(`^  ${name} +\\${phone_number} +(completed|failed|no_answer|busy) `, 'm'));
    const transcript = await readFile(join(dataDir, 'demo/transcript.txt'), 'utf8');
    assert.include(transcript, 'You can park free of charge');
    const metrics = JSON.parse(await readFile(join(dataDir, 'demo/metrics.json'), 'utf8')) as { latencies: object };
    assert.property(metrics.latencies, 'user_to_bot_secs');
    assert.isAbove((await stat(join(dataDir, 'demo/recording.wav'))).size, 500_000);
  });

  it('npm start prints its addresses, answers there, and ends on a signal', async () => {
    const { child, dataDir } = await command(['start']);
    const closed = once(child, 'close');
    let printed = '';
    await new Promise<void>((resolve) => {
      child.stdout!.on('data', (piece: Buffer) => {
        printed += String(piece);
        if (printed.includes('"platform.ready"')) resolve();
      });
    });
    const ready = printed.split('\n').find((line) => line.includes('"platform.ready"'))!;
    const addresses = ready.match(/http:\/\/127\.0\.0\.1:\d+/g)!;
    assert.lengthOf(new Set(addresses), 4, ready);
    for (const address of addresses) assert.equal((await fetch(`${address}/health`)).status, 200);
    const kept = ['platform.db', 'secrets.env'].map((name) => stat(join(dataDir, name)));
    for (const { mode } of await Promise.all(kept)) assert.equal(mode & 0o077, 0, 'others may look into it');
    // To npm alone, like `kill` with the id of a background job.
    child.kill('SIGTERM');
    await closed;
    assert.equal(child.exitCode, 0, printed);
    for (const address of addresses)
      assert.instanceOf(await fetch(address).catch((error: unknown) => error), TypeError);
  });
});
