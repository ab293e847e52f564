import { readFile, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { ajvArgumentSchemas } from '../../adapters/argument-schemas/ajv.ts';
import { network } from '../../adapters/lib/network.ts';
import { sdkMcpClient } from '../../adapters/mcp-client/sdk-client.ts';
import { systemClock } from '../../adapters/system/clock.ts';
import { rehearsalParts } from '../../adapters/system/rehearsal-parts.ts';
import { httpToolCaller } from '../../adapters/tool-caller/http.ts';
import type { Log } from '../../application/ports/log.ts';
import { InstallationApi } from '../lib/installation-api.ts';
import { DomainError } from '../../domain/errors.ts';
import { loadService } from '../scenario/load-service.ts';
import { exitCodeOf, type SuiteResult } from '../../domain/rehearsal/attempt.ts';
import { compareResults, type SuiteComparison } from '../../domain/rehearsal/compare.ts';
import { comparisonLines } from './comparison-text.ts';
import { runSuite } from '../../application/runtime/rehearsal/run-suite.ts';
import type { SuitePlan, SuitePorts } from '../../application/runtime/rehearsal/suite-plan.ts';
import { writeHtmlReport } from './html-report.ts';
import { jsonReport } from './json-report.ts';
import { junitReport } from './junit-report.ts';
import { readOptions, type RehearsalOptions } from './options.ts';
import { plannedRuns } from '../../domain/rehearsal/planned-runs.ts';
import type { RehearsalSideId } from '../../domain/rehearsal/rehearsed-conversation.ts';
import { publishedSuite, type SuiteToPublish } from './published-suite.ts';
import type { Pause } from './persistently.ts';
import { RunPublication } from './publish-run.ts';
import { readSuite } from '../../adapters/suite-reader/read-suite.ts';
import { rehearsalPrices } from './rehearsal-prices.ts';
import { InstalledModels, knownProviders } from './rehearsal-models.ts';
import { rehearsedAgent, type AgentChoice } from './rehearsed-agent.ts';
import type { Suite } from '../../domain/rehearsal/suite.ts';
import { socketAgent } from './socket-call.ts';
import { resultLines } from './terminal-report.ts';
import { installedVoiceAgent } from './voice-agents.ts';

/** Conversations at the same time unless told: without audio, and by voice, which takes a processor. */
const [CONVERSATIONS, VOICE_CALLS] = [50, 2];

/** Where the command reads and writes. */
export interface RehearsalShell {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Where the paths of the arguments begin. */
  readonly folder: string;
  readonly print: (text: string) => void;
  /** Waits before a request is repeated. */
  readonly pause?: Pause;
}

/** Runs the command. Returns its exit code. Rejects when a suite cannot be held. */
export async function rehearse(args: string[], shell: RehearsalShell): Promise<0 | 1 | 2> {
  const options = readOptions(args);
  const ports = openPorts(shell);
  const publications: Promise<string>[] = [];
  try {
    const results: SuiteResult[] = [];
    const comparisons: SuiteComparison[] = [];
    for (const file of options.suites) {
      const { result, other, publication } = await suiteOutcome(ports, file, options, shell);
      results.push(result);
      if (publication) publications.push(handled(publication.finish(other ? [result, other] : [result])));
      say(shell, resultLines(result));
      if (!other) continue;
      const comparison = compareResults(result, other);
      comparisons.push(comparison);
      results.push(other);
      say(shell, [...resultLines(other), ...comparisonLines(comparison)]);
    }
    await writeReports(results, comparisons, options, shell);
    for (const each of publications) shell.print(`Published: ${await each}`);
    return exitCodeOf(results);
  } finally {
    await Promise.allSettled(publications);
    await ports.models.close();
  }
}

/** Rejects as late as it is awaited. */
function handled<T>(work: Promise<T>): Promise<T> {
  work.catch(() => undefined);
  return work;
}

const say = ({ print }: RehearsalShell, lines: readonly string[]): void => lines.forEach(print);

interface SuiteOutcome {
  readonly result: SuiteResult;
  /** The same with the agent that is compared. Null: none is. */
  readonly other: SuiteResult | null;
  /** Null: it is not published. */
  readonly publication: RunPublication | null;
}

async function suiteOutcome(
  ports: CommandPorts,
  file: string,
  options: RehearsalOptions,
  shell: RehearsalShell,
): Promise<SuiteOutcome> {
  const path = resolve(shell.folder, file);
  const source = await readFile(path, 'utf8');
  const suite = validSuite(file, source);
  const beside = dirname(path);
  const { agent, other } = await agentsOf(suite, file, options, { ...shell, ...ports, beside });
  const newService =
    suite.server === undefined ? null : await loadService(pathToFileURL(resolve(beside, suite.server)));
  const parallel = options.parallel ?? ('talk' in agent ? VOICE_CALLS : CONVERSATIONS);
  const conversations = countOf(suite, options, other);
  const wanted = { file, title: suite.title, source, agent, other, conversations };
  const publication = options.publish ? await publicationOf(ports, wanted, options, shell) : null;
  const plan = { ...options, parallel, file, suite, newService, keepsInputs: options.html !== null };
  const resultOf = (side: RehearsalSideId, speaker: SuitePlan['agent']): Promise<SuiteResult> =>
    runSuite(ports, {
      ...{ ...plan, agent: speaker },
      ...(publication && { onAttempt: (attempt, position) => publication.add(attempt, side, position) }),
      ...(publication && side === 'a' && { onStart: () => publication.begin() }),
    });
  try {
    return { result: await resultOf('a', agent), other: other && (await resultOf('b', other)), publication };
  } catch (error) {
    await publication?.cancel();
    throw error;
  }
}

interface WantedSuite extends Omit<SuiteToPublish, 'suiteId'> {
  readonly other: SuitePlan['agent'] | null;
}

/** The publication of a suite that is about to be held. */
async function publicationOf(
  ports: CommandPorts,
  wanted: WantedSuite,
  { suiteId, runs, seed, only }: RehearsalOptions,
  { pause = (ms, signal) => delay(ms, undefined, signal && { signal }) }: RehearsalShell,
): Promise<RunPublication> {
  const api = await ports.api();
  const suite = await publishedSuite(api, { ...wanted, suiteId });
  const agents = wanted.other ? [wanted.agent, wanted.other] : [wanted.agent];
  return new RunPublication({ api, pause }, { suite, runs, seed, only, agents, conversations: wanted.conversations });
}

/** Conversations with all agents. */
const countOf = (suite: Suite, { runs, only }: RehearsalOptions, other: SuitePlan['agent'] | null): number =>
  plannedRuns(suite, runs, only).length * (other ? 2 : 1);

function validSuite(file: string, text: string): Suite {
  try {
    return readSuite(text);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    throw new Error(`${file} is not a valid suite:\n${error.message}`, { cause: error });
  }
}

interface AgentPlaces extends Pick<RehearsalShell, 'folder' | 'env'>, Pick<CommandPorts, 'models' | 'api'> {
  /** The folder of the suite. */
  readonly beside: string;
}

/** The agent of a suite or of the options, and the one that it is compared with. */
async function agentsOf(
  suite: Suite,
  file: string,
  { agent: given, version, compare, voice }: RehearsalOptions,
  { folder, beside, env, models, api }: AgentPlaces,
): Promise<{ readonly agent: SuitePlan['agent']; readonly other: SuitePlan['agent'] | null }> {
  const choice = given ?? (suite.agent === undefined ? null : { source: suite.agent, version });
  if (!choice) throw new Error(`${file} does not name an agent: add one, or pass --agent`);
  const providers = knownProviders();
  const targets = { folder: beside, files: suite.targets ?? {} };
  const load = async (each: AgentChoice, where: string): Promise<SuitePlan['agent']> => {
    if (isSocket(each.source)) return agentBehind(each);
    return voice
      ? installedVoiceAgent(each, { api, models, env, suite })
      : rehearsedAgent(each, { folder: where, providers, targets, api });
  };
  const own = given ? folder : beside;
  const agent = await load(choice, own);
  if (!compare) return { agent, other: null };
  const isOfChoice = compare.source === '';
  return {
    agent,
    other: await load({ ...compare, source: compare.source || choice.source }, isOfChoice ? own : folder),
  };
}

const isSocket = (source: string): boolean => /^wss?:/.test(source);

/** The agent behind a socket: a version or a draft is rehearsed by the id of the agent. */
function agentBehind({ source, version }: AgentChoice): SuitePlan['agent'] {
  if (version !== null)
    throw new Error(`${source} is a socket, which has no versions: pass the id of the agent as --agent, and --voice`);
  return socketAgent(source);
}

/** The same promise each time. */
function onlyOnce<T>(open: () => Promise<T>): () => Promise<T> {
  let opened: Promise<T> | null = null;
  return () => (opened ??= open());
}

interface CommandPorts extends SuitePorts {
  readonly models: InstalledModels;
  readonly api: () => Promise<InstallationApi>;
}

function openPorts({ env }: RehearsalShell): CommandPorts {
  const reached = network({ allowPrivate: true });
  const argumentSchemas = ajvArgumentSchemas();
  const parts = { network: reached, clock: systemClock(), argumentSchemas };
  return {
    ...rehearsalParts(parts.clock),
    argumentSchemas,
    toolCaller: httpToolCaller(parts),
    mcpClient: sdkMcpClient(parts),
    log: SILENT,
    models: new InstalledModels(env),
    api: onlyOnce(() => InstallationApi.open(env)),
    prices: rehearsalPrices(env),
  };
}

/** What fails in a conversation is a part of its record. */
const SILENT: Log = {
  ...{ info: () => undefined, warn: () => undefined, error: () => undefined },
  child: () => SILENT,
};

async function writeReports(
  results: readonly SuiteResult[],
  comparisons: readonly SuiteComparison[],
  { junit, json, html }: RehearsalOptions,
  { folder, print }: RehearsalShell,
): Promise<void> {
  if (junit !== null) await writeFile(resolve(folder, junit), junitReport(results));
  if (json !== null) await writeFile(resolve(folder, json), jsonReport(results, comparisons));
  if (html === null) return;
  await writeHtmlReport(resolve(folder, html), results, comparisons);
  print(`Written: ${resolve(folder, html, 'index.html')}`);
}
