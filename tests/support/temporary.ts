import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

type Task = () => unknown;

const tasks: Task[] = [];

/** Does this when the running test is over, whether it passed or not; what was added last is done first. */
export function atEndOfTest(task: Task): void {
  tasks.push(task);
}

/** A new, empty directory that lives as long as the running test. */
export async function temporaryDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'voice-platform-'));
  atEndOfTest(() => rm(directory, { recursive: true, force: true }));
  return directory;
}

/** Does what was left for the end of the test. Mocha does this after each test there is. */
export async function endTest(): Promise<void> {
  const failures: unknown[] = [];
  for (let task = tasks.pop(); task; task = tasks.pop()) {
    try {
      await task();
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, 'A test could not be cleaned up');
}
