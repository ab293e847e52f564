import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Mocha from 'mocha';
import { AreaReporter } from './area-reporter.ts';
import { NOTES } from './file-costs.ts';
import { filesOf, ROOT, SUITES, type SuiteName } from './suites.ts';

/** Unless a test says otherwise: many times what a test needs, for machines that are slow or busy. In ms. */
const TEST_MAX_MS = 180_000;

/** Runs the files of a suite whose path has one of these words; all, when there are none. Returns the failed tests. */
export async function runSuite(name: SuiteName, words: readonly string[] = []): Promise<string[]> {
  const { jobs, env } = SUITES[name];
  const directory = await mkdtemp(join(tmpdir(), 'test-suite-'));
  const notes = join(directory, 'file-costs');
  await writeFile(notes, '');
  Object.assign(process.env, env, { [NOTES]: notes });
  const hooks = ['./tests/suites/hooks.ts'];
  const options = { parallel: true, jobs, timeout: TEST_MAX_MS, reporter: AreaReporter, require: hooks };
  const mocha = new Mocha(options);
  const files = await filesOf(SUITES[name]);
  const requested = files.filter((file) => words.length === 0 || words.some((word) => file.includes(word)));
  if (requested.length === 0) throw new Error(`No file of ${name} has a path with ${words.join(' or ')}`);
  for (const file of requested) mocha.addFile(ROOT + file);
  const failed: string[] = [];
  await new Promise<void>((resolve) => {
    const runner = mocha.run(() => resolve());
    runner.on(Mocha.Runner.constants.EVENT_TEST_FAIL, (test) => failed.push(test.fullTitle()));
  });
  await rm(directory, { recursive: true });
  return failed;
}
