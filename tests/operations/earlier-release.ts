import { execFile } from 'node:child_process';
import { copyFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PATCHED_RECOGNISER } from '../../adapters/providers/local/patched-recogniser.ts';
import { root } from '../architecture/cruise.ts';
import { skip } from '../support/skipped.ts';
import { temporaryDirectory } from '../support/temporary.ts';

const run = promisify(execFile);

/** UPGRADE_FROM names the commit of the earlier release: without it, the one before this. */
const COMMIT = process.env['UPGRADE_FROM']?.trim() || 'HEAD~1';

/** What a service needs, without tests and documentation. */
const SOURCES = ['adapters', 'application', 'bootstrap', 'domain', 'openapi.yaml', 'package.json', 'tsconfig.json'];

/**
 * The sources of the earlier release in a directory, from before the tests of a suite until after them. It runs with the
 * packages of this one. Without its commit, as in a shallow clone, the suite is skipped and says so.
 */
export function earlierRelease(): () => string {
  let directory = '';
  before(async function () {
    this.timeout(60_000);
    const commit = await commitOf(COMMIT);
    if (commit === null)
      skip(this, `${COMMIT} is not in this clone: fetch it (git fetch --unshallow), or set UPGRADE_FROM`);
    directory = await temporaryDirectory();
    const archive = join(directory, 'sources.tar');
    await run('git', ['-C', root, 'archive', '--output', archive, commit, ...SOURCES]);
    await run('tar', ['-xf', archive, '-C', directory]);
    await symlink(join(root, 'node_modules'), join(directory, 'node_modules'));
    await copyFile(PATCHED_RECOGNISER, join(directory, 'adapters/providers/local/pocketsphinx.wasm'));
  });
  return () => directory;
}

const commitOf = (name: string): Promise<string | null> =>
  run('git', ['-C', root, 'rev-parse', '--quiet', '--verify', `${name}^{commit}`]).then(
    ({ stdout }) => stdout.trim(),
    () => null,
  );
