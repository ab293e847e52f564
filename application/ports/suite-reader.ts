import type { SuiteProblem } from '../../domain/rehearsal/api-suite.ts';
import type { Suite } from '../../domain/rehearsal/suite.ts';

/**
 * For reading suites of YAML or JSON. Throws `invalid` with every problem, each with its line: those of any suite, then
 * `further` ones.
 */
export type SuiteReader = (text: string, further?: (suite: Suite) => readonly SuiteProblem[]) => Suite;
