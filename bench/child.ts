import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** A server of the bench, running in its own process. */
export interface BenchServer<A> {
  readonly addresses: A;
  readonly pid: number;
  stop(): Promise<void>;
}

interface ServerOptions {
  /** Arguments after the kind. */
  readonly words?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** The only processor it may use. */
  readonly core?: number;
}

/** Starts a server of this type and waits for its addresses. */
export const startServer = <A>(
  kind: 'echo' | 'scripted' | 'local' | 'runtime' | 'telephony',
  options: ServerOptions = {},
): Promise<BenchServer<A>> =>
  startScript(new URL('server.ts', import.meta.url), [kind, ...(options.words ?? [])], options);

/** Starts a script and waits for the addresses that it prints. */
export async function startScript<A>(
  script: URL,
  words: readonly string[],
  { env, core }: ServerOptions = {},
): Promise<BenchServer<A>> {
  const command = [process.execPath, '--import', 'tsx', fileURLToPath(script), ...words];
  const [program = '', ...args] = core === undefined ? command : ['taskset', '--cpu-list', String(core), ...command];
  // Without an environment of its own it has ours. taskset becomes the program it starts.
  const child = spawn(program, args, {
    stdio: ['ignore', 'pipe', 'inherit'],
    ...(env && { env: { ...process.env, ...env } }),
  });
  // Whatever ends us ends what we started.
  const kill = (): void => void child.kill('SIGKILL');
  process.once('exit', kill);
  child.once('exit', () => process.off('exit', kill));
  const addresses = JSON.parse(await firstLine(child)) as A;
  return { addresses, pid: child.pid ?? 0, stop: () => stop(child) };
}

/** Ends a child and waits until it is gone. */
export async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}

async function firstLine(child: ChildProcess): Promise<string> {
  let text = '';
  for await (const chunk of child.stdout ?? []) {
    text += String(chunk);
    const end = text.indexOf('\n');
    if (end >= 0) return text.slice(0, end);
  }
  throw new Error('The server ended without saying where it listens');
}
