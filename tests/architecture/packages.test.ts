import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { assert } from 'chai';
import { readFile } from 'node:fs/promises';
import { root } from './cruise.ts';

interface LockFile {
  readonly packages: Readonly<Record<string, LockedPackage>>;
}

interface LockedPackage {
  readonly hasInstallScript?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const readLock = async (): Promise<LockFile> =>
  JSON.parse(await readFile(`${root}package-lock.json`, 'utf8')) as LockFile;

interface Manifest {
  readonly scripts: Readonly<Record<string, string>>;
  readonly allowScripts: Readonly<Record<string, boolean>>;
}

const readManifest = async (): Promise<Manifest> =>
  JSON.parse(await readFile(`${root}package.json`, 'utf8')) as Manifest;

describe('packages', () => {
  it('are pinned to exact versions', async () => {
    const { dependencies, devDependencies } = (await readLock()).packages['']!;
    const versions = Object.entries({ ...dependencies, ...devDependencies });
    assert.isNotEmpty(versions);
    assert.isEmpty(versions.filter(([, version]) => !/^(npm:.+@)?\d+\.\d+\.\d+$/.test(version)));
  });

  it('are locked for every platform that npm ci may run on', async () => {
    const { packages } = await readLock();
    const optional = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies).map((name) => ({
        nested: `${path}/node_modules/${name}`,
        top: `node_modules/${name}`,
      })),
    );
    assert.isNotEmpty(optional);
    const lost = optional.filter(({ nested, top }) => !(nested in packages) && !(top in packages));
    assert.deepEqual(
      lost.map(({ top }) => top),
      [],
    );
  });

  it('are all listed in the bill of materials, which needs no network', async () => {
    const command = ['run', '--silent', 'sbom', '--', '--offline'];
    const { stdout } = await promisify(execFile)('npm', command, { cwd: root, maxBuffer: 64 * 1024 * 1024 });
    const { components } = JSON.parse(stdout) as { components: { purl: string }[] };
    const listed = new Set(components.map(({ purl }) => decodeURIComponent(purl.replace(/^pkg:npm\//, ''))));
    const { dependencies } = (await readLock()).packages['']!;
    const missing = Object.entries(dependencies ?? {}).filter(([name, version]) => !listed.has(`${name}@${version}`));
    assert.deepEqual(missing, []);
  });

  it('are listed in allowScripts if they have an install script', async () => {
    const { packages } = await readLock();
    const { allowScripts } = await readManifest();
    const running = Object.entries(packages).filter(([, { hasInstallScript }]) => hasInstallScript);
    const names = running.map(([path]) => path.replace(/^.*node_modules\//, ''));
    assert.sameMembers([...new Set(names)], Object.keys(allowScripts));
  });

  it('run no script at installation, even with an npm without allowScripts', async () => {
    const settings = (await readFile(`${root}.npmrc`, 'utf8')).split('\n');
    assert.include(settings, 'ignore-scripts=true');
    const image = await readFile(`${root}Dockerfile`, 'utf8');
    assert.match(image, /^COPY .*\.npmrc/m, 'the image installs by the same rule');
  });

  it('are rebuilt by name afterwards only if their script is allowed', async () => {
    const { allowScripts } = await readManifest();
    const allowed = Object.keys(allowScripts).filter((name) => allowScripts[name]);
    const image = await readFile(`${root}Dockerfile`, 'utf8');
    const [, named = ''] = /^RUN npm rebuild (.+) --ignore-scripts=false$/m.exec(image) ?? [];
    assert.sameMembers(named.split(' '), allowed);
    assert.sameMembers(allowed, ['better-sqlite3', 'bcrypt']);
  });

  it('need no pre or post script, which npm skips with ignore-scripts', async () => {
    const names = Object.keys((await readManifest()).scripts);
    const automatic = names.filter((name) => names.some((other) => [`pre${other}`, `post${other}`].includes(name)));
    assert.isEmpty([...automatic, ...names.filter((name) => /^((pre|post)?install|prepare)$/.test(name))]);
  });
});
