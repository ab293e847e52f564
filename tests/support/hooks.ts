import { endTest } from './temporary.ts';

/** What mocha does around every test, in each of its processes. */
export const mochaHooks = { afterEach: endTest };
