import { parseArgs } from 'node:util';
import type { AgentChoice } from './rehearsed-agent.ts';

export const USAGE = `npm run rehearse -- <suite>... [--agent <file, id or socket>] [--voice] [--version <n> | --draft]
                    [--compare <n, draft, file or id>] [--runs <k>] [--seed <n>] [--parallel <n>] [--only <words>]...
                    [--junit <file>] [--html <folder>] [--json <file>] [--publish [--suite-id <id>]]

Has simulated callers talk to an agent, checks what was said and done, and has judges answer what cannot be checked.
docs/rehearsal.md describes suites.

  --agent     a file with an agent, the id of one of an installation, or its socket ws://…/agent/<org_id>/<agent_id>, where
              the caller speaks by voice and in real time; the suite's unless given
  --voice     calls the agent with this id by voice and in real time: on its browser socket, or by telephone as the
              simulated carrier does, as the agent is for
  --version   this version of the agent; --draft: its draft
  --compare   holds each conversation with another version, file or agent as well, and tells where the outcomes differ
  --runs      how often each conversation is held; pass^k then says how often all of k succeed
  --seed      another seed: other reaction times, interruptions and mistakes of callers
  --parallel  conversations at the same time
  --only      conversations whose titles contain this
  --junit     writes the result as JUnit XML, --json as JSON, --html as a page with every conversation
  --publish   shows the run in the console, with its recordings: below the suite of this title of the agent, which is stored
              if there is none, or below that of --suite-id

The API is that of \`npm run cli -- login\`, or of VOICE_API_URL and VOICE_API_TOKEN. Keys of vendors are read from variables
such as OPENAI_API_KEY, prices from PRICES_FILE.
Exits with 0 if every conversation passes, of both agents with --compare, with 1 if one does not, and with 2 if it cannot tell.`;

export interface RehearsalOptions {
  readonly suites: readonly string[];
  readonly agent: AgentChoice | null;
  readonly version: string | null;
  readonly compare: AgentChoice | null;
  /** Whether an agent of an installation is called by voice. */
  readonly voice: boolean;
  readonly runs: number;
  readonly seed: number;
  /** Null: as the level allows. */
  readonly parallel: number | null;
  readonly only: readonly string[];
  readonly junit: string | null;
  readonly html: string | null;
  readonly json: string | null;
  /** Whether the run is shown in the console. */
  readonly publish: boolean;
  readonly suiteId: string | null;
}

const RUNS_MAX = 1_000;

/** Reads the arguments. Throws an error that says what is wrong with them. */
export function readOptions(args: string[]): RehearsalOptions {
  const [text, flag] = [{ type: 'string' }, { type: 'boolean' }] as const;
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      ...{ agent: text, version: text, compare: text, runs: text, seed: text, parallel: text },
      ...{ junit: text, html: text, json: text, draft: flag, voice: flag, only: { type: 'string', multiple: true } },
      ...{ publish: flag, 'suite-id': text },
    },
  });
  if (positionals.length === 0) throw new Error('Pass at least one suite');
  const version = versionOf(values);
  return {
    suites: positionals,
    agent: values.agent === undefined ? null : { source: values.agent, version },
    version,
    compare: values.compare === undefined ? null : comparedChoice(values.compare, values.agent),
    voice: values.voice ?? false,
    runs: countOf('--runs', values.runs, 1, RUNS_MAX),
    seed: countOf('--seed', values.seed, 1, 2 ** 32 - 1),
    parallel: values.parallel === undefined ? null : countOf('--parallel', values.parallel, 1, 10_000),
    only: values.only ?? [],
    junit: values.junit ?? null,
    html: values.html ?? null,
    json: values.json ?? null,
    ...publishing(values, positionals),
  };
}

function publishing(
  { publish = false, 'suite-id': id }: { publish?: boolean; 'suite-id'?: string },
  suites: readonly string[],
): Pick<RehearsalOptions, 'publish' | 'suiteId'> {
  if (id !== undefined && !publish) throw new Error('--suite-id is for --publish: pass both');
  if (id !== undefined && suites.length > 1) throw new Error('--suite-id is for one suite: pass only one');
  return { publish, suiteId: id ?? null };
}

function versionOf({ version, draft }: { version?: string; draft?: boolean }): string | null {
  if (version !== undefined && draft) throw new Error('Pass only one of --version and --draft');
  if (version !== undefined && !isVersion(version))
    throw new Error(`--version must be a number of a version: ${version}`);
  return draft ? 'draft' : (version ?? null);
}

const isVersion = (text: string): boolean => /^[1-9]\d*$/.test(text);

/** A version or the draft of the agent, or another file or agent. */
function comparedChoice(compare: string, agent: string | undefined): AgentChoice {
  if (!isVersion(compare) && compare !== 'draft') return { source: compare, version: null };
  return { source: agent ?? '', version: compare };
}

function countOf(name: string, text: string | undefined, otherwise: number, most: number): number {
  if (text === undefined) return otherwise;
  const count = Number(text);
  if (!Number.isInteger(count) || count < 1 || count > most)
    throw new Error(`${name} must be a whole number from 1 to ${most}: ${text}`);
  return count;
}
