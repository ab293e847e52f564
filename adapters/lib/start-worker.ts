import { parseArgs } from 'node:util';
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
  return { url, execArgv: runsFromSource ? loaders(process.execArgv) : [] };
}

/** Starts the module `<name>-worker` beside the one with this URL as a thread with this `workerData`. */
export function startWorker(name: string, moduleUrl: string, workerData?: unknown): Worker {
  const { url, execArgv } = siblingModule(`${name}-worker`, moduleUrl);
  return new Worker(url, { name, workerData, ...(execArgv.length > 0 && { execArgv }) });
}

/** The options that import modules into this process, such as a TypeScript loader. Threads and processes inherit none. */
function loaders(args: string[]): string[] {
  const options = { import: { type: 'string', multiple: true } } as const;
  const { import: modules = [] } = parseArgs({ args, options, strict: false }).values;
  return modules.flatMap((name) => ['--import', IS_TSX.test(`${name}`) ? tsxRegistration() : `${name}`]);
}

/** The loader of the package tsx, by its name or its file. */
const IS_TSX = /(?:^|\/)tsx(?:\/|$)/;

/** On older Node versions, tsx registers itself only in the main thread of a process. */
function tsxRegistration(): string {
  const api = JSON.stringify(import.meta.resolve('tsx/esm/api'));
  return `data:text/javascript,import { register } from ${api}; register();`;
}
