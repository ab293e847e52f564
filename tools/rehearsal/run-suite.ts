import pLimit from 'p-limit';
import { knowledgeOf } from '../../application/runtime/ground-model.ts';
import type { LanguageModel } from '../../application/ports/language-model.ts';
import type { UsageMeter } from '../../application/runtime/usage-meter.ts';
import type { Agent } from '../../domain/agents/agent.ts';
import type { PriceTable } from '../../domain/costs/price-table.ts';
import type { ToolService } from '../scenario/tool-service.ts';
import { verdictOf, type Attempt, type SuiteResult } from './attempt.ts';
import { checkConversation } from './checks.ts';
import { CostAccount } from './cost-account.ts';
import { judge, type JudgedCriterion } from './judge.ts';
import { modelledWords } from './persona-model.ts';
import { scriptedWords, type PersonaWords } from './persona-words.ts';
import { withoutArtifacts, type CallRecord } from './call-record.ts';
import type { OpenModel, RehearsalModels } from './rehearsal-models.ts';
import { toolProblems, type RehearsalToolPorts } from './rehearsal-tools.ts';
import type { LoadedAgent } from './rehearsed-agent.ts';
import {
  joinedExpectations,
  type JudgeCriterion,
  type Expectations,
  type PlannedConversation,
  type Suite,
} from './suite.ts';
import { runSocketCall } from './socket-call.ts';
import { runTextCall, type OpenedAgent } from './text-call.ts';
import { virtualModel } from './virtual-model.ts';

const [TURNS_MAX, SECONDS_MAX] = [30, 600];

/** What a suite is held with. */
export interface SuitePorts extends RehearsalToolPorts {
  readonly models: RehearsalModels;
  readonly prices: PriceTable;
}

export interface SuitePlan {
  readonly file: string;
  readonly suite: Suite;
  readonly agent: LoadedAgent | SocketAgent;
  readonly newService: (() => ToolService) | null;
  readonly runs: number;
  readonly seed: number;
  readonly parallel: number;
  readonly only: readonly string[];
  /** Whether the inputs and the recording of each conversation are kept. */
  readonly keepsInputs: boolean;
  /** Learns of each attempt once it is over. */
  readonly onAttempt?: (attempt: Attempt) => void;
}

/** An agent of a running installation, behind its socket: `ws://…/agent/<org_id>/<agent_id>`. */
export interface SocketAgent {
  readonly title: string;
  readonly socket: string;
}

interface PlannedRun {
  readonly conversation: PlannedConversation;
  readonly persona: string | null;
  readonly run: number;
}

/** Holds the conversations of a suite. Throws before the first one when the suite cannot be held with this agent. */
export async function runSuite(ports: SuitePorts, plan: SuitePlan): Promise<SuiteResult> {
  const { suite, agent, runs, only } = plan;
  const problems = 'socket' in agent ? socketProblems(suite) : toolProblems(suite, agent.agent);
  if (problems.length > 0) throw new Error(`${plan.file} cannot be held:\n${problems.join('\n')}`);
  const account = new CostAccount(ports.prices, suite.limits?.cost);
  const opened = await openAll(ports.models, suite, 'socket' in agent ? null : agent.agent);
  const unlimited = account.whyUnlimited(opened.all.map(({ about }) => about));
  if (unlimited !== null) throw new Error(`${plan.file} cannot be held: ${unlimited}`);
  const startedAt = new Date();
  const from = performance.now();
  const runner = new SuiteRunner(ports, plan, account, opened);
  const limited = pLimit(plan.parallel);
  const attempts = await Promise.all(
    plannedRuns(suite, runs, only).map((planned) => limited(() => runner.attempt(planned))),
  );
  return {
    ...{ title: suite.title, file: plan.file, agent: agent.title, attempts, startedAt },
    seconds: (performance.now() - from) / 1_000,
    currency: account.currency,
    remarks: remarksOf(suite, agent, opened),
  };
}

/** On a socket the agent calls its own tools. */
const socketProblems = ({ live }: Suite): string[] =>
  live ? [] : ['on a socket the tools of the agent are really called: write live: true if they may be'];

/** Each conversation with each of its personas, as often as wanted. */
function plannedRuns({ conversations }: Suite, runs: number, only: readonly string[]): PlannedRun[] {
  const wanted = conversations.filter(({ title }) => only.length === 0 || only.some((words) => title.includes(words)));
  if (wanted.length === 0) throw new Error(`No conversation has a title with ${only.join(' or ')}`);
  return wanted.flatMap((conversation) => {
    const { persona = null, personas = [persona] } = conversation;
    return personas.flatMap((name) =>
      Array.from({ length: runs }, (_, at) => ({ conversation, persona: name, run: at + 1 })),
    );
  });
}

interface OpenModels {
  /** Null on a socket. */
  readonly agent: OpenedAgent | null;
  readonly personas: ReadonlyMap<string, OpenModel>;
  readonly judge: OpenModel | null;
  readonly all: readonly OpenModel[];
}

async function openAll(models: RehearsalModels, suite: Suite, agent: Agent | null): Promise<OpenModels> {
  const opened = agent && (await openAgentModels(models, agent));
  const callers = Object.entries(suite.personas ?? {}).flatMap(([name, { llm }]) =>
    llm ? [[name, llm] as const] : [],
  );
  const personas = new Map(
    await Promise.all(callers.map(async ([name, llm]) => [name, await models.open(llm)] as const)),
  );
  const judging = suite.judge ? await models.open(suite.judge.llm) : null;
  const ofAgent = opened ? [opened.model, ...opened.ofStages.values()] : [];
  return {
    agent: opened,
    personas,
    judge: judging,
    all: [...ofAgent, ...personas.values(), ...(judging ? [judging] : [])],
  };
}

async function openAgentModels(models: RehearsalModels, agent: Agent): Promise<OpenedAgent> {
  const { stages = [], models: configured } = agent.config;
  const model = await models.open(configured.llm_config);
  const own = stages.flatMap(({ id, llm_config: settings }) => (settings ? [[id, settings] as const] : []));
  const ofStages = new Map(await Promise.all(own.map(async ([id, each]) => [id, await models.open(each)] as const)));
  return { agent, model, ofStages };
}

function remarksOf({ vendors }: Suite, agent: SuitePlan['agent'], { all }: OpenModels): string[] {
  if ('socket' in agent)
    return [
      'The caller spoke in real time. Tool calls and the values of fields cannot be seen on a socket, and what the agent costs.',
    ];
  return [
    ...(knowledgeOf(agent.agent) && !vendors?.knowledge
      ? ['The documents of the agent are not searched: vendors.knowledge says what is found.']
      : []),
    ...(all.some(({ isScripted }) => !isScripted)
      ? ['Not all models are scripted: another run with the same seed may go otherwise.']
      : []),
  ];
}

interface SeededRun extends Omit<PlannedRun, 'run'> {
  readonly seed: number;
}

/** Holds runs of one suite. */
class SuiteRunner {
  readonly #ports: SuitePorts;
  readonly #plan: SuitePlan;
  readonly #account: CostAccount;
  readonly #opened: OpenModels;

  constructor(ports: SuitePorts, plan: SuitePlan, account: CostAccount, opened: OpenModels) {
    this.#ports = ports;
    this.#plan = plan;
    this.#account = account;
    this.#opened = opened;
  }

  /** Has one conversation. Never rejects: an error is its outcome. */
  async attempt({ conversation, persona, run }: PlannedRun): Promise<Attempt> {
    const { suite, seed: suiteSeed, keepsInputs } = this.#plan;
    const seed = seedOf([String(suiteSeed), conversation.title, persona ?? '', String(run)]);
    const meter = this.#account.open();
    const expected = joinedExpectations(suite.expect, conversation.expect);
    const outcome = await this.#outcome({ conversation, persona, seed }, expected, meter);
    const attempt: Attempt = {
      ...{ title: conversation.title, persona, run, seed },
      ...outcome,
      record: outcome.record && (keepsInputs ? outcome.record : withoutArtifacts(outcome.record)),
      ...this.#account.close(meter),
      verdict: verdictOf(outcome),
    };
    this.#plan.onAttempt?.(attempt);
    return attempt;
  }

  async #outcome(
    run: SeededRun,
    expected: Expectations,
    meter: UsageMeter,
  ): Promise<Pick<Attempt, 'record' | 'error' | 'checks' | 'judged'>> {
    let record: CallRecord | null = null;
    try {
      record = await this.#talk(run, meter);
      const judged = await this.#judge(expected, record, meter);
      if (!this.#account.isReached) return { record, error: null, checks: checkConversation(expected, record), judged };
    } catch (cause) {
      if (!this.#account.isReached)
        return { record, error: cause instanceof Error ? cause.message : String(cause), checks: [], judged: [] };
    }
    const { cost = '' } = this.#plan.suite.limits ?? {};
    return { record, error: `The cost of ${cost} that the suite allows is reached`, checks: [], judged: [] };
  }

  #talk({ conversation, persona, seed }: SeededRun, usage: UsageMeter): Promise<CallRecord> {
    const { suite, newService, agent: planned } = this.#plan;
    const { agent, personas } = this.#opened;
    const caller = persona === null ? null : (suite.personas?.[persona] ?? null);
    const { turns = TURNS_MAX, seconds = SECONDS_MAX } = suite.limits ?? {};
    const limits = { turns, seconds };
    const metered = (each: OpenModel): LanguageModel => this.#account.guarded(each, usage);
    const own = persona === null ? undefined : personas.get(persona);
    const wordsBy = (inTime: (model: LanguageModel) => LanguageModel): PersonaWords =>
      caller && own ? modelledWords(caller, inTime(metered(own))) : scriptedWords(caller ?? {});
    if ('socket' in planned) {
      const { socket } = planned;
      return runSocketCall({ socket, conversation, persona: caller, words: wordsBy((model) => model), seed, limits });
    }
    if (!agent) throw new Error('The models of the agent are not open');
    return runTextCall(this.#ports, {
      ...{ suite, conversation, persona: caller, opened: agent, newService, seed, usage, limits, metered },
      // How long a caller thinks is a part of how they react, not of what their model takes.
      wordsIn: (run) => wordsBy((model) => virtualModel(model, run, 0)),
    });
  }

  async #judge(
    { judged = [] }: Expectations,
    { transcript }: CallRecord,
    meter: UsageMeter,
  ): Promise<readonly JudgedCriterion[]> {
    const { judge: judging } = this.#opened;
    const { judge: settings } = this.#plan.suite;
    if (!judging || !settings || judged.length === 0) return [];
    const ports = { ...this.#ports, model: this.#account.guarded(judging, meter) };
    const { llm: _llm, ...defaults } = settings;
    const criteria = judged.map((each): JudgeCriterion => ({
      ...defaults,
      ...(typeof each === 'string' ? { criterion: each } : each),
    }));
    return Promise.all(criteria.map((criterion) => judge(ports, transcript, criterion)));
  }
}

/** A seed that depends on all of these texts: FNV-1a. */
function seedOf(texts: readonly string[]): number {
  let hash = 0x811c_9dc5;
  for (const unit of texts.join('\n')) hash = Math.imul(hash ^ (unit.codePointAt(0) ?? 0), 0x0100_0193) >>> 0;
  return hash;
}
