import { Worker } from 'node:worker_threads';

/** Starts `<name>-worker` that lies beside the module of this URL, from source or from the build, as the module itself runs. It finds `workerData` there. */
export function startWorker(name: string, beside: string, workerData?: unknown): Worker {
  const runsFromSource = beside.endsWith('.ts');
  return new Worker(new URL(`./${name}-worker.${runsFromSource ? 'ts' : 'js'}`, beside), {
    name,
    workerData,
    ...(runsFromSource && { execArgv: ['--import', sourceLoader()] }),
  });
}

/** A worker does not inherit the loader that lets this process run TypeScript: it registers one for itself. */
function sourceLoader(): string {
  const loader = JSON.stringify(import.meta.resolve('tsx/esm/api'));
  return `data:text/javascript,import { register } from ${loader}; register();`;
}
