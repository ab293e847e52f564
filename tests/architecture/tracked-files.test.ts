import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { assert } from 'chai';
import { root } from './cruise.ts';

/** Mode of a symbolic link in Git's index. */
const LINK = '120000';

describe('files under version control', () => {
  it('include neither symbolic links nor installed packages: a checkout would replace the directory by them', function () {
    if (!existsSync(`${root}.git`)) return this.skip();
    const entries = execFileSync('git', ['-C', root, 'ls-files', '--stage'], { encoding: 'utf8' }).trim().split('\n');
    assert.isAbove(entries.length, 100);
    const wrong = entries.filter((entry) => entry.startsWith(LINK) || /\tnode_modules(\/|$)/.test(entry));
    assert.deepEqual(wrong, [], 'git rm --cached them');
  });
});
