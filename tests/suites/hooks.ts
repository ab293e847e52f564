import * as fc from 'fast-check';
import Mocha from 'mocha';
import { fileEnded, fileLoaded } from './file-costs.ts';
import { refuseWholeTableReads, watchQueryPlans } from './query-plans.ts';
import { beginTest, endTest } from '../support/temporary.ts';

/** Mocha hooks around every test and every file, in each process. */
export const mochaHooks = {
  beforeAll: fileLoaded,
  async afterAll(this: Mocha.Context): Promise<void> {
    await endTest();
    fileEnded(this.test?.parent?.suites[0]?.file ?? '');
  },
  beforeEach: beginTest,
  async afterEach(this: Mocha.Context): Promise<void> {
    await endTest();
    refuseWholeTableReads(this.currentTest?.file ?? '');
  },
};

watchQueryPlans();

// The same random values each time, so that failures repeat. TEST_SEED selects others.
fc.configureGlobal({ seed: Number(process.env['TEST_SEED'] ?? 1) });

type Fail = (test: unknown, error: unknown, force?: boolean) => void;

// A test process passes on only enumerable properties of an error, so causes would not be shown.
const runner = Mocha.Runner.prototype as unknown as { fail: Fail };
const { fail } = runner;
runner.fail = function (test, error, force) {
  for (let each = error; each instanceof Error && each.cause instanceof Error; each = each.cause)
    Object.defineProperty(each, 'cause', { enumerable: true });
  return fail.call(this, test, error, force);
};
