import { readdir } from 'node:fs/promises';
import { availableParallelism, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';

/** The root of the repository, with a slash at its end. */
export const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Options of Node for a process that loads TypeScript. */
export const TYPESCRIPT: readonly string[] = ['--import', `${ROOT}tests/suites/typescript.js`];

const UNSWEPT_MIB = 3_072;
const MIB = 2 ** 20;

/**
 * The environment of a compiler in Go, which ends before its memory is worth sweeping: that takes a sixth of its time. Empty
 * where the machine has too little memory for as many as may run at once.
 */
export const UNSWEPT: Readonly<Record<string, string>> =
  Math.min(totalmem(), process.constrainedMemory() || Infinity) >= 2 * UNSWEPT_MIB * MIB
    ? { GOGC: 'off', GOMEMLIMIT: `${UNSWEPT_MIB}MiB` }
    : {};

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
        String.raw`adapters/(documents-repositories|limit-counts|objects|objects-minio|vectors|vectors-chroma)\.test`,
        String.raw`tools/migrate\.test`,
        String.raw`application/erasures-replicas\.test`,
        String.raw`runtime/(credentials|outages|web-call-speech|grounded-conversation)\.realtime`,
      ].join('|')})\\.ts$`,
    ),
  },
} as const satisfies Record<string, Suite>;

export type SuiteName = keyof typeof SUITES;

/** Folders with packages and commands of their own. */
const ELSEWHERE = ['vendor-sdks', 'contract-tools', 'mutants'];

/** The folders in `tests/` whose tests are in suites, with paths from the root. */
export async function testFolders(): Promise<string[]> {
  const entries = await readdir(`${ROOT}tests`, { withFileTypes: true });
  const folders = entries.filter((entry) => entry.isDirectory() && !ELSEWHERE.includes(entry.name));
  return folders.map(({ name }) => `tests/${name}`);
}

/** The files that take longest start first, so that no process is left with one of them at the end. */
export const LONGEST_FIRST: readonly string[] = [
  'tests/telephony/campaign-kills.realtime.ts',
  'tests/operations/event-kills.realtime.ts',
  'tests/telephony/callback-kills.realtime.ts',
  'tests/operations/upgrade.realtime.ts',
  'tests/tools/two-commands.realtime.ts',
  'tests/docs/commands.realtime.ts',
  'tests/runtime/scenarios.realtime.ts',
  'tests/adapters/local-speech/transcription.test.ts',
  'tests/http/bodies.test.ts',
  'tests/simulation/campaigns.test.ts',
  'tests/application/campaigns/rehearsal.test.ts',
  'tests/bench/turns.test.ts',
  'tests/adapters/speech-vendors/contracts.test.ts',
  'tests/application/runtime/tool-kills-property.test.ts',
  'tests/adapters/providers/streaming-models.test.ts',
  'tests/domain/voice/conversation-tools-property.test.ts',
  'tests/scenarios/scenarios.test.ts',
  'tests/domain/voice/conversation-property.test.ts',
  'tests/application/campaigns/fairness.test.ts',
  'tests/adapters/speech-vendors/first-vendors.test.ts',
  'tests/adapters/local-speech/engines.test.ts',
  'tests/http/agent-config-contract.test.ts',
  'tests/runtime/browser-proxy.test.ts',
  'tests/architecture/new-provider.test.ts',
  'tests/architecture/typed-handlers.test.ts',
  'tests/clients/postman.test.ts',
  'tests/architecture/layers.test.ts',
  'tests/domain/audio/dtmf-tones.test.ts',
];

/** The files of a suite in the order in which they start, with paths from the root. */
export async function filesOf({ ending, repeats }: Suite): Promise<string[]> {
  const listed = (await testFolders()).map(async (folder) =>
    (await readdir(ROOT + folder, { recursive: true })).map((name) => `${folder}/${name}`),
  );
  const paths = (await Promise.all(listed)).flat();
  const own = paths.filter((path) => path.endsWith(ending) || repeats.test(path)).toSorted();
  const place = (path: string): number => (LONGEST_FIRST.includes(path) ? LONGEST_FIRST.indexOf(path) : own.length);
  return own.toSorted((a, b) => place(a) - place(b));
}
