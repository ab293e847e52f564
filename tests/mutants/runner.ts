import { declareFactoryPlugin, PluginKind } from '@stryker-mutator/api/plugin';
import {
  determineHitLimitReached,
  DryRunStatus,
  TestStatus,
  toMutantRunResult,
  type CompleteDryRunResult,
  type DryRunOptions,
  type DryRunResult,
  type FailedTestResult,
  type MutantRunOptions,
  type MutantRunResult,
  type TestResult,
  type TestRunner,
} from '@stryker-mutator/api/test-runner';
import type { InstrumenterContext } from '@stryker-mutator/api/core';
import Mocha from 'mocha';
import { mochaHooks } from '../suites/hooks.ts';
import { loadSuites, type Suites } from './bundle.ts';

/** What Stryker's strykerGlobal code reads and counts. */
type StrykerGlobal = typeof globalThis & { __stryker__?: InstrumenterContext };

const strykerGlobal: StrykerGlobal = globalThis;

/** Runs the tests of the domain in this process. Every run evaluates tests and domain again, so it sees mutated constants. */
class DomainTestRunner implements TestRunner {
  #suites: Suites = () => undefined;

  capabilities(): { reloadEnvironment: boolean } {
    return { reloadEnvironment: true };
  }

  async init(): Promise<void> {
    this.#suites = await loadSuites(process.cwd());
  }

  async dryRun({ disableBail }: DryRunOptions): Promise<DryRunResult> {
    strykerGlobal.__stryker__ = {};
    const result = await this.#run(disableBail);
    const { mutantCoverage } = strykerGlobal.__stryker__;
    return result.status === DryRunStatus.Complete && mutantCoverage ? { ...result, mutantCoverage } : result;
  }

  async mutantRun({ activeMutant, testFilter, disableBail, ...options }: MutantRunOptions): Promise<MutantRunResult> {
    const context: InstrumenterContext = { activeMutant: activeMutant.id, hitCount: 0 };
    // Stryker allows a hundred times the hits of the unchanged code, which takes long in a loop.
    const hitLimit = options.hitLimit === undefined ? undefined : Math.ceil(options.hitLimit / 10);
    if (hitLimit !== undefined) context.hitLimit = hitLimit;
    strykerGlobal.__stryker__ = context;
    const result = await this.#run(disableBail, testFilter);
    return toMutantRunResult(determineHitLimitReached(context.hitCount, hitLimit) ?? result);
  }

  async #run(disableBail: boolean, testFilter?: readonly string[]): Promise<CompleteDryRunResult> {
    const mocha = new Mocha({
      ui: 'bdd',
      bail: !disableBail,
      timeout: 0,
      reporter: Mocha.reporters.Base,
      rootHooks: mochaHooks,
    });
    mocha.suite.emit('pre-require', globalThis, '', mocha);
    try {
      this.#suites();
    } catch (error) {
      // A mutant of a constant can break the module itself.
      return { status: DryRunStatus.Complete, tests: [failed('modules are evaluated', error)] };
    }
    if (testFilter) keepOnly(mocha.suite, new Set(testFilter));
    return { status: DryRunStatus.Complete, tests: await resultsOf(mocha) };
  }
}

function keepOnly(suite: Mocha.Suite, titles: ReadonlySet<string>): void {
  suite.tests = suite.tests.filter((test) => titles.has(test.fullTitle()));
  for (const child of suite.suites) keepOnly(child, titles);
}

function resultsOf(mocha: Mocha): Promise<TestResult[]> {
  const tests: TestResult[] = [];
  return new Promise((resolve) => {
    const runner = mocha.run(() => {
      mocha.dispose();
      resolve(tests);
    });
    runner.on('test', (test) => (strykerGlobal.__stryker__!.currentTestId = test.fullTitle()));
    runner.on('test end', () => delete strykerGlobal.__stryker__!.currentTestId);
    runner.on('pass', (test) => tests.push({ ...named(test.fullTitle(), test.duration), status: TestStatus.Success }));
    runner.on('fail', (test, error) => tests.push(failed(test.fullTitle(), error, test.duration)));
  });
}

const named = (title: string, ms = 0) => ({ id: title, name: title, timeSpentMs: ms });

function failed(title: string, error: unknown, ms?: number): FailedTestResult {
  return { ...named(title, ms), status: TestStatus.Failed, failureMessage: String(error) };
}

/** Stryker finds the runner here, by its name in stryker.json. */
export const strykerPlugins = [declareFactoryPlugin(PluginKind.TestRunner, 'domain', createRunner)];

function createRunner(): TestRunner {
  return new DomainTestRunner();
}
