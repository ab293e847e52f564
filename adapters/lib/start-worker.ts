import { Worker } from 'node:worker_threads';

/** A module that runs in a thread or a process of its own. */
export interface SiblingModule {
  readonly url: URL;
  /** The options of Node with which it runs. */
  readonly execArgv: string[];
}

/** The module `<name>` that lies beside the one of this URL, to be run from source or from the build as that one is. */
export function siblingModule(name: string, moduleUrl: string): SiblingModule {
  const runsFromSource = moduleUrl.endsWith('.ts');
  const url = new URL(`./${name}.${runsFromSource ? 'ts' : 'js'}`, moduleUrl);
  return { url, execArgv: runsFromSource ? ['--import', sourceLoader()] : [] };
}

/** Starts `<name>-worker` that lies beside the module of this URL, from source or from the build, as the module itself runs. It finds `workerData` there. */
export function startWorker(name: string, moduleUrl: string, workerData?: unknown): Worker {
  const { url, execArgv } = siblingModule(`${name}-worker`, moduleUrl);
  return new Worker(url, { name, workerData, ...(execArgv.length > 0 && { execArgv }) });
}

/** What runs aside does not inherit the loader that lets this process run TypeScript: it registers one for itself. */
function sourceLoader(): string {
  const loader = JSON.stringify(import.meta.resolve('tsx/esm/api'));
  return `data:text/javascript,import { register } from ${loader}; register();`;
}
