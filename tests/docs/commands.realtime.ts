import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { assert } from 'chai';
import { openPlatform, type OpenPlatform } from '../support/platform.ts';
import { blocksOf, FIRST_STEPS, readPages, ROOT, type Block, type Page } from './pages.ts';
import { temporaryDirectory } from '../support/temporary.ts';

/** Calls run in real time, and a machine busy with other tests is slower. */
const TIMEOUT_MS = 600_000;
const PAGE_MS = 500_000;

const pages = await readPages();
const blocks = pages.flatMap(blocksOf);

describe('documentation commands', function () {
  this.timeout(TIMEOUT_MS);
  let platform: OpenPlatform;
  let directory: string;
  const ran = new Map<Page, Promise<CommandResult>>();

  before(async () => {
    platform = await openPlatform({ services: ['api', 'runtime', 'gateway', 'simulator'] });
    directory = await temporaryDirectory();
    const commandsOf = async (page: Page) => run(scriptOf(page), await workingCopy(directory), addresses(platform));
    const [first, ...others] = pages.filter((page) => triedOf(page).length > 0) as [Page, ...Page[]];
    assert.equal(first.path, FIRST_STEPS);
    // The other pages continue from the state of the first and contain long calls, so they run concurrently.
    ran.set(first, Promise.resolve(await commandsOf(first)));
    for (const page of others) ran.set(page, commandsOf(page));
  });
  after(async () => {
    await Promise.all(ran.values());
  });

  for (const page of pages.filter((each) => triedOf(each).length > 0))
    it(`succeed in order: ${page.path}`, async () => {
      const { code, printed } = (await ran.get(page))!;
      assert.equal(code, 0, printed);
    });

  it('are run, except those with a reason not to', () => {
    const untried = blocks.flatMap(({ place, untried: why }) => (why === null ? [] : [`${place}: ${why}`]));
    process.stdout.write(`  ${blocks.length - untried.length} blocks are run, ${untried.length} are not:\n`);
    for (const each of untried) process.stdout.write(`    ${each}\n`);
    assert.isAtLeast(blocks.length - untried.length, 10);
  });

  it('use the platform at the ports of the environment, beside another platform', async () => {
    const other = await openPlatform({ services: ['api'] });
    const script = '. docs/session.sh; echo "$ORG $RUNTIME $GATEWAY $SIM $VOICE_API_URL"';
    const printed = await Promise.all(
      [platform, other].map(async ({ apiBaseUrl }) => {
        const API_PORT = new URL(apiBaseUrl).port;
        const ports = { API_PORT, RUNTIME_PORT: '1', GATEWAY_PORT: '2', SIMULATOR_PORT: '3' };
        const { code, printed: text } = await run(script, ROOT, ports);
        assert.equal(code, 0, text);
        const [org, ...urls] = text.trim().split(' ');
        const expected = ['1', '2', '3', API_PORT].map((port) => `http://127.0.0.1:${port}`);
        assert.deepEqual(urls, expected);
        return org;
      }),
    );
    assert.notEqual(printed[0], printed[1]);
  });

  it('fail the page when one command fails', async () => {
    const text = '```sh\ntrue\n```\n```sh norun: a reason\nexit 7\n```\n```sh\nfalse | cat\necho never\n```\n';
    const script = scriptOf({ path: 'page.md', text });
    assert.deepEqual(await run(script, ROOT, {}), { code: 1, printed: '== page.md:1\n== page.md:7\n' });
  });
});

/** Exit code and output of a terminal. */
interface CommandResult {
  readonly code: number | null;
  readonly printed: string;
}

function triedOf(page: Page): Block[] {
  return blocksOf(page).filter(({ untried }) => untried === null);
}

/** The commands of a page as a shell script that ends at the first failure. */
const scriptOf = (page: Page): string =>
  ['set -euo pipefail', ...triedOf(page).map(({ place, commands }) => `echo "== ${place}"\n${commands}`)].join('\n');

/** A copy of the repository in which commands may leave files and build. */
async function workingCopy(within: string): Promise<string> {
  const directory = await mkdtemp(join(within, 'house-'));
  const names = new Set([...(await readdir(ROOT)), 'dist']);
  for (const name of ['data', '.git']) names.delete(name);
  await Promise.all([...names].map((name) => symlink(join(ROOT, name), join(directory, name))));
  return directory;
}

/** Addresses of this platform's services, for commands that use the default ports. */
const addresses = ({ apiBaseUrl, runtimeUrl, gatewayUrl, simulatorUrl, directory }: OpenPlatform) => ({
  API: apiBaseUrl,
  RUNTIME: runtimeUrl,
  GATEWAY: gatewayUrl ?? '',
  SIM: simulatorUrl ?? '',
  DATA_DIR: directory,
});

async function run(script: string, cwd: string, env: Readonly<Record<string, string>>): Promise<CommandResult> {
  const child = spawn('bash', ['-c', script], { cwd, env: { ...process.env, ...env, HOME: cwd }, timeout: PAGE_MS });
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (bytes: Buffer) => (printed += bytes.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, printed };
}
