import { appendFileSync, readFileSync } from 'node:fs';

/** The variable that names the file in which the processes of a suite note what each test file took. */
export const NOTES = 'TEST_FILE_COSTS';

/** What a test file took, in seconds. */
export interface FileCost {
  readonly file: string;
  /** From its first hook to its last. */
  readonly duration: number;
  /** Processor time to load it, with the modules that no earlier file of its process had loaded. */
  readonly loading: number;
  /** Processor time of its tests and hooks, with their child processes that have ended. */
  readonly tests: number;
}

let endedAt = 0;
let loadedAt = 0;
let startedAt = 0;

/** Notes that the modules of a file are loaded. */
export function fileLoaded(): void {
  loadedAt = processorTime();
  startedAt = performance.now();
}

/** Notes that the last test of this file has ended. */
export function fileEnded(file: string): void {
  const notes = process.env[NOTES];
  const now = processorTime();
  const cost: FileCost = {
    file,
    duration: (performance.now() - startedAt) / 1_000,
    loading: loadedAt - endedAt,
    tests: now - loadedAt,
  };
  endedAt = now;
  if (notes !== undefined) appendFileSync(notes, `${JSON.stringify(cost)}\n`);
}

/** What was noted. */
export const notedCosts = (notes: string): FileCost[] =>
  readFileSync(notes, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as FileCost);

/** Processor time of this process, and on Linux of its children that have ended. */
function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6 + childrenTime();
}

/** The fields cutime and cstime of proc(5), which are in hundredths of a second. */
function childrenTime(): number {
  if (process.platform !== 'linux') return 0;
  const stat = readFileSync('/proc/self/stat', 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[13]) + Number(fields[14])) / 100;
}
