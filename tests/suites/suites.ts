import { readdir } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';

/** The root of the repository, with a slash at its end. */
export const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Tests that run together. A file belongs to a suite by the end of its name. */
export interface Suite {
  readonly ending: string;
  /** Processes that run its files at the same time. */
  readonly jobs: number;
  readonly env: Readonly<Record<string, string>>;
  /** Files of other suites that it runs as well. */
  readonly repeats: RegExp;
}

const CORES = availableParallelism();
const NONE = /^$/;

/** In `quick` nothing waits for a clock, a browser or a server; `realtime` may; `distributed` uses MongoDB, S3 and Chroma. */
export const SUITES = {
  // One job more than cores: a test that waits for a process or a thread leaves its core to others.
  quick: { ending: '.test.ts', jobs: CORES + 1, env: { TEST_SUITE: 'quick' }, repeats: NONE },
  realtime: { ending: '.realtime.ts', jobs: CORES, env: {}, repeats: NONE },
  distributed: {
    ending: '.distributed.ts',
    jobs: CORES,
    env: { TEST_STORES: 'distributed' },
    repeats: new RegExp(
      `^tests/(${[
        String.raw`http/.+\.test`,
        String.raw`adapters/(documents-repositories|objects|objects-minio|vectors|vectors-chroma)\.test`,
        String.raw`tools/migrate\.test`,
        String.raw`runtime/(credentials|outages|web-call-speech|grounded-conversation)\.realtime`,
      ].join('|')})\\.ts$`,
    ),
  },
} as const satisfies Record<string, Suite>;

export type SuiteName = keyof typeof SUITES;

/** Their packages and commands are their own. */
const ELSEWHERE = /^tests\/(vendor-sdks|contract-tools)\//;

/** The files that take longest start first, so that no process is left with one of them at the end. */
const LONGEST_FIRST: readonly string[] = [];

/** The files of a suite in the order in which they start, with paths from the root. */
export async function filesOf({ ending, repeats }: Suite): Promise<string[]> {
  const names = await readdir(`${ROOT}tests`, { recursive: true });
  const paths = names.map((name) => `tests/${name}`).filter((path) => !ELSEWHERE.test(path));
  const own = paths.filter((path) => path.endsWith(ending) || repeats.test(path)).toSorted();
  const place = (path: string): number => (LONGEST_FIRST.includes(path) ? LONGEST_FIRST.indexOf(path) : own.length);
  return own.toSorted((a, b) => place(a) - place(b));
}
