import { Worker } from 'node:worker_threads';

/** A module to run in a thread or a process. */
export interface SiblingModule {
  readonly url: URL;
  /** Its Node options. */
  readonly execArgv: string[];
}

/** The module `<name>` beside the one with this URL, from source or from the build like that one. */
export function siblingModule(name: string, moduleUrl: string): SiblingModule {
  const runsFromSource = moduleUrl.endsWith('.ts');
  const url = new URL(`./${name}.${runsFromSource ? 'ts' : 'js'}`, moduleUrl);
  return { url, execArgv: runsFromSource ? ['--import', sourceLoader()] : [] };
}

/** Starts the module `<name>-worker` beside the one with this URL as a thread with this `workerData`. */
export function startWorker(name: string, moduleUrl: string, workerData?: unknown): Worker {
  const { url, execArgv } = siblingModule(`${name}-worker`, moduleUrl);
  return new Worker(url, { name, workerData, ...(execArgv.length > 0 && { execArgv }) });
}

/** A thread or process does not inherit the TypeScript loader, so it registers its own: that of the tests, or tsx. */
function sourceLoader(): string {
  const ofTests = process.execArgv.find((argument) => argument.endsWith('/tests/suites/typescript.js'));
  if (ofTests !== undefined) return ofTests.replace(/^--import=/, '');
  const loader = JSON.stringify(import.meta.resolve('tsx/esm/api'));
  return `data:text/javascript,import { register } from ${loader}; register();`;
}
