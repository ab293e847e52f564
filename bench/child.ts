import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** A server of the bench, running in its own process. */
export interface BenchServer<A> {
  readonly addresses: A;
  stop(): Promise<void>;
}

/** Starts a server of this kind and waits for its addresses. */
export async function startServer<A>(kind: 'echo' | 'scripted' | 'local'): Promise<BenchServer<A>> {
  const script = fileURLToPath(new URL('server.ts', import.meta.url));
  const child = spawn(process.execPath, ['--import', 'tsx', script, kind], { stdio: ['ignore', 'pipe', 'inherit'] });
  return { addresses: JSON.parse(await firstLine(child)) as A, stop: () => stop(child) };
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
