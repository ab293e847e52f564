import type { Agent } from '../../../domain/agents/agent.ts';
import { providerChain, type ProviderConfig } from '../../../domain/agents/models.ts';
import type { Suite } from '../../../domain/rehearsal/suite.ts';
import type { ModelChain, OpenModel, RehearsalModels, UnopenedModel } from './open-model.ts';

/** An agent whose models are open. */
export interface OpenedAgent {
  readonly agent: Agent;
  readonly model: ModelChain;
  readonly ofStages: ReadonlyMap<string, ModelChain>;
}

/** The agent of a suite, and those that its calls can be handed over to. */
export interface OpenedAgents {
  readonly first: OpenedAgent;
  /** All of them, by their ids. */
  readonly byId: ReadonlyMap<string, OpenedAgent>;
}

/** The models of a suite. */
export interface OpenModels {
  /** Null by voice: the agent has its own. */
  readonly agents: OpenedAgents | null;
  readonly personas: ReadonlyMap<string, OpenModel>;
  readonly judge: OpenModel | null;
  readonly all: readonly OpenModel[];
  /** Fallbacks, and models of the agents that calls can be handed over to, that cannot be opened. */
  readonly unopened: readonly UnopenedModel[];
}

/** The agents that a suite is held with: its own first, and those that calls can be handed over to. */
export type AgentsToOpen = readonly [Agent, ...Agent[]];

/** Opens the models of a suite, and of the agents unless they speak. Rejects when one that each conversation needs cannot be opened. */
export async function openAll(models: RehearsalModels, suite: Suite, agents: AgentsToOpen | null): Promise<OpenModels> {
  const opened = agents && (await openAgents(models, agents));
  const callers = Object.entries(suite.personas ?? {}).flatMap(([name, { llm }]) =>
    llm ? [[name, llm] as const] : [],
  );
  const personas = new Map(
    await Promise.all(callers.map(async ([name, llm]) => [name, await models.open(llm)] as const)),
  );
  const judging = suite.judge ? await models.open(suite.judge.llm) : null;
  const ofAgents = [...(opened?.byId.values() ?? [])].flatMap(({ model, ofStages }) =>
    [model, ...ofStages.values()].flat(),
  );
  return {
    agents: opened,
    personas,
    judge: judging,
    all: [...ofAgents.filter(isOpen), ...personas.values(), ...(judging ? [judging] : [])],
    unopened: ofAgents.flatMap((each) => (isOpen(each) ? [] : [each])),
  };
}

/** Whether a model was opened. */
export const isOpen = (model: OpenModel | UnopenedModel): model is OpenModel => 'model' in model;

/** Opens a model, or answers that it cannot be opened. */
type OpenOne = (settings: ProviderConfig) => Promise<OpenModel | UnopenedModel>;

/** The handover to an agent whose models cannot be opened is refused, as in a call. */
async function openAgents(models: RehearsalModels, agents: AgentsToOpen): Promise<OpenedAgents> {
  const [first, ...others] = agents;
  const fallback = openOrNot(models, true);
  const opened = await openAgentModels(first, (each) => models.open(each), fallback);
  const model = openOrNot(models, false);
  const all = [opened, ...(await Promise.all(others.map((agent) => openAgentModels(agent, model, fallback))))];
  return { first: opened, byId: new Map(all.map((each) => [each.agent.agent_id, each])) };
}

async function openAgentModels(agent: Agent, open: OpenOne, fallback: OpenOne): Promise<OpenedAgent> {
  const { stages = [], models: configured } = agent.config;
  // A fallback that cannot be opened fails when it is needed, as in a call.
  const openChain = (config: ProviderConfig): Promise<ModelChain> =>
    Promise.all(providerChain(config).map((each, place) => (place === 0 ? open : fallback)(each)));
  const model = await openChain(configured.llm_config);
  const own = stages.flatMap(({ id, llm_config: settings }) => (settings ? [[id, settings] as const] : []));
  const ofStages = new Map(await Promise.all(own.map(async ([id, each]) => [id, await openChain(each)] as const)));
  return { agent, model, ofStages };
}

const openOrNot =
  (models: RehearsalModels, isFallback: boolean): OpenOne =>
  async (settings) => {
    try {
      return await models.open(settings);
    } catch (error) {
      const failure = error instanceof Error ? error : new Error(String(error));
      return { provider: settings.provider, isFallback, failure };
    }
  };
