import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { assert } from 'chai';
import { inFolder, isSystemError, unlessCode } from '../../../adapters/lib/expected-failures.ts';
import { temporaryDirectory } from '../../support/temporary.ts';

const failure = (code: unknown): Error => Object.assign(new Error('It failed'), { code });

describe('unlessCode', () => {
  it('answers undefined instead of each expected failure', () => {
    for (const code of ['ENOENT', 'ENOTDIR']) assert.isUndefined(unlessCode('ENOENT', 'ENOTDIR')(failure(code)));
  });

  it('throws every other error as it is', () => {
    for (const error of [failure('EACCES'), failure(2), new Error('ENOENT'), 'ENOENT', { code: 'ENOENT' }, null])
      try {
        unlessCode('ENOENT')(error);
        assert.fail('it was swallowed');
      } catch (thrown) {
        assert.strictEqual(thrown, error);
      }
  });
});

describe('isSystemError', () => {
  it('takes any code where none is named, and texts only', () => {
    assert.isTrue(isSystemError(failure('EACCES')));
    assert.isFalse(isSystemError(failure(13)));
    assert.isFalse(isSystemError(failure('EACCES'), 'ENOENT'));
  });
});

describe('inFolder', () => {
  it('makes the folder when it is missing, and passes other failures on', async () => {
    const root = await temporaryDirectory();
    const folder = join(root, 'a/b');
    assert.deepEqual(await inFolder(folder, () => readdir(folder)), []);
    const denied = failure('EACCES');
    assert.strictEqual(await inFolder(folder, () => Promise.reject(denied)).catch((error: unknown) => error), denied);
    const gone = await inFolder(folder, () => readFile(join(folder, 'none'))).catch((error: unknown) => error);
    assert.isTrue(isSystemError(gone, 'ENOENT'));
  });
});
