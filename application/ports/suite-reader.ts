import type { Suite } from '../../domain/rehearsal/suite.ts';

/** For reading suites of YAML or JSON that the API holds. Rejects with `invalid` and every problem, each with its line. */
export type SuiteReader = (text: string) => Promise<Suite>;
