import type { Suite } from '../../domain/rehearsal/suite.ts';

/** For reading suites of YAML or JSON. Throws an error that lists every invalid place. */
export type SuiteReader = (text: string) => Suite;
