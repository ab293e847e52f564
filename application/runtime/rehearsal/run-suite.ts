import type { Agent } from '../../../domain/agents/agent.ts';
import type { Attempt, SuiteResult } from '../../../domain/rehearsal/attempt.ts';
import { withoutArtifacts } from '../../../domain/rehearsal/call-record.ts';
import { plannedRuns, type PlannedRun } from '../../../domain/rehearsal/planned-runs.ts';
import type { Suite } from '../../../domain/rehearsal/suite.ts';
import { AtMost } from '../../at-most.ts';
import { knowledgeOf } from '../ground-model.ts';
import { CostAccount } from './cost-account.ts';
import type { UnopenedModel } from './open-model.ts';
import { openAll, type AgentsToOpen, type OpenModels } from './open-suite.ts';
import { toolProblems } from './rehearsal-tools.ts';
import type { LoadedAgent, SuitePlan, SuitePorts, VoiceAgent } from './suite-plan.ts';
import { SuiteRunner } from './suite-runner.ts';

/** Holds the conversations of a suite. Throws before the first one when the suite cannot be held with this agent. */
export async function runSuite(ports: SuitePorts, plan: SuitePlan): Promise<SuiteResult> {
  const { suite, agent, runs, only } = plan;
  const problems = 'talk' in agent ? voiceProblems(suite, agent) : textProblems(suite, agentsOf(agent));
  if (problems.length > 0) throw new Error(`${plan.file} cannot be held:\n${problems.join('\n')}`);
  const account = new CostAccount(ports.prices, suite.limits?.cost);
  const opened = await openAll(ports.models, suite, 'talk' in agent ? null : agentsOf(agent));
  const unlimited = account.whyUnlimited(opened.all.map(({ about }) => about));
  if (unlimited !== null) throw new Error(`${plan.file} cannot be held: ${unlimited}`);
  const wanted = wantedRuns(suite, runs, only);
  await plan.onStart?.();
  const startedAt = ports.clock.now();
  const from = ports.clock.monotonic();
  const runner = new SuiteRunner(ports, plan, account, opened);
  const limited = new AtMost(plan.parallel);
  const attempted = async (planned: PlannedRun, position: number): Promise<Attempt> => {
    const attempt = await runner.attempt(planned);
    plan.onAttempt?.(attempt, position);
    return plan.keepsInputs ? attempt : { ...attempt, record: attempt.record && withoutArtifacts(attempt.record) };
  };
  const attempts = await Promise.all(wanted.map((each, at) => limited.run(() => attempted(each, at + 1))));
  return {
    ...{ title: suite.title, file: plan.file, agent: agent.title, attempts, startedAt },
    seconds: (ports.clock.monotonic() - from) / 1_000,
    currency: account.currency,
    remarks: remarksOf(suite, agent, opened),
  };
}

const textProblems = (suite: Suite, agents: AgentsToOpen): string[] => [
  ...calleeProblems(suite, agents[0]),
  ...toolProblems(suite, agents),
];

const voiceProblems = (suite: Suite, agent: VoiceAgent): readonly string[] => [
  ...calleesOf(suite).map((name) => `${name} has a callee: agents dial personas without audio only`),
  ...agent.problems(suite),
];

const calleesOf = ({ personas = {} }: Suite): string[] =>
  Object.entries(personas).flatMap(([name, { callee }]) => (callee ? [name] : []));

/** Why the agent cannot dial the personas of a suite. */
export const calleeProblems = (suite: Suite, { agent_category }: Pick<Agent, 'agent_category'>): string[] =>
  agent_category === 'telephony'
    ? []
    : calleesOf(suite).map((name) => `${name} has a callee, and the agent is none for telephones, which dials`);

const agentsOf = ({ agent, others }: LoadedAgent): AgentsToOpen => [agent, ...others];

/** The conversations that are wanted. */
function wantedRuns(suite: Suite, runs: number, only: readonly string[]): PlannedRun[] {
  const planned = plannedRuns(suite, runs, only);
  if (planned.length === 0) throw new Error(`No conversation has a title with ${only.join(' or ')}`);
  return planned;
}

/** What limits what the results of a suite mean. */
export function remarksOf(
  { vendors }: Suite,
  agent: SuitePlan['agent'],
  { all, unopened }: Pick<OpenModels, 'all' | 'unopened'>,
): string[] {
  if ('talk' in agent) return [agent.remark];
  return [
    ...(agentsOf(agent).some((each) => knowledgeOf(each)) && !vendors?.knowledge && !agent.search
      ? ['The documents of the agent are not searched: vendors.knowledge says what is found.']
      : []),
    ...(all.some(({ isScripted }) => !isScripted)
      ? ['Not all models are scripted: another run with the same seed may go otherwise.']
      : []),
    ...new Set(unopened.map(unopenedRemark)),
  ];
}

const unopenedRemark = ({ provider, isFallback, failure }: UnopenedModel): string =>
  `The ${isFallback ? 'fallback' : 'model'} ${provider}${isFallback ? '' : ' of an agent that calls can be handed over to'} cannot be opened, so that it fails when it is needed: ${failure.message}`;
