import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { assert } from 'chai';
import { SyntheticCaller } from '../../tools/demo/synthetic-caller.ts';
import { resolve } from '../../bootstrap/dependencies.ts';
import { joinPlatform, openPlatform, type OpenPlatform } from '../support/platform.ts';
import { scriptedVendors } from '../support/scripted-vendors.ts';
import { eventually } from '../support/eventually.ts';

const CONNECTIONS = 500;
const AT_ONCE = 20;
/** What a connection may leave behind on average, in bytes: less than any of its buffers. */
const LEFT_PER_CONNECTION = 8_000;

describe('five hundred connections', function () {
  this.timeout(600_000);
  let platform: OpenPlatform;
  before(async () => {
    platform = await openPlatform({
      env: { DEFAULT_ORG_CONCURRENCY_LIMIT: '1000' },
      parts: { vendors: scriptedVendors() },
    });
  });

  it('leave no call, file, timer or memory in use', async () => {
    const user = await joinPlatform(platform);
    const liveCalls = await resolve(platform.container, 'liveCalls');
    await connect(user.socket, 100);
    await liveCalls.whenEmpty();
    const before = { heap: await settledHeap(), resources: activeResources() };
    await connect(user.socket, CONNECTIONS);
    await liveCalls.whenEmpty();
    assert.equal(liveCalls.count, 0);
    await spoolEmpty(join(platform.directory, 'spool'));
    // What the last connections hold is let go when they are closed, soon after their calls.
    let left = Infinity;
    const isLittle = async () => (left = (await settledHeap()) - before.heap) < CONNECTIONS * LEFT_PER_CONNECTION;
    await eventually(isLittle, 'the end of their memory').catch(() => assert.fail(`${left} bytes are left`));
    await eventually(() => activeResources() <= before.resources + 5, 'the end of all sockets, files and timers');
  });
});

/** Number of calls, some concurrent: a third hang up, a third disconnect, a third never report ready. */
async function connect(socket: string, count: number): Promise<void> {
  for (let from = 0; from < count; from += AT_ONCE)
    await Promise.all(Array.from({ length: AT_ONCE }, (_, place) => once(socket, (from + place) % 3)));
}

async function once(socket: string, manner: number): Promise<void> {
  if (manner === 2) {
    const silent = await SyntheticCaller.connect(socket);
    return silent.dropConnection();
  }
  const caller = await SyntheticCaller.join(socket);
  await caller.waitFor(({ type }) => type === 'bot-started-speaking', 30_000);
  if (manner === 0) await caller.hangUp();
  else caller.dropConnection();
}

/** What the heap holds once it has been swept. */
async function settledHeap(): Promise<number> {
  const { default: v8 } = await import('node:v8');
  const { default: vm } = await import('node:vm');
  v8.setFlagsFromString('--expose-gc');
  const collect = vm.runInNewContext('gc') as () => void;
  for (let sweep = 0; sweep < 3; sweep += 1) {
    collect();
    await new Promise((done) => setTimeout(done, 50));
  }
  return process.memoryUsage().heapUsed;
}

/** Sockets, servers, files and timers that are open; connections to the API that are kept for reuse are among them. */
const activeResources = (): number =>
  process.getActiveResourcesInfo().filter((kind) => kind !== 'TCPSocketWrap' && kind !== 'Immediate').length;

const spoolEmpty = (folder: string): Promise<unknown> =>
  eventually(async () => (await readdir(folder)).length === 0, 'the delivery of all calls');
