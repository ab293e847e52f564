import { execFile } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { assert } from 'chai';
import { mkdir, readdir, readFile, realpath, rm, symlink, stat, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { copyAssets } from '../../tools/build/assets.ts';
import { bundle, BUNDLED_PACKAGES } from '../../tools/build/bundle.ts';
import { isFresh, stamp } from '../../tools/build/freshness.ts';
import { putInPlace } from '../../tools/build/put-in-place.ts';
import { temporaryDirectory } from '../support/temporary.ts';

const files = [
  'openapi.yaml',
  'package.json',
  'domain/errors.ts',
  'application/area.ts',
  'adapters/http/app.ts',
  'adapters/http/.DS_Store',
  'adapters/providers/local/tsconfig.json',
  'adapters/providers/local/decoder.wasm',
  'adapters/README.md',
  'bootstrap/main.ts',
  'tools/demo/main.ts',
  'console/src/main.tsx',
  'tests/sample.wav',
];

describe('a build', () => {
  let sources: string;
  let build: string;
  beforeEach(async () => {
    sources = join(await temporaryDirectory(), 'sources');
    build = join(sources, 'dist');
    for (const file of files) await place(join(sources, file));
    await mkdir(build);
  });

  it('has everything beside the program that is neither compiled nor only for people', async () => {
    await copyAssets(sources, build);
    assert.sameMembers(await filesIn(build), ['openapi.json', 'adapters/providers/local/decoder.wasm']);
  });

  it('takes the place of one that is stale, and leaves one that is good to those who started from it', async () => {
    for (const [content, isGood, left] of [
      ['first', false, 'first'],
      ['second', false, 'second'],
      ['third', true, 'second'],
    ] as const) {
      await writeFile(await folderOf(join(sources, 'draft/main.js')), content);
      await putInPlace(join(sources, 'draft'), build, async () => isGood);
      assert.equal(await readFile(join(build, 'main.js'), 'utf8'), left);
    }
    assert.notInclude(await readdir(sources), 'draft-former');
  });

  it('keeps what other commands have written into its place', async () => {
    await writeFile(await folderOf(join(build, 'packages/cli/package.json')), 'packed');
    await writeFile(await folderOf(join(build, 'stale/main.js')), 'stale');
    await writeFile(await folderOf(join(sources, 'draft/main.js')), 'new');
    await putInPlace(join(sources, 'draft'), build, async () => false, ['packages', 'docs']);
    assert.sameMembers(await filesIn(build), ['main.js', 'packages/cli/package.json']);
  });

  it('has an entry that needs no module beside it, each of which finds what lies beside it all the same', async () => {
    const program = {
      'package.json': '{ "type": "module" }',
      'bootstrap/start.ts': `
        import { place } from '../adapters/http/place.ts';
        const { later } = await import('../domain/later.ts');
        console.log(JSON.stringify([place, later, import.meta.url] satisfies string[]));`,
      'adapters/http/place.ts': `export const place: string = new URL('./worker.js', import.meta.url).href;`,
      'domain/later.ts': `export const later: string = import.meta.url;`,
    };
    for (const [file, source] of Object.entries(program)) await writeFile(await folderOf(join(sources, file)), source);
    const elsewhere = join(await temporaryDirectory(), 'link');
    await symlink(sources, elsewhere);
    await bundle(elsewhere, 'bootstrap/start', build);
    const real = await realpath(build);
    const { stdout } = await promisify(execFile)(process.execPath, [join(build, 'bootstrap/start.js')]);
    assert.deepEqual(
      JSON.parse(stdout),
      ['adapters/http/worker.js', 'domain/later.js', 'bootstrap/start.js'].map((file) => fileAt(real, file)),
    );
  });

  it('leaves to packages that an entry takes in what they would find where they are installed', async () => {
    const lock = JSON.parse(await readFile(new URL('../../package-lock.json', import.meta.url), 'utf8')) as Lock;
    const takenIn = Object.entries(lock.packages).flatMap(([folder, { dependencies = {} }]) => {
      const name = folder.replace(/^node_modules\//, '');
      return BUNDLED_PACKAGES.test(name) && !name.includes('node_modules')
        ? [{ name, needs: Object.keys(dependencies) }]
        : [];
    });
    assert.isAbove(takenIn.length, 10);
    for (const { name, needs } of takenIn)
      for (const need of needs.filter((each) => !BUNDLED_PACKAGES.test(each))) {
        assert.notProperty(lock.packages, `node_modules/${name}/node_modules/${need}`);
        assert.notProperty(lock.packages[`node_modules/${need}`], 'dev');
      }
  });

  it('is fresh until a source is changed, added or removed', async () => {
    const noon = new Date('2020-03-02T12:00:00Z');
    const later = new Date('2020-03-02T12:00:01Z');
    const changes: Record<string, () => Promise<unknown>> = {
      changes: () => utimes(join(sources, 'adapters/http/app.ts'), later, later),
      comes: () => place(join(sources, 'domain/calls/new.ts')),
      goes: () => rm(join(sources, 'bootstrap/main.ts')),
      'console changes': () => utimes(join(sources, 'console/src/main.tsx'), later, later),
      'contract changes': () => utimes(join(sources, 'openapi.yaml'), later, later),
    };
    for (const [what, change] of Object.entries(changes)) {
      await ageTo(sources, new Date('2020-03-02T11:59:59Z'));
      await stamp(build, noon);
      assert.isTrue(await isFresh(sources, build), `before a source ${what}`);
      await change();
      assert.isFalse(await isFresh(sources, build), `after a source ${what}`);
    }
  });

  it('is stale when a source was changed while it was being built', async () => {
    const startedAt = new Date(Date.now() - 1000);
    await place(join(sources, 'domain/errors.ts'));
    await stamp(build, startedAt);
    assert.isFalse(await isFresh(sources, build));
  });

  it('is stale when it never completed', async () => {
    assert.isFalse(await isFresh(sources, build));
    assert.isFalse(await isFresh(sources, join(sources, 'nowhere')));
  });
});

interface Lock {
  readonly packages: Readonly<Record<string, { readonly dependencies?: object; readonly dev?: boolean }>>;
}

async function place(file: string): Promise<void> {
  await writeFile(await folderOf(file), '');
}

/** Makes the folder of this file, and answers the file. */
async function folderOf(file: string): Promise<string> {
  await mkdir(dirname(file), { recursive: true });
  return file;
}

const fileAt = (folder: string, file: string): string => pathToFileURL(join(folder, file)).href;

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true });
  const kinds = await Promise.all(entries.map(async (entry) => (await stat(join(folder, entry))).isFile()));
  return entries.filter((_, at) => kinds[at]);
}

async function ageTo(folder: string, time: Date): Promise<void> {
  const entries = await readdir(folder, { recursive: true });
  await Promise.all(['', ...entries].map((entry) => utimes(join(folder, entry), time, time)));
}
