import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { assert } from 'chai';
import { filesOf, LONGEST_FIRST, ROOT, SUITES, testFolders } from '../suites/suites.ts';
import { sourcesBelow, type Source } from './sources.ts';

/** Tests of the quick suite that set a timer of the system. All others wait for events, or have a clock of their own. */
const TIMED = ['tests/adapters/system.test.ts'];

const TIMER = /\bset(?:Timeout|Interval)\(|\bsetTimeout as\b/;
const BROWSER = /\b(?:consoleOfSuite|requireBrowser|openBrowser)\(/;
/** The tests of architecture plant violations. */
const PLANTED = /^tests\/architecture\//;

const quick = (sources: readonly Source[]): readonly Source[] =>
  sources.filter(([file]) => file.endsWith(SUITES.quick.ending) && !PLANTED.test(file));

const filesWith = (sources: readonly Source[], pattern: RegExp): string[] =>
  quick(sources).flatMap(([file, text]) => (pattern.test(text) ? [file] : []));

describe('test suites', () => {
  let sources: Source[];
  before(async () => {
    sources = await sourcesBelow(await testFolders());
  });

  it('keep timers of the system and browsers out of the quick suite', () => {
    assert.sameMembers(filesWith(sources, TIMER), TIMED);
    assert.isEmpty(filesWith(sources, BROWSER));
  });

  it('find timers and browsers in quick tests only', () => {
    const wait = 'await new Promise((resolve) => setTimeout(resolve, 50));';
    const planted: Source[] = [
      ['a.test.ts', wait],
      ['b.test.ts', "import { setTimeout as delay } from 'node:timers/promises';"],
      ['c.test.ts', "mock.timers.enable({ apis: ['setTimeout'] });"],
      ['d.realtime.ts', wait],
    ];
    assert.deepEqual(filesWith(planted, TIMER), ['a.test.ts', 'b.test.ts']);
    assert.deepEqual(filesWith([['a.test.ts', 'const stage = consoleOfSuite();']], BROWSER), ['a.test.ts']);
  });

  it('contain every file with tests, and start first only files that exist', async () => {
    for (const file of LONGEST_FIRST) assert.isTrue(existsSync(ROOT + file), file);
    const files = (await Promise.all(Object.values(SUITES).map(filesOf))).flat();
    const registering = sources.filter(([, text]) => /^describe(?:Served)?\(/m.test(text)).map(([file]) => file);
    // It needs Docker, and has a command of its own.
    assert.sameMembers(
      registering.filter((file) => !files.includes(file)),
      ['tests/deployment/image.ts'],
    );
  });

  it('run on real servers wherever a test can', async () => {
    const served = sources.filter(([, text]) => text.includes('describeServed(')).map(([file]) => file);
    const distributed = await filesOf(SUITES.distributed);
    // The second one's tests are registered by a file of both suites.
    const known = [
      'tests/support/servers.ts',
      'tests/adapters/documents-repository.ts',
      'tests/architecture/suites.test.ts',
    ];
    assert.includeMembers([...distributed, ...known], served);
    assert.include(await readFile(`${ROOT}.ci/run`, 'utf8'), 'npm run test:distributed');
  });
});
