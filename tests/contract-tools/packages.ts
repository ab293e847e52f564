import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { assert } from 'chai';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { root } from '../architecture/cruise.ts';
import { openWorld, type World } from '../support/world.ts';
import { writePackages } from '../../tools/build/packages/write-packages.ts';
import { TOOLS } from './tools.ts';
import { temporaryDirectory } from '../support/temporary.ts';

const run = promisify(execFile);

/** The packages for npm. */
const NAMES = ['client', 'cli', 'browser', 'widget'];

/** No package can be fetched: nothing listens at this address. */
const NO_REGISTRY = 'http://127.0.0.1:9/';

/** A folder of a user that has TypeScript and the client, and how it compiles. */
interface Project {
  readonly type: 'module' | 'commonjs';
  readonly compiler: string;
  readonly module: string;
}

const [TYPESCRIPT_5, TYPESCRIPT_7] = [
  `${TOOLS}node_modules/typescript/bin/tsc`,
  `${root}node_modules/typescript7/bin/tsc`,
];
const PROJECTS: Readonly<Record<string, Project>> = {
  'an ES module': { type: 'module', compiler: TYPESCRIPT_5, module: 'node16' },
  'a CommonJS module': { type: 'commonjs', compiler: TYPESCRIPT_5, module: 'node16' },
  'a module for a bundler': { type: 'module', compiler: TYPESCRIPT_7, module: 'preserve' },
};

describe('the published packages', () => {
  let place: string;
  let world: World;
  let env: NodeJS.ProcessEnv;
  const tarballs = new Map<string, string>();
  before(async () => {
    world = await openWorld();
    place = await temporaryDirectory();
    env = npmWithoutNetwork(place);
    await writePackages(root, join(place, 'packages'));
    for (const name of NAMES) tarballs.set(name, await packed(join(place, 'packages', name)));
  });

  const tarball = (name: string): string => tarballs.get(name)!;

  async function packed(folder: string): Promise<string> {
    const { stdout } = await run('npm', ['pack', folder, '--json', '--ignore-scripts'], { cwd: place, env });
    const [{ filename }] = JSON.parse(stdout) as [{ filename: string }];
    return join(place, filename);
  }

  /** An empty folder. */
  async function emptyFolder(): Promise<string> {
    return mkdtemp(join(place, 'user-'));
  }

  let users = 0;
  const newUser = () => world.signUp(`user-${(users += 1)}`);

  /** An environment of a user who has a key of the API. */
  async function userEnv(): Promise<NodeJS.ProcessEnv> {
    const { token } = await newUser();
    return { ...env, VOICE_API_URL: world.url, VOICE_API_TOKEN: token };
  }

  for (const name of NAMES)
    it(`have no fault that publint knows: ${name}`, async () => {
      const bytes = await readFile(tarball(name));
      const { messages, pkg } = await publint({ strict: true, pack: { tarball: exactly(bytes) } });
      assert.deepEqual(
        messages.map((message) => formatMessage(message, pkg, { color: false })),
        [],
      );
    });

  for (const name of NAMES)
    it(`have a page for their users that names how they are installed: ${name}`, async () => {
      const { stdout } = await run('tar', ['-xzOf', tarball(name), 'package/README.md']);
      assert.match(stdout, new RegExp(`np[mx] .*@voice-agent-platform/${name}|'@voice-agent-platform/${name}'`));
      assert.match(stdout, /^```(?:ts|sh)$/m);
    });

  it('are typed for every way to import them', async () => {
    const result = await checkPackage(createPackageFromTarballData(await readFile(tarball('client'))));
    assert.isNotFalse(result.types);
    assert.deepEqual('problems' in result ? result.problems : [], []);
  });

  for (const name of ['browser', 'widget'])
    it(`are typed for modules: ${name}`, async () => {
      const result = await checkPackage(createPackageFromTarballData(await readFile(tarball(name))), {
        entrypoints: ['.'],
      });
      const problems = 'problems' in result ? result.problems : assert.fail('it has no types');
      // Web pages have no CommonJS, and compilers that read no exports are older than their browsers.
      const other = problems.filter(
        (problem) =>
          problem.kind !== 'CJSResolvesToESM' &&
          !(problem.kind === 'NoResolution' && problem.resolutionKind === 'node10'),
      );
      assert.deepEqual(other, []);
    });

  it('let a page of a user compile the examples of the browser package and of the widget with their types', async () => {
    const folder = await emptyFolder();
    const program = [
      await exampleOf('clients/browser/README.md', 'ts'),
      await exampleOf('clients/widget/README.md', 'ts'),
      '// @ts-expect-error: there is no such event',
      "agent.on('dance', () => undefined);",
    ];
    await prepare(folder, PROJECTS['a module for a bundler']!, program.join('\n'));
    await install(folder, ['browser', 'widget']);
    await run(process.execPath, [TYPESCRIPT_7, '-p', folder], { cwd: folder }).catch(({ stdout }: { stdout: string }) =>
      assert.fail(stdout),
    );
  });

  for (const [kind, project] of Object.entries(PROJECTS))
    it(`let the example of the client compile and run in ${kind}, in a folder with nothing else`, async () => {
      const folder = await emptyFolder();
      const { token } = await newUser();
      const example = await exampleOf('clients/typescript/README.md', 'ts');
      const program = example.replace('https://voice.example.com', world.url).replace('vak_…', token);
      await prepare(folder, project, project.type === 'module' ? program : withoutTopLevelAwait(program));
      await install(folder, ['client']);
      await run(process.execPath, [project.compiler, '-p', folder], { cwd: folder }).catch(
        ({ stdout }: { stdout: string }) => assert.fail(stdout),
      );
      const { stdout, stderr } = await run(process.execPath, ['main.js'], { cwd: folder });
      assert.deepEqual([stdout, stderr], ['[]\n', '']);
      assert.include(JSON.stringify(await world.ports.documents.everything()), 'prices.md');
    });

  it('let npx run the command line in an empty folder without a network', async () => {
    const npx = ['--yes', `--package=${tarball('cli')}`, 'voice-agents'];
    const { stdout } = await run('npx', [...npx, '--version'], { cwd: await emptyFolder(), env });
    const { version } = JSON.parse(await readFile(`${root}package.json`, 'utf8')) as { version: string };
    assert.equal(stdout.trim(), version);
    const options = { cwd: await emptyFolder(), env: await userEnv() };
    const { stdout: whoami } = await run('npx', [...npx, 'whoami', '--json'], options);
    assert.include(JSON.parse(whoami), { org_id: (JSON.parse(whoami) as { org_id: string }).org_id });
  });

  it('let the commands of the command line’s own page run', async () => {
    const folder = await emptyFolder();
    await install(folder, ['cli']);
    const user = await userEnv();
    const script = (await exampleOf('clients/cli/README.md', 'sh'))
      .replace('https://voice.example.com', user['VOICE_API_URL']!)
      .replace('vak_…', user['VOICE_API_TOKEN']!);
    const PATH = `${folder}/node_modules/.bin:${process.env['PATH']}`;
    const { stdout } = await run('bash', ['-ec', script], { cwd: folder, env: { ...env, PATH } });
    assert.include(stdout, '[');
  });

  it('let an assistant start the MCP server', async () => {
    const folder = await emptyFolder();
    await install(folder, ['cli']);
    const request = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'list_agents' } };
    const started = run(join(folder, 'node_modules/.bin/voice-agents'), ['mcp'], { cwd: folder, env: await userEnv() });
    started.child.stdin!.end(`${JSON.stringify(request)}\n`);
    const { stdout } = await started;
    assert.include(stdout, '"total\\":0');
  });

  it('name the program as it is installed in advice', async () => {
    const folder = await emptyFolder();
    await install(folder, ['cli']);
    const user = { ...env, HOME: folder, VOICE_API_URL: world.url };
    const refused = await run(join(folder, 'node_modules/.bin/voice-agents'), ['whoami'], { env: user }).then(
      () => assert.fail('it succeeded without a token'),
      ({ stderr }: { stderr: string }) => stderr,
    );
    assert.match(refused, /Log in, then ask again: voice-agents login\n$/);
  });

  it('contain the licences of the packages that the command line bundles', async () => {
    const text = await readFile(join(place, 'packages/cli/THIRD-PARTY-LICENSES.md'), 'utf8');
    for (const name of ['commander', 'yaml', 'openapi-fetch', '@modelcontextprotocol/sdk'])
      assert.match(text, new RegExp(`^## ${name} \\d`, 'm'));
  });

  async function install(folder: string, names: readonly string[]): Promise<void> {
    await run('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', ...names.map(tarball)], {
      cwd: folder,
      env,
    });
  }
});

/** An npm that knows nothing of this repository, with nothing in its cache. */
const npmWithoutNetwork = (place: string): NodeJS.ProcessEnv => ({
  PATH: process.env['PATH'],
  HOME: place,
  npm_config_cache: join(place, 'cache'),
  npm_config_registry: NO_REGISTRY,
  npm_config_fetch_retries: '0',
  npm_config_update_notifier: 'false',
});

/** The first example of this language on a page. */
async function exampleOf(page: string, language: string): Promise<string> {
  const text = await readFile(join(root, page), 'utf8');
  const [, example] = new RegExp(`^\`\`\`${language}\\n([^]+?)^\`\`\`$`, 'm').exec(text) ?? [];
  assert.isString(example, page);
  return example as string;
}

/** A program whose first line imports, for a module that cannot wait. */
function withoutTopLevelAwait(program: string): string {
  const [imports, ...lines] = program.split('\n');
  return `${imports}\nvoid (async () => {\n${lines.join('\n')}\n})();\n`;
}

async function prepare(folder: string, { type, module }: Project, program: string): Promise<void> {
  const compilerOptions = {
    strict: true,
    target: 'es2023',
    lib: ['es2023', 'dom'],
    types: [],
    module,
    ...(module === 'preserve' && { moduleResolution: 'bundler' }),
  };
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'package.json'), JSON.stringify({ name: 'user', private: true, type }));
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['main.ts'] }));
  await writeFile(join(folder, 'main.ts'), program);
}

/** Only these bytes, not those of the pool that Node reads files into. */
const exactly = (bytes: Buffer): ArrayBuffer =>
  bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer;
