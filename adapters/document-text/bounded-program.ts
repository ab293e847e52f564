import { spawn, type ChildProcess } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { constants, setPriority } from 'node:os';

type Environment = Readonly<Record<string, string | undefined>>;

/** How a program runs. */
export interface ProgramRun {
  /** Of which the program gets what it needs to run, and no secret. */
  readonly environment: Environment;
  readonly ms: number;
  /** Of the program and those that it starts, on Linux; elsewhere unlimited. */
  readonly memoryBytes: number;
  readonly outputBytes: number;
}

/** Interval of looks at the memory, in ms. */
const WATCH_MS = 200;
/** What the program gets of the environment. */
const ENVIRONMENT = ['PATH', 'HOME', 'LANG', 'LC_ALL', 'TMPDIR'];

/**
 * Runs a program of the operator with this input and resolves with its output. It runs without a shell, at low priority and
 * in a process group of its own. The group is killed at the end, beyond a limit, and when the signal aborts: then rejects
 * with the reason.
 */
export async function runProgram(
  [program = '', ...args]: readonly string[],
  input: Uint8Array,
  run: ProgramRun,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const env = Object.fromEntries(ENVIRONMENT.flatMap((name) => pairOf(run.environment, name)));
  const child = spawn(program, args, { detached: true, env, stdio: ['pipe', 'pipe', 'ignore'] });
  const over = new AbortController();
  const late = setTimeout(() => over.abort(new Error(`It took longer than ${run.ms / 1_000} seconds`)), run.ms);
  const watching = setInterval(() => void watch(child, run, over), WATCH_MS);
  try {
    return await outputOf(child, input, run, AbortSignal.any([signal, over.signal]));
  } finally {
    clearTimeout(late);
    clearInterval(watching);
    killGroup(child);
  }
}

const pairOf = (environment: Environment, name: string): [string, string][] => {
  const value = environment[name];
  return value === undefined ? [] : [[name, value]];
};

function outputOf(
  child: ChildProcess,
  input: Uint8Array,
  { outputBytes }: ProgramRun,
  signal: AbortSignal,
): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    let length = 0;
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    if (signal.aborted) reject(signal.reason as Error);
    child.on('error', reject);
    child.on(
      'spawn',
      () => child.pid !== undefined && setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL),
    );
    child.stdout?.on('data', (part: Buffer) => {
      length += part.length;
      if (length > outputBytes) reject(new Error(`It wrote more than ${outputBytes} bytes`));
      else parts.push(part);
    });
    child.on('close', (code, killed) => {
      if (code === 0) resolve(Buffer.concat(parts));
      else reject(new Error(`It ended with ${killed ?? `exit code ${code}`}`));
    });
    // A program that ends before it has read everything.
    child.stdin?.on('error', () => undefined).end(input);
  });
}

async function watch({ pid }: ChildProcess, { memoryBytes }: ProgramRun, over: AbortController): Promise<void> {
  if (pid === undefined || (await residentBytes(pid)) <= memoryBytes) return;
  over.abort(new Error(`It took more than ${Math.round(memoryBytes / 2 ** 20)} MB of memory`));
}

/** The memory of a process and those that it started. Nothing where the system does not tell. */
async function residentBytes(pid: number): Promise<number> {
  const own = /^VmRSS:\s{0,20}(\d{1,12}) kB$/m.exec(await textOf(`/proc/${pid}/status`))?.[1] ?? '0';
  const threads = await readdir(`/proc/${pid}/task`).catch(() => []);
  const lists = await Promise.all(threads.map((thread) => textOf(`/proc/${pid}/task/${thread}/children`)));
  const children = lists.flatMap((list) => list.split(' ').filter((each) => each !== ''));
  const below = await Promise.all(children.map((each) => residentBytes(Number(each))));
  return below.reduce((sum, bytes) => sum + bytes, Number(own) * 1_024);
}

const textOf = (path: string): Promise<string> => readFile(path, 'utf8').catch(() => '');

function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // All of it has ended.
  }
}
