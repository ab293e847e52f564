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

describe('the packages', () => {
  it('are pinned to exact versions', async () => {
    const { dependencies, devDependencies } = (await readLock()).packages['']!;
    const versions = Object.entries({ ...dependencies, ...devDependencies });
    assert.isNotEmpty(versions);
    assert.isEmpty(versions.filter(([, version]) => !/^(npm:.+@)?\d+\.\d+\.\d+$/.test(version)));
  });

  it('are locked for every platform, or npm ci refuses the lock where one is missing', async () => {
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

  it('stand all in the bill of materials, which is made without a network', async () => {
    const command = ['run', '--silent', 'sbom', '--', '--offline'];
    const { stdout } = await promisify(execFile)('npm', command, { cwd: root, maxBuffer: 64 * 1024 * 1024 });
    const { components } = JSON.parse(stdout) as { components: { purl: string }[] };
    const listed = new Set(components.map(({ purl }) => decodeURIComponent(purl.replace(/^pkg:npm\//, ''))));
    const { dependencies } = (await readLock()).packages['']!;
    const missing = Object.entries(dependencies ?? {}).filter(([name, version]) => !listed.has(`${name}@${version}`));
    assert.deepEqual(missing, []);
  });

  it('run no script at installation that was not looked at', async () => {
    const { packages } = await readLock();
    const { allowScripts } = JSON.parse(await readFile(`${root}package.json`, 'utf8')) as { allowScripts: object };
    const running = Object.entries(packages).filter(([, { hasInstallScript }]) => hasInstallScript);
    const names = running.map(([path]) => path.replace(/^.*node_modules\//, ''));
    assert.sameMembers([...new Set(names)], Object.keys(allowScripts));
  });
});
