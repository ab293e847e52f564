import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

type Task = () => unknown;

const tasks: Task[] = [];

/** Runs this after the running test, in reverse order of registration. */
export function atEndOfTest(task: Task): void {
  tasks.push(task);
}

/** A new directory, removed after the running test. */
export async function temporaryDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'voice-platform-'));
  atEndOfTest(() => rm(directory, { recursive: true, force: true }));
  return directory;
}

/**
 * Kills this process after the running test, and waits for its end and for that of every process that it shares its output
 * with: a directory in which one of them still writes cannot be removed.
 */
export function killAtEndOfTest(child: ChildProcess): void {
  const closed = once(child, 'close');
  atEndOfTest(async () => {
    child.kill('SIGKILL');
    child.stdout?.resume();
    await closed;
  });
}

/** Runs the registered cleanups. Mocha calls this after each test. */
export async function endTest(): Promise<void> {
  const failures: unknown[] = [];
  for (let task = tasks.pop(); task; task = tasks.pop()) {
    try {
      await task();
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0)
    throw new Error(`A test could not be cleaned up: ${failures.map(String).join('; ')}`, { cause: failures[0] });
}
