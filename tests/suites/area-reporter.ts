import { relative } from 'node:path';
import Mocha from 'mocha';
import { NOTES, notedCosts, type FileCost } from './file-costs.ts';
import { ROOT } from './suites.ts';
import { reasonIn } from '../support/skipped.ts';

const { EVENT_RUN_END, EVENT_TEST_FAIL, EVENT_TEST_PASS, EVENT_TEST_PENDING } = Mocha.Runner.constants;

/** Time between two lines of progress, in ms. */
const PROGRESS_MS = 10_000;
const SLOWEST = 10;

/** The results of one folder in tests/. */
interface Area {
  passed: number;
  failed: number;
  skipped: number;
}

/**
 * Reports progress per folder in tests/, then the slowest tests, the files that took most processor time, what was skipped and
 * why, and every failure.
 */
export class AreaReporter extends Mocha.reporters.Base {
  readonly #areas = new Map<string, Area>();
  readonly #skipped = new Map<string, string[]>();
  #slowest: readonly Mocha.Test[] = [];
  #printedAt = performance.now();

  constructor(runner: Mocha.Runner, options: Mocha.MochaOptions) {
    super(runner, options);
    runner.on(EVENT_TEST_PASS, (test) => {
      this.#areaOf(test).passed += 1;
      this.#slowest = [...this.#slowest, test].toSorted(byDuration).slice(0, SLOWEST);
      this.#progress();
    });
    runner.on(EVENT_TEST_FAIL, (test) => {
      this.#areaOf(test).failed += 1;
      print(`  failed: ${test.fullTitle()}`);
    });
    runner.on(EVENT_TEST_PENDING, (test) => {
      this.#areaOf(test).skipped += 1;
      const reason = reasonIn(test.fullTitle());
      this.#skipped.set(reason, [...(this.#skipped.get(reason) ?? []), pathOf(test)]);
    });
    runner.once(EVENT_RUN_END, () => this.#end());
  }

  #areaOf(test: Mocha.Test): Area {
    const [, name = 'tests'] = pathOf(test).split('/');
    const area = this.#areas.get(name) ?? { passed: 0, failed: 0, skipped: 0 };
    this.#areas.set(name, area);
    return area;
  }

  #progress(): void {
    if (performance.now() - this.#printedAt < PROGRESS_MS) return;
    this.#printedAt = performance.now();
    const counts = [...this.#areas].map(([name, { passed, failed }]) => `${name} ${passed + failed}`);
    print(`  ${counts.join(', ')}`);
  }

  #end(): void {
    print('\nTests by folder');
    for (const [name, { passed, failed, skipped }] of this.#areas)
      print(`  ${name.padEnd(16)}${passed} passed, ${failed} failed, ${skipped} skipped`);
    print('\nSlowest tests');
    for (const test of this.#slowest)
      print(`  ${String(Math.round(test.duration ?? 0)).padStart(6)} ms  ${pathOf(test)}: ${test.title}`);
    printCosts();
    if (this.#skipped.size > 0) print('\nSkipped');
    for (const [reason, files] of this.#skipped)
      print(`  ${files.length} in ${[...new Set(files)].join(', ')}: ${reason}`);
    this.epilogue();
  }
}

function printCosts(): void {
  const notes = process.env[NOTES];
  if (notes === undefined) return;
  const costs = notedCosts(notes);
  const sum = (of: 'loading' | 'tests') => costs.reduce((total, cost) => total + cost[of], 0).toFixed(0);
  print(
    `\nProcessor time: ${sum('tests')} s of tests, ${sum('loading')} s to load files. The most, and how long they took:`,
  );
  for (const { file, loading, tests, duration } of costs.toSorted(byProcessorTime).slice(0, SLOWEST))
    print(`  ${seconds(loading + tests)} of ${seconds(duration)}  ${relative(ROOT, file)}`);
}

const seconds = (time: number): string => `${time.toFixed(1).padStart(6)} s`;

const byProcessorTime = (a: FileCost, b: FileCost): number => b.loading + b.tests - a.loading - a.tests;

const byDuration = (a: Mocha.Test, b: Mocha.Test): number => (b.duration ?? 0) - (a.duration ?? 0);

const pathOf = (test: Mocha.Runnable): string => relative(ROOT, test.file ?? '');

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
